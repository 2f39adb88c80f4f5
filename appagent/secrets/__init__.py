"""Decide where secrets may be typed, find them in texts, and mask them."""

from appagent.secrets.bound import Bound
from appagent.secrets.run_secrets import Secrets, names_in
from appagent.secrets.veiling import veil

__all__ = ["Bound", "Secrets", "names_in", "veil"]
