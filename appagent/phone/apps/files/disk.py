"""What Files works on: folders by their paths, the files in them, the trash, and what can be done to them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from appagent.phone.app import App
from appagent.phone.apps.files.seeds import DISK, TRASH

ROOTS = {"": ("Internal storage", 64, 21.4), "SD card": ("SD card", 32, 6.2)}  # label, GB, GB that nobody sees
KINDS = {
    "Images": ("pictures", "#3f6fb5", "jpg png"), "Videos": ("video", "#a8476b", "mp4"),
    "Audio": ("music", "#b5573f", "mp3 m4a"), "Documents": ("note", "#8a56a8", "pdf docx xlsx txt"),
    "Archives": ("bag", "#5c6b7a", "zip"), "Other": ("file", "#8a6d1f", ""),
}  # fmt: skip  # icon, its colour, endings of names
SORTS = ("Name", "Newest first", "Oldest first", "Largest first", "Type")


@dataclass(eq=False)
class File:
    """One file. changed: "2026-11-21 18:40"; was_in: the folder it was deleted from, while it is in the trash."""

    name: str
    size_kb: int = 1
    changed: str = "2026-11-22 10:08"
    text: str = ""
    starred: bool = False
    was_in: str = ""

    @property
    def kind(self) -> str:
        """By its name's ending.

        >>> File("a.MP3").kind, File("mp3").kind
        ('Audio', 'Other')
        """
        ending = self.name.casefold().rpartition(".")[2] if "." in self.name else ""
        return next((kind for kind, (_, _, endings) in KINDS.items() if ending in endings.split()), "Other")

    @property
    def is_text(self) -> bool:
        """Whether it can be read and written here."""
        return bool(self.text) or self.name.casefold().endswith(".txt")


Item = str | File  # a folder by its path ("Documents/Work"; "" is the internal storage), or a file


class Disk(App):
    """The state of Files. Every folder keeps its files in the order of their names."""

    def begin(self) -> None:
        """As a phone is that somebody has used for a year."""
        self.folders = {path: [File(*known) for known in files] for path, files in DISK.items()}
        self.trash = [File(name, size, at, was_in=folder) for name, size, at, folder in TRASH]
        self.sort, self.view = SORTS[0], "List"
        self.show_hidden, self.folders_first = False, True

    # Looking

    def subfolders(self, path: str) -> list[str]:
        """The folders right in a folder, by name, as far as they are to be seen."""
        found = [other for other in self.folders if parent(other) == path and other not in ROOTS]
        return sorted((one for one in found if self.shown(one)), key=str.casefold)

    def inside(self, path: str) -> list[Item]:
        """What a folder shows, in the order that is chosen."""
        files = self.in_order(file for file in self.folders.get(path, []) if self.shown(file.name))
        folders = self.subfolders(path)
        return [*folders, *files] if self.folders_first else [*files, *folders]

    def everywhere(self) -> list[File]:
        """All files that are to be seen, by name."""
        files = (file for path, held in self.folders.items() if self.shown(path) for file in held)
        return sorted((file for file in files if self.shown(file.name)), key=by_name)

    def newest(self) -> list[File]:
        """The last twelve that were changed."""
        return sorted(self.everywhere(), key=lambda file: file.changed, reverse=True)[:12]

    def in_order(self, files: Iterable[File]) -> list[File]:
        """In the order that is chosen; by name where that ties."""
        named = sorted(files, key=by_name)
        match self.sort:
            case "Newest first" | "Oldest first":
                return sorted(named, key=lambda file: file.changed, reverse=self.sort == "Newest first")
            case "Largest first":
                return sorted(named, key=lambda file: -file.size_kb)
            case "Type":
                return sorted(named, key=lambda file: file.name.casefold().rpartition(".")[2])
        return named

    def shown(self, path: str) -> bool:
        """Whether nothing in a path begins with a dot, or such are shown too."""
        return self.show_hidden or not any(part.startswith(".") for part in path.split("/"))

    def folder_of(self, item: Item) -> str:
        """The path of the folder that something lies in; "" for what is gone."""
        if isinstance(item, str):
            return parent(item)
        return next((path for path, files in self.folders.items() if item in files), "")

    def path_of(self, file: File) -> str:
        """The file's whole path, as other apps are given it."""
        return joined(self.folder_of(file), file.name)

    def size_kb(self, item: Item) -> int:
        """Of a file, or of all that is in a folder."""
        if isinstance(item, File):
            return item.size_kb
        return sum(file.size_kb for path, files in self.folders.items() if within(path, item) for file in files)

    def taken(self, name: str, folder: str) -> bool:
        """Whether something in a folder has a name."""
        names = [file.name for file in self.folders.get(folder, [])]
        return joined(folder, name) in self.folders or name in names

    # Changing

    def make_folder(self, path: str) -> None:
        """A folder, and those that it lies in; nothing where it is there already."""
        while path not in self.folders:
            self.folders[path] = []
            path = parent(path)

    def put(self, file: File, folder: str) -> None:
        """A file into a folder, under another name where its own is taken."""
        file.name, file.was_in = self.free(file.name, folder), ""
        self.make_folder(folder)
        self.folders[folder] = sorted([*self.folders[folder], file], key=by_name)

    def free(self, name: str, folder: str) -> str:
        """The name, or the first of "name (1).pdf", "name (2).pdf" that nothing in the folder has."""
        stem, dot, ending = name.rpartition(".") if "." in name[1:] else (name, "", "")
        number, found = 0, name
        while self.taken(found, folder):
            number += 1
            found = f"{stem} ({number}){dot}{ending}"
        return found

    def copy_files(self, items: Sequence[Item], folder: str) -> None:
        """Once more, in a folder."""
        for item in items:
            if isinstance(item, File):
                self.put(replace(item), folder)
            else:
                new = joined(folder, self.free(leaf(item), folder))
                self.folders |= {new + path[len(item) :]: [replace(file) for file in files]
                                 for path, files in self.folders.items() if within(path, item)}  # fmt: skip

    def move_files(self, items: Sequence[Item], folder: str) -> None:
        """Elsewhere; what is there already stays."""
        for item in [item for item in items if self.folder_of(item) != folder]:
            if isinstance(item, File):
                self.folders[self.folder_of(item)].remove(item)
                self.put(item, folder)
            else:
                self._relocate(item, joined(folder, self.free(leaf(item), folder)))

    def rename(self, item: Item, name: str) -> None:
        """Another name, which nothing beside it has."""
        folder = self.folder_of(item)
        if isinstance(item, str):
            self._relocate(item, joined(folder, name))
        else:
            item.name = name
            self.folders[folder].sort(key=by_name)

    def discard(self, items: Sequence[Item]) -> tuple[list[str], list[File]]:
        """Into the trash, all files of a folder one by one. Returns what is gone, for `bring_back`."""
        gone = [path for path in self.folders if any(isinstance(i, str) and within(path, i) for i in items)]
        files = [file for path in gone for file in self.folders[path]]
        files += [item for item in items if isinstance(item, File)]
        for file in files:
            file.was_in = self.folder_of(file)
            self.folders[file.was_in].remove(file)
        self.folders = {path: held for path, held in self.folders.items() if path not in gone}
        self.trash = [*files, *self.trash]
        return gone, files

    def bring_back(self, folders: Sequence[str], files: Sequence[File]) -> None:
        """Out of the trash, to where they were."""
        for path in folders:
            self.make_folder(path)
        for file in files:
            self.trash.remove(file)
            self.put(file, file.was_in)

    def _relocate(self, old: str, new: str) -> None:
        """A folder with all that is in it under another path."""
        self.folders = {new + path[len(old) :] if within(path, old) else path: files
                        for path, files in self.folders.items()}  # fmt: skip


