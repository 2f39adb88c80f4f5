"""Repair what disturbs an app by itself, such as a dialog of another app, by rules and before the agent decides."""

from appagent.recovery.recovery import Recovery

__all__ = ["Recovery"]
