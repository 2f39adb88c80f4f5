"""Parse the dialect of MAI-UI: GUI-Owl's tool `mobile_use`, with a few more actions and coordinates from 0 to 999.

It thinks in `<thinking>`, swipes by the direction of the finger, and drags between two points.
Source: github.com/Tongyi-MAI/MAI-UI, src/prompt.py, src/mai_naivigation_agent.py and web_ui/adb_utils.py.
"""

from appagent.actions.dialects.base import Dialect
from appagent.actions.dialects.gui_owl import read

MAI_UI = Dialect("mai-ui", "mai_ui", read, most=999)
