"""Build the agent, explorer, reflector or describer that a session needs, from its request and the settings."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from appagent.agent import Agent
from appagent.agents import build_mode
from appagent.agents.chance import Chance
from appagent.agents.kit import Kit
from appagent.errors import UsageError
from appagent.learning.demonstrate import Describer
from appagent.learning.explore import Explorer
from appagent.learning.reflect import ModelReflector, OfflineReflector, Reflector
from appagent.learning.shuffle import KnownLabels, shuffled, shuffled_labels
from appagent.models import Model
from appagent.models.discreet import Discreet
from appagent.prompting.asking import Asker
from appagent.prompting.fence import Fence
from appagent.prompting.opinion import SecondOpinion
from appagent.prompting.templates import Prompts
from appagent.sessions.request import NO_MODEL
from appagent.sessions.session import Session
from appagent.settings import Settings
from appagent.store import Handed, Record, Store
from appagent.store.opening import open_store


@contextmanager
def documents_for(session: Session) -> Iterator[Store | None]:
    """Yield the store in which a model's documents are looked up: the session's, or None for no documents.

    For shuffled documents it is a store in memory.
    """
    docs = session.request.docs
    if docs != "shuffled":
        yield session.store if docs == "auto" else None
        return
    seed = session.settings.seed or 0
    with open_store(Path(":memory:")) as store:
        store.union(Handed(screens=session.store.handed().screens))
        store.add(*shuffled(session.store.current(session.package), seed, keep_titles=True))
        yield store


def build_agent(session: Session, store: Store | None = None) -> Agent:
    """Return the agent that carries a task out. store: the store in which a model's documents are looked up, or None.

    Raises UsageError if the agent needs a model and no model is set, or if its mode cannot be loaded or gives no agent.
    """
    settings = session.settings
    if session.agent == "random":
        return Chance(settings.seed or 0)
    if session.agent == "offline":
        from appagent.offline.executor import Executor  # a model's run has no use for it

        return Executor(*_documents(session))
    locale = session.device.locale() if store else ""
    kit = Kit(_model(session), store, _prompts(settings), settings.see, settings.seed or 0, locale)
    return build_mode(settings.mode, kit)


def build_opinion(session: Session) -> SecondOpinion | None:
    """Return the object that gives the guard second opinions; None if these are off, or the agent is no model."""
    settings = session.settings
    if settings.judge == "off" or session.agent in ("offline", "random") or not settings.model:
        return None
    return SecondOpinion(Asker(_model(session), settings.see, _prompts(settings)), session.store)


def build_learners(session: Session) -> tuple[Explorer, Reflector]:
    """Return the explorer and the reflector that learn an app.

    Raises UsageError if they need a model and no model is set.
    """
    if session.agent == "offline":
        from appagent.offline.explorer import OfflineExplorer

        known = [each for each in session.store.current(session.package) if not each.untrusted]
        known += session.store.under_newer_names(known)
        covered = frozenset((each.screen_id, each.element_id, each.action) for each in known)
        return OfflineExplorer(covered=covered), OfflineReflector()
    from appagent.learning.model import ModelExplorer

    settings = session.settings
    model, prompts = _model(session), _prompts(settings)
    return ModelExplorer(model, settings.see, prompts, session.store), _reflector(settings, model, prompts)


def build_describer(session: Session) -> Describer:
    """Return the object that describes in words what each step of a demonstration did.

    Raises UsageError if a model is needed for this and no model is set.
    """
    if session.agent == "offline":
        return OfflineReflector()
    return _reflector(session.settings, _model(session), _prompts(session.settings))


def _prompts(settings: Settings) -> Prompts:
    return Prompts(settings.prompts, Fence.drawn(settings.seed))


def _reflector(settings: Settings, model: Model, prompts: Prompts) -> ModelReflector:
    return ModelReflector(model, settings.see, prompts, settings.picture_side, settings.retries)


def _model(session: Session) -> Model:
    from appagent.models.openai import OpenAIModel  # takes half a second to import

    if not session.settings.model:
        raise UsageError(NO_MODEL)
    model = OpenAIModel(session.settings.endpoint, session.budget, sleep=session.cancel.wait)
    return Discreet(model, session.recorder.secrets)


def _documents(session: Session) -> tuple[Sequence[Record], KnownLabels]:
    """Return the documents of the session's app, and the labels that this machine has seen on its screens."""
    if session.request.docs == "none":
        return (), {}
    store, seed = session.store, session.settings.seed or 0
    records = store.under_newer_names(store.current(session.package))
    labels = store.labels(session.package)
    if session.request.docs == "auto":
        return records, labels
    return shuffled(records, seed), shuffled_labels(labels, seed)
