"""Who decides, judges and describes in a session: the offline agent, or a model behind the prompts."""

from collections.abc import Sequence

from appagent.agent import Agent
from appagent.agents.chance import Chance
from appagent.agents.react import ReAct
from appagent.cancel import Cancel
from appagent.errors import UsageError
from appagent.learning.demonstrate import Describer
from appagent.learning.explore import Explorer
from appagent.learning.reflect import ModelReflector, OfflineReflector, Reflector
from appagent.models import Model
from appagent.models.discreet import Discreet
from appagent.prompting.fence import Fence
from appagent.prompting.templates import Prompts
from appagent.sessions.order import Order
from appagent.sessions.stage import Stage
from appagent.settings import Settings
from appagent.store import Record, Store

_MODES = {"react": ReAct}
NO_MODEL = "no model is set; set APPAGENT_BASE_URL, APPAGENT_API_KEY and APPAGENT_MODEL, or use --agent offline"


def agent_for(settings: Settings, order: Order, stage: Stage, cancel: Cancel) -> Agent:
    """Who carries a task out."""
    if order.agent == "random":
        return Chance(settings.seed or 0)
    if (order.agent or settings.agent_default) == "offline":
        from appagent.offline.executor import Executor  # a model's run has no use for it

        return Executor(_documents(stage.store, stage.package, order.docs, settings.seed or 0))
    store = stage.store if order.docs == "auto" else None
    return _MODES[settings.mode](_model(settings, stage, cancel), store, settings.see, _prompts(settings))


def learners_for(settings: Settings, order: Order, stage: Stage, cancel: Cancel) -> tuple[Explorer, Reflector, str]:
    """Who explores, who judges, and which kind of agent that is."""
    if (order.agent or settings.agent_default) == "offline":
        from appagent.offline.explorer import OfflineExplorer

        return OfflineExplorer(), OfflineReflector(), "offline"
    from appagent.learning.model import ModelExplorer

    model, prompts = _model(settings, stage, cancel), _prompts(settings)
    return ModelExplorer(model, settings.see, prompts), _reflector(settings, model, prompts), "model"


def describer_for(settings: Settings, order: Order, stage: Stage, cancel: Cancel) -> Describer:
    """Who writes down what a person shows."""
    if (order.agent or settings.agent_default) == "offline":
        return OfflineReflector()
    return _reflector(settings, _model(settings, stage, cancel), _prompts(settings))


def _prompts(settings: Settings) -> Prompts:
    return Prompts(settings.prompts, Fence.drawn(settings.seed))


def _reflector(settings: Settings, model: Model, prompts: Prompts) -> ModelReflector:
    return ModelReflector(model, settings.see, prompts, settings.picture_side, settings.retries)


def _model(settings: Settings, stage: Stage, cancel: Cancel) -> Model:
    from appagent.models.openai import OpenAIModel  # takes half a second to import

    if not settings.model:
        raise UsageError(NO_MODEL)
    model = OpenAIModel(settings.endpoint, stage.budget, sleep=cancel.wait)
    return Discreet(model, stage.recorder.secrets)


def _documents(store: Store, package: str, docs: str, seed: int) -> Sequence[Record]:
    if docs == "none":
        return ()
    records = store.current(package)
    if docs == "auto":
        return records
    from appagent.learning.shuffle import shuffled

    return shuffled(records, seed)
