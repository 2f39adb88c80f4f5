"""Crawl an app without a model, then ask a model one question about each kind of screen that the crawl has seen."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from appagent.actions import Action, call, function_list
from appagent.actions.parts.description import quoted
from appagent.agent import Decision, View
from appagent.errors import ActionError
from appagent.learning.asking.crawl_facts import DOUBTFUL, crawled, needs_words
from appagent.learning.explorer import Crawler
from appagent.learning.memory.journal import every, part_of
from appagent.learning.memory.proposal import Proposal
from appagent.learning.memory.saved_state import known, recall
from appagent.learning.memory.screen_history import Act
from appagent.learning.memory.sightings import Sighting, Sightings
from appagent.learning.writing.sentences import Sentences, usual
from appagent.learning.writing.write import Writer
from appagent.models import Message, Usage
from appagent.prompting.asking import Asker
from appagent.prompting.replies.schema import survey_schema
from appagent.prompting.replies.survey import TRIES, Judged, Survey, read_survey, whole
from appagent.runs.recorder import Recorder
from appagent.runs.trajectory import ASKED, Step
from appagent.screen.comparing.subject import structure_of
from appagent.step import spent
from appagent.store import Store


@dataclass
class Surveyor:
    """Explorer that lets a crawler explore, and saves what the crawler sees, to ask a model about it.

    crawler: explores, and tries what the model proposes.
    asker: asks the model.
    version: the app's version.
    side: longer side of the pictures, px.
    retries: how often the model is asked again after a reply that cannot be parsed.
    own: True if this computer wrote the files in the run's folder, so that the replies in them can be trusted.
    """

    crawler: Crawler
    asker: Asker
    store: Store
    recorder: Recorder
    version: str = ""
    side: int = 1280
    retries: int = 2
    own: bool = True
    name: str = "model"
    _asked: set[str] = field(default_factory=set)  # layouts, and ids of screens
    _met: dict[str, set[str]] = field(default_factory=dict)  # by screen id, names of the elements seen: see `asked_as`
    _used: int = 0  # number of the last question whose reply was used
    _typed: set[str] = field(default_factory=set)  # texts that were typed, which no document may contain
    _sightings: Sightings = field(init=False)

    def __post_init__(self) -> None:
        self._sightings = Sightings(self.recorder, self.side)

    @property
    def usage(self) -> Usage:
        """Return the calls and tokens that the model has used so far."""
        return self.asker.usage

    def choose(self, view: View, hidden: frozenset[int]) -> Decision:
        """Return what the crawler tries next, and save the screen as an example of its kind."""
        screen = view.screen
        asked = self._asked_about(structure_of(screen), screen.screen_id)
        if asked is not None:
            self._sightings.note(screen, asked)
            if found := self._sightings.by_layout.get(structure_of(screen)):
                names = {each.asked_as for each in found.elements.values()}
                self._met.setdefault(screen.screen_id, set()).update(names)
        return self.crawler.choose(view, hidden)

    def learnt(self, act: Act, decision: str) -> None:
        """Tell the crawler the outcome of the last action."""
        self._typed |= {*act.typed, *filter(None, [act.action.typed])}
        self.crawler.learnt(act, decision)

    def known(self) -> Mapping[str, object]:
        """Return what the crawler knows, what was typed, and which replies were used."""
        return every([("crawler", self.crawler.known()), ("own", known(self, _KNOWN))])

    def recall(self, told: Mapping[str, Any]) -> None:
        """Restore what was known in an earlier process, and the examples of screens on disk."""
        self.crawler.recall(part_of(told, "crawler"))
        recall(self, _KNOWN, part_of(told, "own"))
        if self.own:
            self._sightings.restore()

    def left(self) -> list[Sighting]:
        """Return an example of each kind of screen with elements about which no learning has asked the model yet."""
        found: dict[str, Sighting] = {}
        for each in self._sightings.by_layout.values():
            best = found.get(each.screen_id, each)
            asked = self._asked_about(each.layout, each.screen_id)
            new = asked is not None and any(seen.asked_as not in asked for seen in each.elements.values())
            if new and len(each.elements) >= len(best.elements):
                found[each.screen_id] = each
        records = self.store.current(self.recorder.app)
        return [each for each in found.values() if needs_words(each, records)]

    def use_again(self, writer: Writer) -> None:
        """Use the replies on disk that an earlier process had not used before it ended."""
        for step in self.recorder.steps:
            sighting = self._of(step) if step.outcome == ASKED and self.own else None
            if sighting:
                self._asked |= {sighting.layout, sighting.screen_id}
                if step.number > self._used and self._try(step, sighting, writer) is None:
                    self._note(sighting)

    def ask(self, sighting: Sighting, writer: Writer) -> None:
        """Ask the model about a screen, write its reply to disk, then turn the reply into documents and proposals.

        If the reply cannot be parsed, the model is asked again, at most `retries` times. Each question is a step of the
        run. Raises LimitError and ModelError.
        """
        since: list[Message] = []
        for _ in range(self.retries + 1):
            step = self._question(sighting, since)
            error = self._try(step, sighting, writer)
            if error is None:
                self._note(sighting)
                break
            since += [Message("assistant", step.reply), Message("user", self.asker.again(error))]
        self._asked |= {sighting.layout, sighting.screen_id}

    def _note(self, sighting: Sighting) -> None:
        """Record in the store what the model was asked about, so that the next learning run does not ask again.

        All elements that were seen on the screen so far count, since the example is the one that has most of them.
        """
        names = {each.asked_as for each in sighting.elements.values()} | self._met.get(sighting.screen_id, set())
        self.store.keep_survey(sighting.app, sighting.layout, sighting.screen_id, self.version, names)

    def _question(self, sighting: Sighting, since: list[Message]) -> Step:
        """Ask the model once about a screen, and return the step that holds its reply.

        since: messages to add to the question, such as an earlier reply and what was wrong with it.
        """
        began, before = time.monotonic(), self.usage
        told = crawled(sighting, self.store.current(sighting.app), self.recorder.steps)
        name, jpeg = self.recorder.screen_picture(sighting.layout)
        pictures = self.asker.pictures(jpeg)
        facts = {
            "app": sighting.app, "page": sighting.title, "seen": told.seen, "reached": told.reached,
            "doubtful": told.doubtful, "pictured": bool(pictures), "actions": function_list(TRIES),
            "listing": sighting.listing if self.asker.see != "picture" or not pictures else "",
        }  # fmt: skip
        reply = self.asker.ask("survey", pictures, facts, survey_schema(TRIES), since)
        page = quoted(sighting.title) if sighting.title else "a screen"
        step = Step(
            len(self.recorder.steps) + 1, sighting.screen_id, sighting.app, sighting.activity, action="",
            words=f"asks what the elements of {page} do", outcome=ASKED, picture=name,
            reply=whole(reply.text, reply.finish_reason), think=reply.think, to_ask=max(0, len(self.left()) - 1),
            seconds=round(time.monotonic() - began, 3), **spent(self.usage, before),
        )  # fmt: skip
        self.recorder.step(step)
        return self.recorder.steps[-1]

    def _try(self, step: Step, sighting: Sighting, writer: Writer) -> ActionError | None:
        """Turn the reply in a step into documents and proposals. Return the error if it cannot be parsed, else None."""
        self._used = step.number
        try:
            survey = read_survey(step.reply, sighting.elements)
        except ActionError as error:
            self.recorder.amend(step.number, reason=str(error))
            return error
        rows = frozenset(words for each in self._sightings.by_layout.values() for words in each.rows)
        sentences = Sentences(writer, self.asker.model.name, sighting, rows, frozenset(self._typed))
        wrote = tuple(dict.fromkeys(filter(None, map(sentences.write, survey.sentences))))
        self.recorder.amend(step.number, wrote=wrote, written=len(writer.written))
        for judged in survey.judged:
            self._judge(judged, sighting)
        self._propose(survey, sighting)
        return None

    def _propose(self, survey: Survey, sighting: Sighting) -> None:
        """Give the crawler the actions that a reply proposes, and its groups of elements that do the same."""
        tries = [each for action in survey.tries if (each := _proposal(action, sighting))]
        groups = [[sighting.elements[mark].id for mark in each.marks] for each in survey.sentences]
        page = sighting.screen_id, sighting.title
        self.crawler.propose(page, tries, [each for each in groups if len(each) > 1])

    def _judge(self, judged: Judged, sighting: Sighting) -> None:
        """Replace the crawl's judgement of an action by the model's, in each step in which the crawl was unsure."""
        element = sighting.elements[judged.mark]
        kind = judged.action or usual(element)
        for step in self.recorder.steps:
            same = (step.screen_id, step.element_id, step.kind) == (sighting.screen_id, element.id, kind)
            if same and step.decision == DOUBTFUL != judged.decision:
                self.recorder.amend(step.number, decision=judged.decision)

    def _of(self, step: Step) -> Sighting | None:
        """Return the example of a screen that the question in a step was about, or None."""
        found = [each for each in self._sightings.by_layout.values() if each.screen_id == step.screen_id]
        return max(found, key=lambda each: len(each.elements), default=None)

    def _asked_about(self, layout: str, screen_id: str) -> frozenset[str] | None:
        """Return the names of the elements that the model was asked about on a screen, or on one like it.

        Return None if it is not to be asked about that screen any more: its replies could not be parsed, or an older
        AppAgent had asked about the whole screen.
        """
        names = self.store.asked(self.recorder.app, layout, screen_id)
        asked = not self._asked.isdisjoint((layout, screen_id))
        asked = asked or self.store.surveyed(self.recorder.app, layout, screen_id, self.version)
        return None if asked and not names else names


_KNOWN = ("_typed", "_used", "_met")


def _proposal(action: Action, sighting: Sighting) -> Proposal | None:
    """Turn an action on marks into a proposal on element ids; return None if the screen lacks these marks."""
    element, onto = (sighting.elements.get(mark or 0) for mark in (action.marked, action.end_mark))
    if element is None or (action.end_mark is not None and onto is None):
        return None
    return Proposal(element.id, call(action), onto.id if onto else "")
