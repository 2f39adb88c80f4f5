"""What a document says bears on a goal by the words that both have."""

from hypothesis import given
from hypothesis import strategies as st

from appagent.prompting.words.relevance import Relevance, WordSet, same_word

LONG = "Switches between a list and a grid; the folder shows no buttons for its entries there."


def test_it_takes_more_of_the_goals_words_to_lead_farther():
    relevance = Relevance("Which file is the largest?")
    assert relevance.of_label("Largest first", actions=1) > 0 == relevance.of_label("Largest first", actions=2)
    assert relevance.of_label("Largest", actions=3) > relevance.of_label("Largest first") > 0


def test_a_long_sentence_does_not_bear_on_a_goal_by_one_word():
    relevance = Relevance("Put the letter into the folder of my landlord")
    assert relevance.of_sentence("Makes a folder.") > 0 == relevance.of_sentence(LONG)
    assert Relevance("Show the folder as a grid").of_sentence(LONG) > 0


WORDS = st.text("abe ", min_size=1, max_size=9)


@given(st.lists(WORDS, max_size=6), WORDS)
def test_words_hold_a_word_if_one_of_them_is_alike(words, word):
    assert (word in WordSet(words)) is any(same_word(word, each) for each in words)
