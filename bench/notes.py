"""Print the notes of documents that stand on the screens on the way of goals, for a reader to judge.

    appagent learn --app com.qingxin.im --agent offline --rounds 250 --store STORE --device virtual --time-scale 0.05
    appagent learn --app com.example.files --agent offline --rounds 250 --store STORE --device virtual --time-scale 0.05
    python bench/notes.py STORE [--pack]

The goals are sixteen of `daily`, in Chat and Files. Each way is the shortest one, and no model takes part. A note
helped if it tells what the screen does not, of the next step on the way or of a later one. --pack: the documents only,
as they come in a pack, without the labels that the machine has seen.
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from appagent.actions import Action, LongPress, Start, Swipe, Tap
from appagent.devices.android import Android
from appagent.devices.virtual import virtual
from appagent.documents.labels_ahead import Pages
from appagent.documents.serving import offers
from appagent.prompting.notes import Note, notes
from appagent.screen import Element, Screen
from appagent.screen.labels import PARTS, inside, title
from appagent.screen.transitions import screen_key
from appagent.store import Store

CHAT, FILES = "com.qingxin.im", "com.example.files"
HOLD, DOTS = "hold ", "dots of "  # before the words of an element
DOWNLOAD = ("Internal storage", "Download")
SCROLLS = 6
# For each goal: its app and the elements to tap one after the other, by their words or resource-ids.
WAYS: dict[str, tuple[str, tuple[str, ...]]] = {
    "Somebody wants to be my friend in Chat. Accept it.": (CHAT, ("Contacts", "New friends")),
    "Mute the group 'Project team'": (CHAT, ("Project team", "Chat info")),
    "Pin the conversation with Mom to the top": (CHAT, (HOLD + "Mom",)),
    "Give Leo Lin the remark 'Coach'": (CHAT, ("Contacts", "Leo Lin", "Remark")),
    "Mark Anna Novak as a starred contact": (CHAT, ("Contacts", "Anna Novak", "More options")),
    "Like Zoe Zhang's post in Moments": (CHAT, ("Discover", "Moments")),
    "Post 'I moved house' to my Moments": (CHAT, ("Discover", "Moments", "New post")),
    "Send Ben Carter the message 'See you at eight'": (CHAT, ("Contacts", "Ben Carter", "Message")),
    "Rename the file 'flat contract.pdf' in Download to 'To print.pdf'": (
        FILES, (*DOWNLOAD, DOTS + "flat contract.pdf")
    ),
    "Move 'recipe card.png' from Download to the Documents folder": (
        FILES, (*DOWNLOAD, DOTS + "recipe card.png", "Move to")
    ),
    "Make a new folder 'Piano' inside Music": (FILES, ("Internal storage", "Music", "fab")),
    "Delete 'wallpaper.jpg' from Download": (FILES, (*DOWNLOAD, DOTS + "wallpaper.jpg")),
    "Restore 'blurred.jpg' from the trash": (FILES, ("Trash", "blurred.jpg")),
    "Make 'song book.zip' in Download a favourite": (FILES, (*DOWNLOAD, DOTS + "song book.zip")),
    "Which file in Download is the largest? Tell me its name.": (FILES, DOWNLOAD),
    "Look into my text files: Who books the large room?": (FILES, ("Documents", "Meeting minutes.txt")),
}  # fmt: skip


def main() -> None:
    """Walk all ways, and print each screen with its notes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("store", type=Path)
    parser.add_argument("--pack", action="store_true", help="leave out the labels that this machine has seen")
    chosen = parser.parse_args()
    told, screens = 0, 0
    with Store.open_to_read(chosen.store) as store:
        for goal, (app, way) in WAYS.items():
            print(f"\n{goal}")
            labels = {} if chosen.pack else store.labels(app)
            pages = Pages(store.under_newer_names(store.current(app)), labels)
            with virtual(time_scale=0.02, seed=13) as (device, _):
                device.perform(Start(app))
                for screen, found in walked(device, way, store, goal, pages):
                    print(f"  {title(screen) or '(no title)'}")
                    for note in found:
                        print(f"    {_line(note, screen)}")
                    told, screens = told + len(found), screens + 1
    print(f"\n{told} notes on {screens} screens")


def walked(
    device: Android, way: tuple[str, ...], store: Store, goal: str, pages: Pages
) -> Iterator[tuple[Screen, list[Note]]]:
    """Yield each screen on a way, scrolled to the element that is touched next, with its notes."""
    visited = set()
    for step in (*way, ""):
        words = step.removeprefix(HOLD).removeprefix(DOTS)
        shown = device.capture()
        for _ in range(SCROLLS if step else 0):
            if _named(shown, words):
                break
            lists = [each for each in shown.elements if "swipe" in each.actions]
            _perform(device, Swipe("up", max(lists, key=lambda e: e.bounds[3] - e.bounds[1]).mark), shown)
            shown = device.capture()
        screen = replace(shown, screen_id=store.known_as(shown), aliases=(shown.screen_id, *shown.aliases))
        served = offers(screen, store.for_screen(screen), "en-US")
        yield screen, notes(screen, served, goal, pages, visited - {screen_key(screen)})
        visited.add(screen_key(screen))
        target = _named(shown, words) if step else None
        if target and step.startswith(DOTS):
            target = next(e for e in shown.elements if inside(target, e) and e.text == "More options")
        if target:
            _perform(device, (LongPress if step.startswith(HOLD) else Tap)(target.mark), shown)


def _named(screen: Screen, words: str) -> Element | None:
    names = ((e, (*e.text.split(PARTS), e.resource_id.rpartition("/")[2])) for e in screen.elements)
    return next((element for element, said in names if words in said), None)


def _perform(device: Android, action: Action, screen: Screen) -> None:
    for gesture in action.gestures(screen):
        device.perform(gesture)


def _line(note: Note, screen: Screen) -> str:
    said = [screen.elements[mark - 1] for mark in note.marks]
    names = ", ".join((e.text or e.resource_id.rpartition("/")[2] or e.role)[:24] for e in said[:3])
    further = f" [further on: {', '.join(note.ahead)}]" if note.ahead else ""
    return f"{note.action} {names}{' ...' if len(said) > 3 else ''} ({note.how}): {note.text}{further}"


if __name__ == "__main__":
    main()
