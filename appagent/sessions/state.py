"""Keep the state of an agent on disk with each step, and hand it back when its run is continued."""

from appagent.agent import Agent, Remembering
from appagent.errors import UsageError
from appagent.runs.trajectory import Recorder, Step
from appagent.sessions.request import OnStep


def keep_state(agent: Agent, mode: str, recorder: Recorder, on_step: OnStep) -> OnStep:
    """Return `on_step`, which first writes the agent's state to disk where the agent has one."""
    if not isinstance(agent, Remembering):
        return on_step

    def kept(step: Step) -> None:
        recorder.remember({"mode": mode, "state": agent.remember()})
        on_step(step)

    return kept


def restore_state(agent: Agent, mode: str, recorder: Recorder) -> None:
    """Give an agent the state that its run has kept, where there is one and the agent has any.

    Raises UsageError where another mode kept it, or the agent cannot read it.
    """
    kept = recorder.remembered()
    if kept is None or not isinstance(agent, Remembering):
        return
    begun = kept.get("mode") if isinstance(kept, dict) else None
    if begun != mode:
        raise UsageError(
            f"the state kept in {recorder.folder} is that of the mode {str(begun)[:40]!r}, not of {mode!r}: continue "
            "the run with the --mode it was begun with"
        )
    try:
        agent.recall(kept["state"])
    except (KeyError, TypeError, ValueError) as error:
        raise UsageError(f"the mode {mode!r} cannot read the state kept in {recorder.folder}: {error}") from error
