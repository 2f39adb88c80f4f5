"""Run code on untrusted input in a child process with limits on time, memory and output."""

import contextlib
import importlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from appagent.errors import UsageError

_START_S = 60.0  # time for the child to import its modules on a busy machine
_LONGEST_LINE = 600  # letters of an error message
_CPU_USED_UP = -getattr(signal, "SIGXCPU", 0)  # exit status of a process stopped for its use of the processor
_KEPT = ("SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")  # environment variables that Python needs to start
_CHILD = (
    "import sys; sys.path += sys.argv[2:]; from appagent.confine import answer_requests; answer_requests(sys.argv[1])"
)


@dataclass(frozen=True)
class ChildLimits:
    """Limits on one request to a child process.

    seconds: time after which the child is stopped.
    memory_mb: memory of the whole child (enforced on Linux only).
    output_bytes: size of the answer as JSON.
    """

    seconds: float = 5.0
    memory_mb: int = 256
    output_bytes: int = 1_000_000


class Confined:
    """Function that runs in a child process, which starts at the first request and is reused after that.

    target: "module:function"; the function takes and returns plain JSON. The child sees none of our environment
    variables, never imports from the current folder, writes no file and ignores Ctrl-C. A child that was stopped or has
    died is replaced at the next request. macOS enforces no memory limit; Windows only limits time and output.
    """

    def __init__(self, target: str, limits: ChildLimits | None = None) -> None:
        self._target, self._limits = target, limits or ChildLimits()
        self._child: _Child | None = None
        self._turn = threading.Lock()

    def ask(self, request: Any, doing: str) -> Any:
        """Call the function in the child process and return its result.

        request: the function's argument, as plain JSON.
        doing: what the request is about, such as "the prompt act.j2", with which error messages begin.
        Raises UsageError, with a message of one line, if the function raises an exception or a limit is reached. A
        UsageError that the function raises keeps its own message.
        """
        with self._turn:
            child, self._child = self._child, None  # after an interruption the child is dropped, and so ended
            if child is None or not child.usable():
                child = _Child(self._target, self._limits)
            reply = child.exchange(request, doing, self._limits.seconds)
            if "limit" in reply:
                raise UsageError(f"{doing} {reply['limit']}")
            self._child = child
        if "answer" in reply:
            return reply["answer"]
        raise UsageError(_one_line(str(reply.get("said") or f"{doing} cannot be used: {reply.get('fault')}")))


