"""Build the agent, explorer or reflector that a session needs, from its request and the settings."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from appagent.agent import Agent
from appagent.agents import build_mode
from appagent.agents.kit import Kit
from appagent.agents.random_agent import RandomAgent
from appagent.agents.replay import Replay
from appagent.devices.base import kind_asked
from appagent.documents.encoder import LocalEncoder, encoder_installed, load_ahead
from appagent.documents.facts import observed_effect
from appagent.documents.map.app_map import KnownLabels
from appagent.documents.map.kinds import by_kinds
from appagent.documents.map.known_map import KnownMap
from appagent.errors import UsageError
from appagent.guard import Guard
from appagent.learning.asking.survey import Surveyor
from appagent.learning.crawl.carried_over import Earlier
from appagent.learning.crawl.entries import Entries
from appagent.learning.explore import Learning
from appagent.learning.explorer import Crawler, Explorer
from appagent.learning.reflect import ModelReflector, OfflineReflector, Reflector
from appagent.learning.writing.shuffle import shuffled, shuffled_labels
from appagent.models import Model
from appagent.models.embeddings import EndpointEncoder
from appagent.models.masking import MaskingModel
from appagent.prompting.asking import Asker
from appagent.prompting.fence import Fence
from appagent.prompting.opinion import SecondOpinion
from appagent.prompting.templates import Prompts
from appagent.prompting.words.relevance import Relevance
from appagent.sessions.request import NO_MODEL
from appagent.sessions.session import Session
from appagent.settings import Settings
from appagent.store import Handed, Record, Store
from appagent.store.opening import open_store
from appagent.store.tables.search import Encoder

if TYPE_CHECKING:
    from appagent.experience import Plan
    from appagent.offline.explorer import OfflineExplorer


@contextmanager
def documents_for(session: Session) -> Iterator[Store | None]:
    """Yield the store in which the session looks up documents, or None if it must work without any.

    It is the session's own store; for shuffled documents it is a store in memory.
    """
    docs = session.request.docs
    if docs != "shuffled":
        yield session.store if docs == "auto" else None
        return
    seed = session.settings.seed or 0
    with open_store(Path(":memory:")) as store:
        store.union(Handed(screens=session.store.handed().screens))
        dealt = shuffled(session.store.current(session.package), seed, keep_titles=True)
        # what others signed says something else now, so their signatures would not hold
        store.add(*(replace(each, author=store.author, signature="") for each in dealt))
        yield store


def build_agent(session: Session, store: Store | None, *, attended: bool) -> Agent:
    """Return the agent that carries a task out.

    store: the store to look documents up in, or None.
    attended: True if the guard can ask a person.
    Raises UsageError if the agent needs a model and no model is set, or if its mode cannot be loaded or gives no agent.
    """
    settings, request = session.settings, session.request
    if request.plan:
        translated = is_translated(session, request.plan)
        return Replay(request.plan, request.values, request.start, translated=translated, attended=attended)
    if session.agent == "random":
        return RandomAgent(settings.seed or 0)
    if session.agent == "offline":
        from appagent.offline.executor import Executor  # not needed in a run with a model

        return Executor(*_documents(session))
    locale = session.device.locale() if store else ""
    kit = Kit(_model(session), store, _prompts(settings), settings.see, settings.seed or 0, locale, session.dialect)
    return build_mode(settings.mode, kit)


def build_encoder(settings: Settings) -> Encoder | None:
    """Return the encoder to compare tasks by meaning: the one that is set, else the extra's, else None."""
    if settings.embeddings not in ("", "encoder"):
        return EndpointEncoder(settings.endpoint, settings.embeddings)
    return LocalEncoder() if encoder_installed() else None


def is_translated(session: Session, plan: "Plan") -> bool:
    """Tell whether the phone's language is another one now than when a plan was made."""
    return speaks_otherwise(plan.locale, session.device.locale())


def speaks_otherwise(then: str, now: str) -> bool:
    """Tell whether two locales have different languages; False if one is not known.

    >>> speaks_otherwise("en-US", "zh-CN"), speaks_otherwise("en-US", "en-GB"), speaks_otherwise("", "de-DE")
    (True, False, False)
    """
    languages = [locale.replace("_", "-").partition("-")[0] for locale in (then, now)]
    return all(languages) and languages[0] != languages[1]


def build_map(session: Session, store: Store | None) -> KnownMap | None:
    """Return the map of the session's app, by which a model can name pages; None without a model or documents."""
    if store is None or session.agent != "model":
        return None
    app = session.package
    records, labels = by_kinds(store.under_newer_names(store.current(app)), store.labels(app), store.kinds(app))
    known = KnownMap(records, labels, store.known_as, Relevance(session.request.goal).names)
    if known:
        load_ahead()  # the first prompt compares the places with the goal by meaning
    return known


def build_opinion(session: Session) -> SecondOpinion | None:
    """Return the object that gives the guard second opinions; None if these are off, or if the agent is no model.

    A model with a dialect gives none, because it can only name actions.
    """
    settings = session.settings
    if settings.judge == "off" or session.agent != "model" or not settings.model or session.dialect:
        return None
    return SecondOpinion(build_asker(session), session.store)


_TO_TAKE_BACK = 15  # most steps to delete each thing


