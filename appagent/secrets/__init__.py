"""Secrets: where they may be typed, how they are found in texts, and how they are masked."""

from appagent.secrets.bound import Bound
from appagent.secrets.known import Secrets, names_in

__all__ = ["Bound", "Secrets", "names_in"]
