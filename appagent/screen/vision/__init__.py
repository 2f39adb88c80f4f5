"""Vision: recognise on a screen's picture what its hierarchy leaves out."""

from appagent.screen.vision.blind import black, forbidden, gaps
from appagent.screen.vision.ocr import INSTALL, ocr_installed
from appagent.screen.vision.reader import PictureReader, picture_readers

__all__ = ["INSTALL", "PictureReader", "black", "forbidden", "gaps", "ocr_installed", "picture_readers"]
