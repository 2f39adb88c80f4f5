"""Decide where secrets may be typed, find them in texts, and mask them."""

from appagent.secrets.masked_screens import mask_screen
from appagent.secrets.run_secrets import Secrets, names_in
from appagent.secrets.typing_rule import TypingRule

__all__ = ["Secrets", "TypingRule", "mask_screen", "names_in"]
