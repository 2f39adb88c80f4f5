"""Build the agent, explorer, reflector or describer that a session needs, from its request and the settings."""

from collections.abc import Sequence

from appagent.agent import Agent
from appagent.agents import build_mode
from appagent.agents.chance import Chance
from appagent.agents.kit import Kit
from appagent.cancel import Cancel
from appagent.errors import UsageError
from appagent.learning.demonstrate import Describer
from appagent.learning.explore import Explorer
from appagent.learning.reflect import ModelReflector, OfflineReflector, Reflector
from appagent.models import Model
from appagent.models.discreet import Discreet
from appagent.prompting.fence import Fence
from appagent.prompting.templates import Prompts
from appagent.sessions.request import NO_MODEL, Request
from appagent.sessions.session import Session
from appagent.settings import Settings
from appagent.store import Record, Store


def build_agent(settings: Settings, request: Request, session: Session, cancel: Cancel) -> Agent:
    """Return the agent that carries a task out.

    Raises UsageError if the agent needs a model and no model is set, or if its mode cannot be loaded or gives no agent.
    """
    if request.agent == "random":
        return Chance(settings.seed or 0)
    if (request.agent or settings.agent_default) == "offline":
        from appagent.offline.executor import Executor  # a model's run has no use for it

        return Executor(_documents(session.store, session.package, request.docs, settings.seed or 0))
    store = session.store if request.docs == "auto" else None
    kit = Kit(_model(settings, session, cancel), store, _prompts(settings), settings.see, settings.seed or 0)
    return build_mode(settings.mode, kit)


def build_learners(
    settings: Settings, request: Request, session: Session, cancel: Cancel
) -> tuple[Explorer, Reflector, str]:
    """Return the explorer and the reflector that learn an app, and the name of their kind: "offline" or "model".

    Raises UsageError if they need a model and no model is set.
    """
    if (request.agent or settings.agent_default) == "offline":
        from appagent.offline.explorer import OfflineExplorer

        return OfflineExplorer(), OfflineReflector(), "offline"
    from appagent.learning.model import ModelExplorer

    model, prompts = _model(settings, session, cancel), _prompts(settings)
    return ModelExplorer(model, settings.see, prompts), _reflector(settings, model, prompts), "model"


def build_describer(settings: Settings, request: Request, session: Session, cancel: Cancel) -> Describer:
    """Return the object that describes in words what each step of a demonstration did.

    Raises UsageError if a model is needed for this and no model is set.
    """
    if (request.agent or settings.agent_default) == "offline":
        return OfflineReflector()
    return _reflector(settings, _model(settings, session, cancel), _prompts(settings))


def _prompts(settings: Settings) -> Prompts:
    return Prompts(settings.prompts, Fence.drawn(settings.seed))


def _reflector(settings: Settings, model: Model, prompts: Prompts) -> ModelReflector:
    return ModelReflector(model, settings.see, prompts, settings.picture_side, settings.retries)


def _model(settings: Settings, session: Session, cancel: Cancel) -> Model:
    from appagent.models.openai import OpenAIModel  # takes half a second to import

    if not settings.model:
        raise UsageError(NO_MODEL)
    model = OpenAIModel(settings.endpoint, session.budget, sleep=cancel.wait)
    return Discreet(model, session.recorder.secrets)


def _documents(store: Store, package: str, docs: str, seed: int) -> Sequence[Record]:
    if docs == "none":
        return ()
    records = store.current(package)
    if docs == "auto":
        return records
    from appagent.learning.shuffle import shuffled

    return shuffled(records, seed)