def by_name(file: File) -> str:
    """Files in the order of a dictionary."""
    return file.name.casefold()


def parent(path: str) -> str:
    """The folder that a folder lies in."""
    return path.rpartition("/")[0]


def leaf(path: str) -> str:
    """The last part of a path."""
    return path.rpartition("/")[2]


def way(path: str) -> list[str]:
    """The paths from a storage down to a folder.

    >>> way("SD card/Backup"), way("Music/Live")
    (['SD card', 'SD card/Backup'], ['', 'Music', 'Music/Live'])
    """
    return [path] if path in ROOTS else [*way(parent(path)), path]


def joined(folder: str, name: str) -> str:
    """The path of something in a folder.

    >>> joined("", "Music"), joined("SD card", "Music")
    ('Music', 'SD card/Music')
    """
    return f"{folder}/{name}" if folder else name


def within(path: str, folder: str) -> bool:
    """Whether a path is that of a folder or of something below it.

    >>> within("Work/a", "Work"), within("Workshop", "Work"), within("SD card/a", "")
    (True, False, False)
    """
    if folder == "":
        return path.split("/")[0] not in ROOTS or path == ""
    return path == folder or path.startswith(f"{folder}/")


def written(size_kb: int) -> str:
    """A size as people read it.

    >>> written(12), written(3420), written(2_500_000)
    ('12 KB', '3.4 MB', '2.5 GB')
    """
    if size_kb < 1000:
        return f"{size_kb} KB"
    return f"{size_kb / 1e3:.1f} MB" if size_kb < 1e6 else f"{size_kb / 1e6:.1f} GB"


def text_name(name: str) -> str:
    """The name of a text file, which has an ending even where none was typed.

    >>> text_name("ideas"), text_name("ideas.md"), text_name("")
    ('ideas.txt', 'ideas.md', '')
    """
    name = name.strip()
    return f"{name}.txt" if name and "." not in name[1:] else name
