"""AppAgent: learn an Android app once, use it many times."""

__version__ = "0.1.0"
