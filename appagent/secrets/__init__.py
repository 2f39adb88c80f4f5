"""Secrets: given by name, typed by the driver where they belong, and masked in all that is written down or sent."""

from appagent.secrets.bound import Bound
from appagent.secrets.known import Secrets, names_in

__all__ = ["Bound", "Secrets", "names_in"]
