"""Docstrings say what things do, names mean one thing, and texts are folded in one place."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import appagent

ROOT = Path(appagent.__file__).parent
FILES = sorted(path for path in ROOT.rglob("*.py") if path.relative_to(ROOT).parts[0] != "phone")
PHONE = sorted(path for path in (ROOT / "phone").rglob("*.py") if "apps" not in path.parts)
MOST_UNPLAIN = 0.03  # share of docstrings

# The docstring of a function begins with one of these; add a verb that is missing.
VERBS = frozenset(
    """
    accept add adjust allow amend answer append apply approve arrange ask assemble assert assign attach avoid
    await be become begin believe bind blur break bring build bump calculate call cancel carry catch check
    choose clean clear close collect combine come compare compile complete compose compress compute connect
    consider construct consume continue convert copies copy count cover create crop deal decide declare decline
    decode decorate decrease define delete deliver demand deny derive describe detect determine disable discard
    disconnect discover display divide do download draw drop duplicate embed enable encode end ensure enter
    enumerate erase escape establish estimate evaluate examine exchange execute expand expect explain explore
    expose express extend extract fade fail fetch fill filter find finish fit fix flatten flush fold follow
    force forget format forward freeze gather generate get give go grant handle have help hide highlight hold
    identify ignore import improve include increase infer inform inherit initialise insert inspect install
    interpret invoke iterate join judge jump keep kill know launch lay learn leave let lift limit list listen
    load locate log look lose lower make manage mask match measure meet merge migrate modify move multiply
    narrow navigate normalise notify obtain offer omit open order outline overwrite parse pass paste patch pause
    pay perform permit pick ping play poll pop prefer prepare press prevent print probe process produce prompt
    propose protect prove provide prune publish pull push put queue quit quote raise read rebuild receive
    recognise reconnect recover reduce refine reflect refuse register reject release reload remember remove
    rename render repeat replace replay rerun resolve restore resume retract retry return reuse reveal reverse
    rewrite roll run save say scale schedule scroll see seek select send separate serve set settle share shift
    shorten show shrink shuffle shut skip sleep smooth solve sort speak split spread start stay stop store strip
    submit subtract suggest summarise suppress swap swipe take talk tap teach tell test tidy tie tighten toggle
    track translate traverse treat trim trust try tune turn type undo unescape unfold unite unlock unpack unwrap
    update upload use validate veil verify wait wake walk want warm warn weigh widen wind wipe withdraw work
    wrap write yield zip
    """.split()  # noqa: SIM905
)
# These are nouns too: they count as verbs only before what they act on, so that "Name of the app" does not.
ALSO_NOUNS = frozenset(
    """
    act back block bound cache cap catalogue change charge claim click comment cut dump export file group guess
    hash index input label lock loop map mark name note notice number output pair place plan point post query
    rank record report request reset result scan scope score search shape sign slice step stick stream study sum
    surround switch tag time title touch trace view visit watch wish
    """.split()  # noqa: SIM905
)
BEFORE_AN_OBJECT = frozenset(
    """
    a all an and another any anything as at back both by down each equal every everything for from how if in it its
    many more most no on one only other our out several so some something somebody such text texts that the their them
    these this those through to two up what when where whether which who why with within without words
    """.split()  # noqa: SIM905
)
# Neither a class nor a function is explained by a sentence that begins with one of these.
UNPLAIN = frozenset(
    "a an as how of that the this those what whatever where whether which who whoever whose".split()  # noqa: SIM905
)


def docstrings(paths: Iterable[Path]) -> Iterator[tuple[str, bool, str]]:
    """Yield where each docstring is, whether a function has it, and its text."""
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and (text := ast.get_docstring(node)):
                function = isinstance(node, ast.FunctionDef)
                yield f"{path.relative_to(ROOT)}:{node.lineno} {node.name}", function, text


def is_plain(text: str, function: bool) -> bool:
    """Tell whether a docstring begins as it should: with a verb in the imperative, or for a class with no filler."""
    first, second, *_ = [*text.split()[:2], "", ""]
    verb, after = first.strip(",:;.").lower(), second.strip(",:;.'\"`").lower()
    if not function:
        return verb not in UNPLAIN and not verb.startswith(">>>")
    if verb in ALSO_NOUNS:
        return after in BEFORE_AN_OBJECT or second.istitle() or second.endswith("'s")
    return verb in VERBS and after not in {"of", "is", "are", "was", "were"}


@pytest.mark.parametrize("paths", [FILES, PHONE], ids=["outside the virtual phone", "the virtual phone"])
def test_docstrings_begin_with_a_verb(paths):
    found = list(docstrings(paths))
    unplain = [f"{where}: {text.splitlines()[0]}" for where, function, text in found if not is_plain(text, function)]
    assert len(found) > 400
    assert len(unplain) <= MOST_UNPLAIN * len(found), "\n".join([f"{len(unplain)} of {len(found)}:", *unplain])


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Return the documents that apply to this screen, best first.", True),
        ("Tell whether a field holds a text.", True),
        ("Score a label.", True),
        ("Score of a label.", False),
        ("Names of the apps.", False),
        ("Name of the app.", False),
        ("What the switch is worth that has a page of its own.", False),
        ("Whether it is on.", False),
        ("The screen without secrets.", False),
        ("Elements by bounds.", False),
        (">>> plus(1, 2)", False),
    ],
)
def test_a_noun_phrase_does_not_pass_for_a_verb(text, plain):
    assert is_plain(text, function=True) is plain


def test_a_class_may_be_a_noun_phrase_without_filler():
    assert is_plain("One step of a run.", function=False)
    assert not is_plain("What one step of a run is.", function=False)


PACKAGES = sorted(path.parent for path in ROOT.rglob("__init__.py"))


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: str(package.relative_to(ROOT.parent)))
def test_no_module_is_hidden_by_what_its_package_exports(package):
    modules = {path.stem for path in package.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    hidden = set()
    for node in ast.parse((package / "__init__.py").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            hidden |= {node.name} & modules
        elif isinstance(node, ast.ImportFrom):
            own = node.module == ".".join(package.relative_to(ROOT.parent).parts)
            hidden |= set() if own else {alias.asname or alias.name for alias in node.names} & modules
    assert not hidden, f"{package.relative_to(ROOT.parent)} exports names of its own modules: {sorted(hidden)}"


def test_texts_are_folded_for_comparison_in_one_place():
    apart = {
        "screen/language/lexicon.py",
        "secrets/plain_forms.py",
        "prompting/fence.py",
    }  # the last two see through disguises
    users = {str(path.relative_to(ROOT)) for path in FILES if "unicodedata.normalize(" in path.read_text("utf-8")}
    assert users <= apart
