"""Save the state of an agent with each step, and restore it when the run is continued."""

from appagent.agent import Agent, Remembering
from appagent.errors import UsageError
from appagent.runs.recorder import Recorder
from appagent.runs.trajectory import Step
from appagent.sessions.request import OnStep


def keep_state(agent: Agent, mode: str, recorder: Recorder, on_step: OnStep) -> OnStep:
    """Return a function to call with each step: it saves the agent's state to disk and then calls `on_step`.

    If the agent has no state of its own, `on_step` itself is returned.
    mode: the agent's mode, or "offline" or "random" for an agent without a mode; it is saved with the state.
    """
    if not isinstance(agent, Remembering):
        return on_step

    def save_and_report(step: Step) -> None:
        recorder.remember({"mode": mode, "state": agent.remember()})
        on_step(step)

    return save_and_report


def restore_state(agent: Agent, mode: str, recorder: Recorder) -> None:
    """Give an agent the state that was saved in its run. If no state was saved, do nothing.

    mode: as in `keep_state`.
    Raises UsageError if another mode saved the state, or if the agent cannot restore it.
    """
    kept = recorder.remembered()
    if kept is None:
        return
    begun = kept.get("mode") if isinstance(kept, dict) else None
    if begun != mode:
        raise UsageError(
            f"the state kept in {recorder.folder} is that of the mode {str(begun)[:40]!r}, not of {mode!r}: continue "
            "the run in the mode it was begun with"
        )
    try:
        if not isinstance(agent, Remembering):
            raise TypeError("it has no remember and recall")
        agent.recall(kept["state"])
    except (KeyError, TypeError, ValueError) as error:
        raise UsageError(f"the mode {mode!r} cannot read the state kept in {recorder.folder}: {error}") from error
