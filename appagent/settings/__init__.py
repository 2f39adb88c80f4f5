"""Define the settings: their names and types, where their values come from, and who may set them."""

from appagent.settings.options import OPENAI_URL, Endpoint, LeftOut, Settings
from appagent.settings.permits import GUARDED
from appagent.settings.sources import load

__all__ = ["GUARDED", "OPENAI_URL", "Endpoint", "LeftOut", "Settings", "load"]
