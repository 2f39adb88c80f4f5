"""Start the command line, `appagent` or `python -m appagent`; hear Ctrl-C before anything slow is imported."""

import os
import signal
import sys
from types import FrameType

from appagent.cancel import importing


def main() -> None:
    """Run the command that was typed."""
    signal.signal(signal.SIGINT, _heard)
    try:
        from appagent.cli.main import main as command

        command()
    except KeyboardInterrupt:
        _leave()


def _heard(_number: int, frame: FrameType | None) -> None:
    if importing(frame):
        _leave()
    raise KeyboardInterrupt


def _leave() -> None:
    """End at once: nothing has begun that would need an end."""
    if "--json" in sys.argv:
        os.write(1, b'{"status": "error", "reason": "interrupted"}\n')
    os.write(2, b"appagent: interrupted; nothing was done yet\n")
    os._exit(130)


if __name__ == "__main__":
    main()
