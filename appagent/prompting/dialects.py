"""Ask a model in the form that it was trained on: a picture without marks, its own names for actions, coordinates."""

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace

from PIL import Image

from appagent.actions.dialects import Dialect, Plane
from appagent.agent import Decision, View
from appagent.errors import ActionError
from appagent.foreign import cut
from appagent.models import Message
from appagent.prompting.pictures.marks import encode, mark
from appagent.prompting.replies.reply import CUT_OFF
from appagent.prompting.templates import Prompts
from appagent.prompting.words.history import shared_facts, touches
from appagent.prompting.words.notes import Note
from appagent.prompting.words.outline import line_of, outline
from appagent.prompting.words.places import ahead
from appagent.runs.trajectory import Step
from appagent.screen import Element
from appagent.screen.nodes.tree import Size, centre

_TURNS = 5  # last actions that are shown as turns of the conversation
_LONGEST_TURN = 2000  # letters of an earlier reply
_MOST_PLACES = 5  # most coordinates with one document about rows
_LONGEST_WORDS = 60
_SIDE = 1280  # px, longer side of the picture's size if there is no picture


@dataclass(frozen=True)
class Spoken:
    """Messages for a model in its dialect. plane: the coordinate system of the points in its reply."""

    messages: list[Message]
    plane: Plane


def ask_in(dialect: Dialect, prompts: Prompts, view: View, task: str, notes: Sequence[Note]) -> Spoken:
    """Return the messages that ask for the next action: instructions, task, past actions, and the screen as it is.

    task: the task in words. notes: the documents that help on this screen. If the screen has no picture, its elements
    are listed with their coordinates.
    """
    jpeg, size = _picture(dialect, view)
    plane = dialect.plane(view.screen.size, size)
    elements = {element.mark: element for element in view.screen.elements}

    def line(element: Element) -> str:
        return line_of(element, view.screen, plane.named(centre(element.bounds)))

    facts = shared_facts(view) | {
        "prompt": dialect.prompt, "dialect": dialect.name, "turns": dialect.turns, "asks": view.asks,
        "span": plane.span, "task": task,
        "ahead": ahead(view.places, view.task.goal, view.screen) if view.places else None,
        "notes": [_placed(note, elements, plane) for note in notes],
        "listing": "" if jpeg else outline(view.screen, line=line),
    }  # fmt: skip
    *before, last = prompts.render("dialect", (jpeg,) if jpeg else (), **facts)
    turns = [turn for step in view.steps for turn in _turns(step, prompts)][-2 * _TURNS :] if dialect.turns else []
    if not dialect.system:
        before = [replace(message, role="user") for message in before]
    return Spoken(_joined([*before, *turns, last]), plane)


def read_in(dialect: Dialect, text: str, finish_reason: str, view: View, plane: Plane) -> Decision:
    """Parse a model's reply in its dialect, and return the decision.

    plane: the coordinate system of the reply's points. A tap at a point of an element becomes a tap on the element,
    unless it matters where the element is touched.
    Raises ActionError, which says what to write instead, if the reply cannot be parsed.
    """
    try:
        found = dialect.read(text, plane)
    except ActionError as error:
        cut_off = "the reply was cut short; think more briefly: " if finish_reason in CUT_OFF else ""
        raise ActionError(f"{cut_off}{error}") from error
    action = found.action.by_element(view.screen)
    return Decision(
        action, thought=found.thought, summary=found.note, risk=found.risk, dropped=found.dropped,
        reply=cut(text.strip(), _LONGEST_TURN),
    )  # fmt: skip


def _picture(dialect: Dialect, view: View) -> tuple[bytes, Size]:
    """Return the screenshot without marks as JPEG, or b"" if there is none, and its (width, height) in px."""
    if not view.picture:
        width, height = view.screen.size
        scale = min(1.0, _SIDE / max(width, height, 1))
        return b"", dialect.picture_size((round(width * scale), round(height * scale)))
    side = max(Image.open(io.BytesIO(view.picture)).size)
    plain = mark(view.screen, side=side, only=())
    size = dialect.picture_size(plain.size)
    return encode(plain if plain.size == size else plain.resize(size, Image.Resampling.BILINEAR)), size


def _placed(note: Note, elements: dict[int, Element], plane: Plane) -> tuple[str, list[str], Note]:
    """Return (words, points, note): the words of the document's element, and the coordinates of its elements.

    The words are "" if the document is about several rows, or if the element is a password field.
    """
    about = [elements[each] for each in note.marks if each in elements]
    words = about[0].text or about[0].hint if len(about) == 1 and not about[0].password else ""
    return words[:_LONGEST_WORDS], [plane.named(centre(each.bounds)) for each in about[:_MOST_PLACES]], note


def _turns(step: Step, prompts: Prompts) -> list[Message]:
    """Return two messages for an earlier action: the model's reply, and what the screen showed after it.

    Return [] if the action did not touch the phone.
    """
    if not touches(step):
        return []
    shown = f"What the screen showed then: {prompts.fence.around(step.effect or 'not known')}"
    if step.reply:
        return [Message("assistant", step.reply), Message("user", shown)]
    return [Message("user", f"Done meanwhile: {prompts.fence.around(step.words)}"), Message("user", shown)]


def _joined(messages: Sequence[Message]) -> list[Message]:
    """Join neighbouring messages of the same role into one, because many servers require the roles to alternate."""
    joined: list[Message] = []
    for each in messages:
        if joined and joined[-1].role == each.role:
            before = joined.pop()
            joined.append(Message(each.role, f"{before.text}\n{each.text}", (*before.pictures, *each.pictures)))
        else:
            joined.append(each)
    return joined
