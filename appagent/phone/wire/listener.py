"""A TCP port whose every connection has a thread of its own, until the port is closed."""

import contextlib
import socket
import threading
from collections.abc import Callable

from appagent.phone.wire.streams import SocketStream, Stream


class Listener:
    """Runs `converse` on each connection and then ends it; it raises OSError or EOFError when the client left.

    port 0: any that is free. Raises OSError where the port is taken.
    """

    def __init__(self, converse: Callable[[Stream], None], host: str = "127.0.0.1", port: int = 0) -> None:
        self._converse = converse
        self._socket = socket.create_server((host, port))
        self.host: str = host
        self.port: int = self._socket.getsockname()[1]
        self._lock = threading.Lock()
        self._closed = False
        self._connections: dict[threading.Thread, Stream] = {}
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

    def _accept(self) -> None:
        while True:
            connection, _ = self._socket.accept()
            with self._lock:
                if self._closed:
                    connection.close()
                    return
                stream = SocketStream(connection)
                thread = threading.Thread(target=self._serve, args=(connection, stream), daemon=True)
                self._connections[thread] = stream
            thread.start()

    def _serve(self, connection: socket.socket, stream: Stream) -> None:
        try:
            with connection, contextlib.suppress(OSError, EOFError):
                self._converse(stream)
        finally:
            stream.close()  # wakes a thread that still reads from it
            with self._lock:
                del self._connections[threading.current_thread()]
