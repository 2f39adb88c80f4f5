"""Let a person demonstrate a task in a browser: on a live picture of the device they click, drag and type."""

import queue
import secrets as random
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

from appagent.actions import parse
from appagent.actions.parts.description import name_of
from appagent.agent import LookAgain, View
from appagent.devices import Device
from appagent.devices.base import glance
from appagent.errors import ActionError, DeviceError
from appagent.foreign import shown
from appagent.prompting.pictures.marks import encode, mask, shrink
from appagent.runs.recorder import Recorder
from appagent.runs.report.page import page_template
from appagent.screen import Screen, same_tree
from appagent.secrets import mask_screen
from appagent.web.events import line_for
from appagent.web.server import PageResponse, PrivateServer

_LOOK_S = 0.5  # between two looks at the device while the person thinks
_POLL_S = 20.0  # the longest that a request for the state waits for a change
_SIDE = 1280  # px, of the picture's longer side
_MOST_SCREENS = 8  # kept, for clicks that were on their way when the screen changed
_MOST_SAID = 30  # messages
_LAST_S = 1.0  # time for the page to learn that the demonstration has ended
_OPENED = "Open this address in a browser on this computer; whoever has it can use the phone:"


class Recording:
    """Demonstration of a task in a browser.

    heard: function that is called with each message for the terminal; the first is the page's address.
    task, app: shown at the top of the page.
    """

    strict = False
    by = "browser"

    def __init__(self, heard: Callable[[str], None], task: str, app: str) -> None:
        self._heard, self._head = heard, {"task": task, "app": app}
        self._events: queue.SimpleQueue[Mapping[str, object]] = queue.SimpleQueue()
        self._news, self._version = threading.Condition(), 0
        self._shown: dict[str, Any] = {"busy": True, "ended": False, "messages": [], "steps": [], "screen": 0}
        self._screens: OrderedDict[int, Screen] = OrderedDict()
        self._picture = b""
        self._view: View | None = None
        self.url = ""

    @contextmanager
    def begin(self, device: Device, recorder: Recorder) -> Iterator[Device]:
        """Serve the page during the `with` block, and yield the device unchanged."""
        self._device, self._recorder = device, recorder
        with PrivateServer(self) as server:
            self.url = server.url
            self._heard(f"{_OPENED}\n{server.url}")
            try:
                yield device
            finally:
                self._update(ended=True, busy=False)
                threading.Event().wait(_LAST_S)

    def seen(self, view: View) -> None:
        """Show a screen and the steps so far on the page."""
        if self._view is None or view.screen is not self._view.screen:
            self._view, number = view, self._shown["screen"] + 1
            self._screens[number] = view.screen
            while len(self._screens) > _MOST_SCREENS:
                self._screens.popitem(last=False)
            self._draw(view.screen)
            self._update(screen=number, size=view.screen.size, heading=view.screen.heading, app=view.screen.app,
                       elements=_elements(view.screen))  # fmt: skip
        names = self._recorder.secrets.names
        self._update(busy=False, steps=_steps(self._recorder), secrets=[name.strip("${}") for name in names])

    def say(self, words: str) -> None:
        """Show a message on the page, and at the terminal."""
        self._heard(words)
        self._update(messages=[*self._shown["messages"], words][-_MOST_SAID:])

    def ask(self, words: str, answers: Sequence[tuple[str, str]]) -> str | None:
        """Ask a question on the page, and wait for the answer; return it, or None if the person skips the question.

        answers: pairs (answer, words on its button).
        """
        self._update(question={"words": words, "answers": [*answers, ("", "Skip")]}, busy=False)
        event: Mapping[str, object] = {}
        while event.get("do") != "answer":
            with suppress(queue.Empty):
                event = self._events.get(timeout=_LOOK_S)
        self._update(question=None, busy=True)
        return next((answer for answer, _ in answers if answer == event.get("answer")), None)

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        """Return the line for what the person does next on the page. Raises LookAgain if the screen has changed."""
        while True:
            try:
                event = self._events.get(timeout=_LOOK_S)
            except queue.Empty:
                self._look()
                continue
            try:
                line = self._line_for_event(event)
            except ActionError as error:
                self.say(str(error))
                continue
            self._update(busy=True)
            return line

    # Requests of the page, each in a thread of its own

    def get(self, name: str, given: Mapping[str, str]) -> PageResponse | None:
        """Answer a request of the page: "" for the page itself, "state", or "picture" for the picture of the screen.

        The state is returned as soon as it has changed since the version in `given`, or after 20 s.
        """
        if name == "":
            nonce = random.token_urlsafe(16)
            html = page_template("record.html.j2").render(nonce=nonce, **self._head)
            return PageResponse(html.encode(), "text/html; charset=utf-8", nonce=nonce)
        if name == "state":
            with self._news:
                self._news.wait_for(lambda: str(self._version) != given.get("after"), _POLL_S)
                return PageResponse.of({**self._shown, "version": self._version})
        if name == "picture" and self._picture:
            return PageResponse(self._picture, "image/jpeg")
        return None

    def post(self, name: str, told: Mapping[str, object]) -> PageResponse | None:
        """Accept an event of the page, which the thread that has the device will carry out."""
        if name != "do":
            return None
        if self._shown["busy"]:
            return PageResponse.of({"error": "the last action is still under way"}, 409)
        self._events.put(told)
        return PageResponse.of({"ok": True})

    # Called only by the thread that has the device

    def _update(self, **facts: object) -> None:
        with self._news:
            self._shown |= facts
            self._version += 1
            self._news.notify_all()

    def _draw(self, screen: Screen) -> None:
        if screen.picture is not None:
            picture = encode(mask(shrink(screen.picture, _SIDE), screen.secrets, screen.size))
            if picture != self._picture:
                self._picture = picture
                self._update(picture=self._shown.get("picture", 0) + 1)

    def _look(self) -> None:
        """Capture the device's screen, and show it on the page. Raises LookAgain if its hierarchy has changed."""
        assert self._view
        before = self._view.screen
        try:
            now = mask_screen(glance(self._device, pictured=before.picture is not None), self._recorder.secrets)
        except DeviceError as error:
            self.say(str(error))
            raise LookAgain(str(error)) from error
        if not same_tree(now, before):
            raise LookAgain("the screen has changed")
        self._draw(replace(now, secrets=before.secrets))

    def _line_for_event(self, event: Mapping[str, object]) -> str:
        """Return the line, such as `tap(3)`, for an event of the page.

        Raises ActionError if the event cannot be carried out, or if the screen has changed since the person saw it.
        """
        assert self._view
        number, now = event.get("screen"), self._view.screen
        then = self._screens.get(number) if isinstance(number, int) else None
        line = line_for(event, then or now, self._recorder.keep)
        if "mark" in event or "points" in event:
            again = line_for(event, now, self._recorder.keep)
            if then is None or (then is not now and not _same_target(line, then, again, now)):
                raise ActionError("the screen changed just before that, so nothing was done; look, and do it again")
            line = again
        return line


def _same_target(line: str, then: Screen, again: str, now: Screen) -> bool:
    """Tell whether two lines, each on its own screen, are about the same element with the same bounds."""
    one, other = parse(line).target(then), parse(again).target(now)
    return bool(one and other and (one.id, one.bounds) == (other.id, other.bounds))


def _elements(screen: Screen) -> list[dict[str, object]]:
    """Return what the page needs to know of each element, as plain JSON."""
    return [
        {
            "mark": one.mark,
            "name": shown(name_of(one).strip('"')),
            "bounds": one.bounds,
            "field": "text" in one.actions,
            "secret": one.password,
            "text": "" if one.password else one.text,
            "swipes": "swipe" in one.actions,
        }
        for one in screen.elements
    ]


def _steps(recorder: Recorder) -> list[dict[str, object]]:
    """Return what the page shows of each step, as plain JSON."""
    return [
        {
            "number": step.number,
            "words": shown(step.words),
            "effect": shown(step.effect),
            "outcome": step.outcome,
            "reason": shown(step.reason),
            "note": step.thought,
        }
        for step in recorder.steps
    ]
