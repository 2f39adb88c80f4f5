"""Listen on a TCP port and serve each connection in a thread of its own, until the port is closed."""

import contextlib
import socket
import threading
import time
from collections.abc import Callable

from appagent.phone.wire.streams import SocketStream, Stream

MOST_CONNECTIONS = 256
_GREETING_S = 10.0
_PAUSE_S = 0.05  # after a connection that the system could not give


class Listener:
    """Runs `converse` on each connection and then ends the connection.

    `converse` raises OSError or EOFError if the client left; any other exception goes to `failed` and ends that
    connection alone. Beyond MOST_CONNECTIONS the oldest connection that has not yet said what it wants is ended, or
    else the new one.
    port 0: any that is free. Raises OSError if the port is taken.
    """

    def __init__(
        self,
        converse: Callable[[Stream], None],
        failed: Callable[[Exception], None],
        host: str = "127.0.0.1",
        port: int = 0,
    ) -> None:
        self._converse, self._failed = converse, failed
        self._socket = socket.create_server((host, port))
        self.host: str = host
        self.port: int = self._socket.getsockname()[1]
        self._lock = threading.Lock()
        self._closed = False
        self._connections: dict[threading.Thread, SocketStream] = {}
        self._acceptor = threading.Thread(target=self._accept, name=f"accept-{self.port}", daemon=True)
        self._acceptor.start()

    def close(self) -> None:
        """End every connection and wait for their threads; may be called twice."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            connections = list(self._connections.items())
        with contextlib.suppress(OSError):  # wakes accept(), which closing the socket would not everywhere
            socket.create_connection((self.host, self.port), timeout=1).close()
        self._acceptor.join()
        self._socket.close()
        for thread, stream in connections:
            stream.close()
            thread.join()

    def hang_up(self) -> None:
        """End every connection that there is; new ones are still taken."""
        with self._lock:
            streams = list(self._connections.values())
        for stream in streams:
            stream.close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:  # no file is free, or the client left at once
                time.sleep(_PAUSE_S)
                continue
            with self._lock:
                if self._closed:
                    connection.close()
                    return
                if not self._begin(connection):
                    connection.close()

    def _begin(self, connection: socket.socket) -> bool:
        """Serve a connection in a thread of its own, if there is room. The lock is held."""
        if len(self._connections) >= MOST_CONNECTIONS and not self._make_room():
            return False
        with contextlib.suppress(OSError, RuntimeError):  # the client left, no thread can be had
            stream = SocketStream(connection, _GREETING_S)
            thread = threading.Thread(target=self._serve, args=(connection, stream), daemon=True)
            thread.start()
            self._connections[thread] = stream
            return True
        return False

    def _make_room(self) -> bool:
        """End the oldest connection that is not admitted; return whether there was one."""
        oldest = next((thread for thread, stream in self._connections.items() if not stream.admitted), None)
        if oldest is not None:
            self._connections.pop(oldest).close()
        return oldest is not None

    def _serve(self, connection: socket.socket, stream: Stream) -> None:
        try:
            with connection, contextlib.suppress(OSError, EOFError):
                self._converse(stream)
        except Exception as error:  # whatever a client says, the phone goes on
            self._failed(error)
        finally:
            stream.close()  # wakes a thread that still reads from it
            with self._lock:
                self._connections.pop(threading.current_thread(), None)
