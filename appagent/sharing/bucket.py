"""Use a bucket as a hub, at Amazon (s3://) or at Google (gs://): one object for each line. Needs the extra `bucket`."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from appagent.errors import StoreError
from appagent.sharing.address import Address, extra, scrubbed
from appagent.store.as_text.record_lines import LONGEST_LINE

_SECONDS = 20  # to wait for an answer


class BucketHub:
    """Hub in a bucket.

    Access keys come from the provider's own settings and environment variables, never from the address.
    """

    def __init__(self, address: Address) -> None:
        self._address = address
        self._root = address.place.rstrip("/")
        with extra("bucket"):
            self._errors: tuple[type[Exception], ...] = (OSError, *_errors(address.scheme))
        with extra("bucket"), self._explained():
            self._file_system = _file_system(address.scheme)

    def __str__(self) -> str:
        return str(self._address)

    def names(self) -> Iterator[str]:
        """Yield the names of all objects in the bucket that are small enough, including objects that are not ours."""
        with self._explained():
            found = self._file_system.find(self._root, detail=True)
        for path, about in found.items():
            if about["size"] <= LONGEST_LINE:
                yield path.removeprefix(f"{self._root}/")

    def read(self, names: Sequence[str]) -> Iterator[tuple[str, bytes]]:
        """Yield pairs (name, content) of these objects, except those that are gone or too large."""
        with self._explained():
            paths = [f"{self._root}/{name}" for name in names]
            ends = [LONGEST_LINE + 1] * len(paths)
            found = self._file_system.cat_ranges(paths, [0] * len(paths), ends, on_error="return")
            for name, line in zip(names, found, strict=True):
                if isinstance(line, Exception) and not isinstance(line, FileNotFoundError):
                    raise line
                if isinstance(line, bytes) and len(line) <= LONGEST_LINE:
                    yield name, line

    def write(self, lines: Mapping[str, bytes]) -> None:
        """Write an object for each line. lines: lines by name."""
        with self._explained():
            self._file_system.pipe({f"{self._root}/{name}": line for name, line in lines.items()})

    def remove(self, names: Sequence[str]) -> None:
        """Delete the objects with these names."""
        with self._explained():
            self._file_system.rm([f"{self._root}/{name}" for name in names])

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn errors of the providers' libraries in the `with` block into a StoreError without secrets."""
        try:
            yield
        except StoreError:
            raise
        except FileNotFoundError as error:
            raise StoreError(f"there is no bucket {self._address}; make it first, or name another") from error
        except PermissionError as error:
            raise StoreError(f"{self._address} may not be used with these keys: {_why(error)}") from error
        except self._errors as error:
            raise StoreError(f"{self._address} cannot be used: {_why(error)}") from error


def _why(error: BaseException) -> str:
    return scrubbed(str(error) or type(error).__name__)


def _file_system(scheme: str) -> Any:
    """Return the file system of a provider ("s3" or "gs"), with its cache of listings off."""
    if scheme == "s3":
        from s3fs import S3FileSystem

        patience = {"connect_timeout": _SECONDS, "read_timeout": _SECONDS, "retries": {"max_attempts": 3}}
        return S3FileSystem(config_kwargs=patience, use_listings_cache=False, skip_instance_cache=True)
    from gcsfs.core import GCSFileSystem  # gcsfs's own default asks over gRPC first what kind of bucket it is

    return GCSFileSystem(timeout=_SECONDS, use_listings_cache=False, skip_instance_cache=True)


def _errors(scheme: str) -> tuple[type[Exception], ...]:
    """Return the classes of errors, besides OSError, that a provider's libraries raise."""
    import aiohttp

    if scheme == "s3":
        from botocore.exceptions import BotoCoreError, ClientError

        return BotoCoreError, ClientError, aiohttp.ClientError
    from gcsfs.retry import HttpError
    from google.auth.exceptions import GoogleAuthError

    return HttpError, GoogleAuthError, aiohttp.ClientError
