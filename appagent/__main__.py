"""Start the command line, for `appagent` and `python -m appagent`.

The handler for Ctrl-C is set before anything else is imported, because the imports take long.
"""

import os
import signal
import sys
from types import FrameType

from appagent.cancel import importing


def main() -> None:
    """Run the command line with the arguments of this process.

    Ctrl-C ends it with exit status 130 if nothing was done yet.
    """
    signal.signal(signal.SIGINT, _on_ctrl_c)
    try:
        from appagent.cli.main import main as command

        command()
    except KeyboardInterrupt:
        _exit_interrupted()


def _on_ctrl_c(_number: int, frame: FrameType | None) -> None:
    if importing(frame):
        _exit_interrupted()
    raise KeyboardInterrupt


def _exit_interrupted() -> None:
    """End the process at once with exit status 130, after a message that nothing was done yet."""
    if "--json" in sys.argv:
        os.write(1, b'{"status": "error", "reason": "interrupted"}\n')
    os.write(2, b"appagent: interrupted; nothing was done yet\n")
    os._exit(130)


if __name__ == "__main__":
    main()
