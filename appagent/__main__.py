"""Start the command line, for `appagent` and `python -m appagent`.

The handler for Ctrl-C is set before anything else is imported, because the imports take long.
"""

import os
import signal
import sys
from types import FrameType

from appagent.cancel import importing


def main() -> None:
    """Run the command line with the arguments of this process. Ctrl-C during an import ends it with exit status 130."""
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
    """End the process at once with exit status 130, after a message.

    Parts of a command are imported only when it needs them, so that it may have done something before.
    """
    if "--json" in sys.argv:
        os.write(1, b'{"status": "error", "reason": "interrupted"}\n')
    os.write(2, b"appagent: interrupted; what was saved up to here is kept\n")
    os._exit(130)


if __name__ == "__main__":
    main()