class _Child:
    """Running child process that serves one request after another and ends when this object is deleted."""

    def __init__(self, target: str, limits: ChildLimits) -> None:
        self._limits, self._owner, self._timed_out = limits, os.getpid(), False
        command = [sys.executable, "-I", "-c", _CHILD, target, *_import_path()]
        window = getattr(subprocess, "CREATE_NO_WINDOW", 0) | getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
        try:
            self._process = subprocess.Popen(  # noqa: S603 - our own code, in our own Python
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={name: os.environ[name] for name in _KEPT if name in os.environ},
                cwd=Path(__file__).parent,
                start_new_session=True,
                creationflags=window,
            )
        except OSError as error:
            raise UsageError(f"cannot start {sys.executable} as a child process: {error.strerror}") from error
        weakref.finalize(self, _end, self._process, self._owner)
        ready = self.exchange([limits.seconds, limits.memory_mb, limits.output_bytes], "the child process", _START_S)
        if "fault" in ready:
            raise UsageError(f"the child process for {target} cannot start: {_one_line(str(ready['fault']))}")

    def usable(self) -> bool:
        """Tell whether the child is alive and was started by this process.

        After a fork, the new process must start its own child.
        """
        return self._owner == os.getpid() and self._process.poll() is None

    def exchange(self, message: Any, doing: str, seconds: float) -> dict[str, Any]:
        """Send one message to the child and return its reply.

        message: plain JSON. The first message is a list of the limits, each later one the function's argument.
        doing: what the message is about, with which error messages begin.
        seconds: time after which the child is stopped.

        The reply to an argument has one of these keys: "answer", the function's result; "said", the message of a
        UsageError that it raised; "fault", the text of any other exception; or "limit", the limit that was reached.
        Raises UsageError if there is no reply.
        """
        most = self._limits.output_bytes + 100  # room for the JSON around the answer
        with self._stopped_after(seconds):
            line = self._send_and_read(message, most)
        ended = len(line) <= most and not line.endswith(b"\n")
        status = self._exit_status() if ended else 0
        if self._timed_out or (status and status == _CPU_USED_UP):
            raise UsageError(f"{doing} took longer than {seconds:g} s and was stopped")
        if ended:
            raise UsageError(f"{doing} ended the process that worked on it (status {status})")
        if len(line) > most:
            raise UsageError(f"{doing} {_too_much(self._limits.output_bytes)}")
        try:
            reply = _from_line(line)
        except (ValueError, RecursionError) as error:
            raise UsageError(f"{doing} gave an answer that cannot be read: {_one_line(str(error))}") from error
        return reply if isinstance(reply, dict) else {}

    def _send_and_read(self, message: Any, most: int) -> bytes:
        """Send a message to the child and return the line that it replies.

        The line is incomplete if the child ended meanwhile. If it is longer than `most` bytes, only `most` + 1 bytes
        are returned.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with contextlib.suppress(OSError):  # the child has ended, and may have said why
            _send(self._process.stdin, _to_line(message))
        try:
            return self._process.stdout.readline(most + 1)
        except OSError:
            return b""

    def _exit_status(self) -> int:
        """Return the exit status of a child that closed its pipes; kill it if it has not ended after a second."""
        try:
            return self._process.wait(1)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()

    @contextlib.contextmanager
    def _stopped_after(self, seconds: float) -> Iterator[None]:
        """Kill the child process if the block takes longer than `seconds`."""
        timer = threading.Timer(seconds, self._stop)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
        timer.join()

    def _stop(self) -> None:
        self._timed_out = True
        self._process.kill()


def answer_requests(target: str) -> None:
    """Answer requests from standard input until it ends, as the main function of the child process.

    target: the function that gives the answers, as "module:function".
    """
    inputs, outputs = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    for number in (0, 1):  # prints must not get between the answers
        os.dup2(os.open(os.devnull, os.O_RDWR), number)
    module, _, name = target.partition(":")
    try:
        function = getattr(importlib.import_module(module), name)
    except Exception as error:  # the parent must hear of a broken module, whatever it raises
        _send(outputs, _to_line({"fault": f"{type(error).__name__}: {error}"[:_LONGEST_LINE]}))
        return
    seconds, memory_mb, output_bytes = _from_line(inputs.readline())
    _limit("RLIMIT_AS", memory_mb * 1_000_000)
    _limit("RLIMIT_FSIZE", 0)
    _limit("RLIMIT_CORE", 0)
    _send(outputs, _to_line({}))
    for line in inputs:
        # so that a child whose parent is gone ends by itself
        _limit("RLIMIT_CPU", int(time.process_time() + seconds) + 2, rises=True)
        reply = _reply(function, line, memory_mb)
        _send(outputs, reply if len(reply) <= output_bytes else _to_line({"limit": _too_much(output_bytes)}))


def _reply(function: Callable[[Any], Any], data: bytes, memory_mb: int) -> bytes:
    try:
        return _to_line({"answer": function(_from_line(data))})
    except UsageError as error:
        return _to_line({"said": str(error)[:_LONGEST_LINE]})
    except MemoryError:
        return _to_line({"limit": f"needs more than {memory_mb} MB of memory"})
    except RecursionError:
        return _to_line({"limit": "is nested too deeply"})
    except Exception as error:  # untrusted input may raise anything
        return _to_line({"fault": f"{type(error).__name__}: {error}"[:_LONGEST_LINE]})


def _too_much(output_bytes: int) -> str:
    return f"made more than {output_bytes:,} bytes"


def _limit(name: str, most: int, *, rises: bool = False) -> None:
    """Lower one of the operating system's limits on this process, if the system has that limit.

    name: its name in the module `resource`, such as "RLIMIT_AS".
    rises: True if a later call may raise it again.
    """
    try:
        import resource
    except ImportError:  # Windows
        return
    kind = getattr(resource, name)
    hard = resource.getrlimit(kind)[1]
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    with contextlib.suppress(ValueError, OSError):  # macOS knows limits that it will not take
        resource.setrlimit(kind, (most, hard if rises else most))


def _import_path() -> list[str]:
    """List the folders that the child imports from: this process's own import path without the current folder."""
    found = [place for place in sys.path if Path(place).is_absolute() and not _is_current_folder(place)]
    return [*found, str(Path(__file__).resolve().parents[1])]


def _is_current_folder(place: str) -> bool:
    try:
        return Path(place).samefile(Path.cwd())
    except OSError:
        return False


def _end(process: "subprocess.Popen[bytes]", owner: int) -> None:
    if owner != os.getpid():  # only the process that started the child may end it
        return
    process.kill()
    for pipe in (process.stdin, process.stdout):
        with contextlib.suppress(OSError):  # unsent bytes are lost, which is fine
            if pipe:
                pipe.close()
    process.wait()


def _to_line(value: Any) -> bytes:
    """Return a message as one line of JSON."""
    return json.dumps(value, ensure_ascii=False).encode(errors="surrogatepass") + b"\n"


def _from_line(data: bytes) -> Any:
    return json.loads(data.decode(errors="surrogatepass"))


def _send(pipe: IO[bytes], data: bytes) -> None:
    pipe.write(data)
    pipe.flush()


def _one_line(words: str) -> str:
    return " ".join(words.split())[:_LONGEST_LINE]
