"""Vision: what a screen's picture shows and its hierarchy does not."""

from appagent.screen.vision.blind import black, forbidden, gaps
from appagent.screen.vision.ocr import INSTALL, installed
from appagent.screen.vision.reader import Reader, eyes

__all__ = ["INSTALL", "Reader", "black", "eyes", "forbidden", "gaps", "installed"]