@dataclass(frozen=True)
class Learners:
    """Objects that learn an app together. survey, model_name: as in `Learning`."""

    explorer: Explorer
    reflector: Reflector
    survey: Surveyor | None = None
    model_name: str = ""


def build_learners(session: Session, earlier: Earlier | None) -> Learners:
    """Build the explorer and the reflector of a learning run, as the request asks for them.

    This is a crawl, a crawl that asks a model about whole screens, or a model that chooses each action. earlier: what
    earlier learning runs of the app knew, for a crawl. Raises UsageError if a model is needed and none is set.
    """
    if session.agent == "offline":
        return Learners(_crawler(session, earlier, rounds=True), OfflineReflector())
    settings = session.settings
    if not session.request.surveys:
        return build_choosers(session)
    surveyor = Surveyor(
        _crawler(session, earlier, rounds=False), build_asker(session), session.store, session.recorder,
        session.device.version(session.package), settings.picture_side, settings.retries,
        session.request.is_own(settings),
    )  # fmt: skip
    return Learners(surveyor, OfflineReflector(), surveyor)


def build_choosers(session: Session) -> Learners:
    """Build the explorer and the reflector for a model that chooses each action, with or without a goal."""
    from appagent.learning.asking.model import ModelExplorer

    settings, at_once = session.settings, session.request.reflect == "once"
    model, prompts = _model(session), _prompts(settings)
    explorer = ModelExplorer(model, settings.see, prompts, session.store, at_once=at_once, dialect=session.dialect)
    if at_once:
        return Learners(explorer, OfflineReflector(), model_name=model.name)
    return Learners(explorer, _reflector(settings, model, prompts))


def build_asker(session: Session) -> Asker:
    """Build the object that sends questions to the session's model. Raises UsageError if no model is set."""
    return Asker(_model(session), session.settings.see, _prompts(session.settings))


def earlier_of(session: Session) -> Earlier | None:
    """Return what earlier learning runs of the app knew at their end; None if there were none, or it cannot be read."""
    from appagent.offline.explorer import OfflineExplorer  # not needed in a run with a model

    return Earlier.of(session.store, session.package, OfflineExplorer().recall)


def _crawler(session: Session, earlier: Earlier | None, *, rounds: bool) -> "OfflineExplorer":
    """Build the explorer of a crawl. It begins with what the store knows of the app: documents, map, what was tried.

    earlier: what earlier learning runs knew at their end, if they have ended. rounds: False if a model is asked once
    everything was tried, because its answer gives more to try.
    """
    from appagent.offline.explorer import OfflineExplorer  # not needed in a run with a model
    from appagent.offline.walker import Walker

    store, device, package = session.store, session.device, session.package
    known = [each for each in store.current(package) if not (each.untrusted or session.request.anew)]
    renamed = store.under_newer_names(known)
    sure = [each for each in (*known, *renamed) if not each.failing and observed_effect(each) != "refused"]
    covered = frozenset((each.screen_id, each.element_id, each.action) for each in sure)
    names = getattr(device, "entries", None)
    crawler = OfflineExplorer(
        covered=covered, entries=Entries(names(package) if names else ()),
        asks=kind_asked(device),
        rounds=rounds and not (earlier.finished if earlier else covered),
        walker=Walker(() if earlier else renamed, store.labels(package) if renamed and not earlier else {}),
    )  # fmt: skip
    if earlier:
        crawler.recall(earlier.carried_over(device.version(package), session.settings.allow))
    return crawler


def build_take_back(learning: Learning) -> Learning | None:
    """Build a learning run that deletes what another learning run has made; None if it made nothing or there is no map.

    Its guard permits only these deletions.
    """
    from appagent.offline.explorer import OfflineExplorer
    from appagent.offline.take_back import TakeBack

    crawler = crawler_of(learning.explorer)
    if not isinstance(crawler, OfflineExplorer) or not learning.made.left:
        return None
    policy = TakeBack(crawler.walker, learning.made)
    most = learning.rounds() + _TO_TAKE_BACK * len(learning.made.left)
    return replace(
        learning, explorer=policy, guard=Guard(careful=True, consent=policy.may), survey=None, _useless=set(), _own=(),
        limits=replace(learning.limits, max_steps=most),
    )  # fmt: skip


def crawler_of(explorer: Explorer) -> Crawler:
    """Return the crawler that an explorer lets explore, or the explorer itself."""
    return cast(Crawler, getattr(explorer, "crawler", explorer))


def build_describer(session: Session) -> Reflector:
    """Build the object that describes in words what each step of a demonstration did.

    A model with a dialect can only name actions, so the offline reflector takes its place. Raises UsageError if a model
    is needed and none is set.
    """
    if session.agent == "offline" or session.dialect:
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
    return MaskingModel(model, session.recorder.secrets)


def _documents(session: Session) -> tuple[Sequence[Record], KnownLabels]:
    """Return the documents of the session's app, and the labels that this machine has seen on the app's screens."""
    if session.request.docs == "none":
        return (), {}
    store, seed = session.store, session.settings.seed or 0
    records = store.under_newer_names(store.current(session.package))
    labels = store.labels(session.package)
    if session.request.docs == "auto":
        return records, labels
    return shuffled(records, seed), shuffled_labels(labels, seed)
