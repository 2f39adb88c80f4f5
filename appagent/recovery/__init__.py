"""Recovery from what comes over an app by itself: stated rules, applied before the agent decides."""

from appagent.recovery.recovery import Recovery

__all__ = ["Recovery"]
