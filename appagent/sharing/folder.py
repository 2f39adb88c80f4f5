"""Use a folder as a hub, for example on a disk that several computers share: one file for each line."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from appagent.errors import StoreError, UsageError
from appagent.files import read_no_link, write_shared
from appagent.store.as_text.jsonl import DOCUMENTS_FILE
from appagent.store.as_text.record_lines import LONGEST_LINE


class FolderHub:
    """Hub in a folder. Raises StoreError for a folder that `docs export` wrote, which git can merge by itself."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        if next(folder.glob(f"*/{DOCUMENTS_FILE}"), None):
            raise StoreError(
                f"{folder} is a folder of documents as text; add to it with: appagent docs export -o {folder}, and "
                f"take it in with: appagent docs import {folder}"
            )

    def __str__(self) -> str:
        return str(self._folder)

    def names(self) -> Iterator[str]:
        """Yield the names of all files in the folders of apps, each as APP/FILE; nothing of folders that are links."""
        try:
            for app in os.listdir(self._folder) if self._folder.exists() else ():
                if (self._folder / app).is_symlink():
                    continue
                with suppress(NotADirectoryError):
                    yield from (f"{app}/{name}" for name in os.listdir(self._folder / app))
        except OSError as error:
            raise StoreError(f"{self._folder} cannot be read: {error.strerror}") from error

    def read(self, names: Sequence[str]) -> Iterator[tuple[str, bytes]]:
        """Yield pairs (name, content) of these files, except those that are gone, links, not files, or too large."""
        for name in names:
            with suppress(UsageError):
                yield name, read_no_link(self._folder / name, LONGEST_LINE)

    def write(self, lines: Mapping[str, bytes]) -> None:
        """Write a file for each line. lines: lines by name."""
        try:
            for name, line in lines.items():
                self._own(name).parent.mkdir(parents=True, exist_ok=True)
                write_shared(self._own(name), line)
        except OSError as error:
            raise StoreError(f"{self._folder} cannot be written: {error.strerror}") from error

    def remove(self, names: Sequence[str]) -> None:
        """Delete the files with these names."""
        try:
            for name in names:
                self._own(name).unlink(missing_ok=True)
        except OSError as error:
            raise StoreError(f"{self._folder} cannot be written: {error.strerror}") from error

    def _own(self, name: str) -> Path:
        """Return the path of a file of the hub. Raises StoreError if a link is in its folder's place."""
        path = self._folder / name
        if path.parent.is_symlink():
            raise StoreError(f"{path.parent} is a link, to {path.parent.readlink()}; remove it from the hub")
        return path
