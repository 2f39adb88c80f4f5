"""Define the request: what a person wants done in a session, apart from the settings."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Self

from appagent.actions.dialects import dialect_of
from appagent.agents import load_mode
from appagent.devices import Device
from appagent.errors import UsageError
from appagent.runs.trajectory import Step
from appagent.secrets import Secrets
from appagent.settings import Settings

if TYPE_CHECKING:  # it takes a fifth of all the time that imports take
    from appagent.experience import Plan
    from appagent.tasks.file import Drawn

AGENTS = ("model", "offline", "random")
DOCS = ("auto", "none", "shuffled")
REFLECT = ("once", "each")
EXPERIENCE = ("auto", "none")
_HALF = re.compile("[\ud800-\udfff]")  # a character of which a byte is no UTF-8
NO_MODEL = "no model is set; set APPAGENT_BASE_URL, APPAGENT_API_KEY and APPAGENT_MODEL, or use --agent offline"

OnStep = Callable[[Step], None]


@dataclass(frozen=True)
class Request:
    """Task to carry out, or app to learn.

    app: a package or a visible name.
    goal: the task in words; "" to learn the whole app.
    agent: one of AGENTS, or "" for the default of the settings.
    docs: one of DOCS. "auto" uses the documents of the app, "none" uses no documents. "shuffled" is the control of an
    experiment: each document is moved to another element.
    check: an expression over the phone's state that is true if the task is done, or "".
    rounds: the largest number of actions of a learning run; None for the agent's usual number.
    max_created: how many things a learning run may make in the app, such as notes.
    drawn: the task of a task file, if the request comes from one: besides goal and check it has a set-up, an answer and
    values. Otherwise None.
    resume: the folder of the run to continue, or None for a new run.
    log: file for a plain log of the run, or None.
    reflect: one of REFLECT: how often a learning run asks a model. "once" a screen, or with a goal once a step; "each"
    to act, to judge and to write.
    goals: True to ask a model for goals that lead to pages that a learning run never reached, and to try these.
    anew: True for a crawl that tries again what earlier learning runs of the app have tried.
    device: a phone that is open already, to be used instead of the phone that the settings name; or None.
    plan: the plan to do again, without a model, or None.
    values: values of the plan's slots, by name.
    start: number of the move to begin with.
    plan_of: the run or experience that the plan comes from, as a person names it.
    experience: one of EXPERIENCE. "auto" repeats what was done before if the task differs only in its values, and keeps
    the run as new experience; "none" does neither.
    """

    app: str
    goal: str = ""
    agent: str = ""
    docs: str = "auto"
    check: str = ""
    rounds: int | None = None
    max_created: int = 10
    drawn: "Drawn | None" = None
    resume: Path | None = None
    device: Device | None = None
    log: Path | None = None
    reflect: str = "once"
    goals: bool = False
    anew: bool = False
    plan: "Plan | None" = None
    values: Mapping[str, str] = field(default_factory=dict)
    start: int = 1
    plan_of: str = ""
    experience: str = "none"

    @property
    def surveys(self) -> bool:
        """Tell whether a learning run with a model crawls first and then asks once about each screen.

        It does if it has no goal.
        """
        return not self.goal and self.reflect == "once"

    def agent_for(self, settings: Settings) -> str:
        """Return the agent: "model", "offline" or "random", or "replay" for a plan that is done again."""
        return "replay" if self.plan else self.agent or settings.agent_default

    def is_own(self, settings: Settings) -> bool:
        """Tell whether the run is the person's own: a new one, or one in their folder of runs.

        Others may be a stranger's.
        """
        return self.resume is None or self.resume.resolve().parent == settings.runs.resolve()

    @classmethod
    def of_task(cls, drawn: "Drawn", agent: str = "", docs: str = "auto", log: Path | None = None) -> Self:
        """Return the request to carry out a task of a task file. It begins in the first of the task's apps."""
        return cls(drawn.spec.apps[0], drawn.goal, agent, docs, drawn.check, drawn=drawn, log=log)


def check_request(request: Request, settings: Settings, kind: str) -> None:
    """Raise UsageError if an option has an unknown value, or if agent, documents, dialect and mode do not fit together.

    kind: the kind of session: "run", "learn" or "record".
    """
    agent = request.agent or settings.agent_default
    _check_one_of("agent", agent, AGENTS)
    _check_one_of("docs", request.docs, DOCS)
    _check_one_of("reflect", request.reflect, REFLECT)
    _check_one_of("experience", request.experience, EXPERIENCE)
    if request.rounds is not None and (not isinstance(request.rounds, int) or request.rounds < 1):
        raise UsageError(f"rounds {request.rounds!r} is no number of actions; give a whole number from 1 on")
    _check_texts(request, settings)
    if request.docs == "shuffled" and agent == "random":
        raise UsageError("the agent 'random' reads no documents, so shuffled ones are no control of it; use docs none")
    if agent == "model" and (spoken := dialect_of(settings.dialect, settings.model)):
        _check_dialect(spoken.name, request, settings, kind)
    if settings.prompts:  # before the phone is started, and not when the first prompt is made
        from appagent.prompting.templates import check_folder  # takes long to import

        check_folder(settings.prompts)
    if kind == "run":
        load_mode(settings.mode)
        if "mode" in settings.given and not request.agent and agent != "model":
            raise UsageError(f"a mode says how a model works, and {NO_MODEL}")


def _check_texts(request: Request, settings: Settings) -> None:
    """Raise UsageError if what is asked holds half a character, or names a secret that nobody has set."""
    texts = {"the task": request.goal, "the app": request.app, "the check": request.check, **request.values}
    for name, text in texts.items():
        if _HALF.search(text):
            raise UsageError(f"{name} holds bytes that are no UTF-8: {text!r:.80}; write it in UTF-8")
    secrets = Secrets(settings.secrets)
    for text in () if request.resume else (request.goal, *request.values.values()):
        if why := secrets.unknown_in(text):
            raise UsageError(why)


def _check_dialect(dialect: str, request: Request, settings: Settings, kind: str) -> None:
    """Raise UsageError if a model with a dialect cannot do what is asked, because it can only name actions."""
    if kind == "run" and settings.mode != "react":
        raise UsageError(f"a model of the dialect {dialect} names one action at a time: it works with --mode react")
    if kind == "learn" and (request.surveys or request.reflect == "each" or request.goals):
        raise UsageError(
            f"a model of the dialect {dialect} names actions and cannot say what elements do: give it a --task to "
            "learn by, without --reflect each and --goals; or learn the whole app with --agent offline"
        )


def _check_one_of(name: str, value: str, allowed: Sequence[str]) -> None:
    if value not in allowed:
        raise UsageError(f"{name} {value!r} is unknown; give one of: {', '.join(allowed)}")
