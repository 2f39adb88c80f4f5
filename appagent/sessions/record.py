"""Record a demonstration: a person performs a task, and documents are written about the steps."""

from collections.abc import Iterator
from contextlib import suppress

from appagent.cancel import Cancel
from appagent.devices import Device
from appagent.devices.captures.hierarchy import read_dump
from appagent.errors import DeviceError, ModelError
from appagent.files import read_file
from appagent.guard import Guard
from appagent.learning.demonstrations.demonstrate import Person, Taught, write_down
from appagent.learning.demonstrations.questions import begun, open_questions
from appagent.learning.demonstrations.showing import Showing
from appagent.learning.result import Learned
from appagent.learning.writing.write import Writer
from appagent.loop import Limits, Run
from appagent.runs.demonstration import write_demonstration
from appagent.runs.trajectory import LARGEST_LOG, Step
from appagent.screen import Screen
from appagent.sessions.build import build_describer
from appagent.sessions.experience import keep_shown
from appagent.sessions.request import OnStep, Request
from appagent.sessions.result import Result
from appagent.sessions.session import Session, end_session, open_session, to_front
from appagent.settings import Settings
from appagent.tasks import Task

_NO_LIMIT = 1_000_000  # a person may take as many steps and make as many mistakes as they like


def record_task(
    settings: Settings,
    request: Request,
    showing: Showing,
    *,
    cancel: Cancel,
    refine: bool = False,
    on_step: OnStep = lambda step: None,
) -> Result:
    """Let a person demonstrate a task, write documents about the steps, and return how the demonstration went.

    showing: the means by which the person demonstrates. Guarded actions are allowed, because the person asks for them.
    refine: True to write new versions of documents that exist already.
    on_step: function that is called with each step when it has ended.
    Raises AppAgentError; its attribute `run` is the result so far. After a DeviceError, documents are still written
    about the steps so far. After a mistake in a script or an interruption, no documents are written.
    """
    with (
        open_session(settings, request, "record", cancel) as session,
        showing.begin(session.device, session.recorder) as device,
    ):
        describer = build_describer(session)
        person = _person(session, showing)
        version, locale = session.device.version(session.package), session.device.locale()
        writer = Writer(session.store, "demo", version, locale, secrets=session.recorder.secrets)
        session.learned = Learned(written=writer.written)
        to_front(session)
        if request.resume:
            person.recall(_earlier_steps(session), request.goal)
        try:
            answer = _let_show(session, person, device, on_step)
        except DeviceError:
            write_down(person, describer, writer, refine=refine)
            raise
        taught = write_down(person, describer, writer, refine=refine)
        if isinstance(taught.failure, ModelError):
            raise taught.failure
        _ask_what_is_open(session, showing, person)
        return _done(session, person, taught, answer)


def _person(session: Session, showing: Showing) -> Person:
    """Return the person as an agent of the session. What they are told has secrets masked."""
    recorder = session.recorder

    def say(words: str) -> None:
        showing.say(recorder.secrets.mask(words))

    return Person(showing, session.store, recorder, showing.strict, say, showing.seen)


def _let_show(session: Session, person: Person, device: Device, on_step: OnStep) -> str:
    """Let the person demonstrate the task, and return their answer to it."""
    settings, task = session.settings, Task(session.request.goal, session.package)
    guard, limits = Guard(settings.allow, person.agrees), Limits(_NO_LIMIT, _NO_LIMIT, _NO_LIMIT, settings.picture_side)
    run = Run(person, device, task, session.recorder, guard, limits, session.cancel, on_step, recovers=False)
    return run.go().answer


def _done(session: Session, person: Person, taught: Taught, answer: str) -> Result:
    """End the session and return the result. A demonstration that succeeded is kept as experience, if wanted."""
    status = "limit" if taught.failure else "success" if person.shown else "failed"
    reason = str(taught.failure or ("" if person.shown else "nothing was shown"))
    counts = {"documents_refined": taught.refined, "documents_left": taught.left}
    result = end_session(session, status, reason, answer=answer, **counts)
    if status == "success" and session.request.experience == "auto":
        keep_shown(session, "demo")
    return result


def _ask_what_is_open(session: Session, showing: Showing, person: Person) -> None:
    """Save what is known about the demonstration, and ask the person what one demonstration alone cannot show.

    Each answer is saved too. Questions without an answer, as after Ctrl-C, stay open.
    """
    folder, steps, mask = session.recorder.folder, session.recorder.steps, session.recorder.secrets.mask
    told = begun(steps, showing.by, session.store.author)
    write_demonstration(folder, told)
    with suppress(KeyboardInterrupt):
        for question in open_questions(mask(session.request.goal), person.shown, steps):
            if answer := showing.ask(mask(question.words), question.answers):
                told = question.told(told, answer)
                write_demonstration(folder, told)


def _earlier_steps(session: Session) -> Iterator[tuple[Step, Screen]]:
    """Yield each earlier step whose screen was kept, with this screen."""
    for step in session.recorder.steps:
        path = session.recorder.folder / f"{step.number:04}.xml"
        if path.is_file():
            dump = read_file(path, LARGEST_LOG).decode(errors="replace")
            yield step, read_dump(dump, size=step.size, app=step.app, activity=step.activity)
