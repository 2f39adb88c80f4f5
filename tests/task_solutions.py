"""Carry out each shipped task by code: a function of the phone's apps and the values of the task, by its name.

Where a task wants an answer too, the test gives it. No agent is asked, and no screen is looked at.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from appagent.phone.apps.browser.surface import Sent

Deed = Callable[[Any, Any], object]  # (apps by their short names, values by theirs)


def named(values: Mapping[str, Any]) -> Any:
    """The same, and mappings within it, with attributes for keys."""
    return SimpleNamespace(**{key: named(one) if isinstance(one, Mapping) else one for key, one in values.items()})


def one(items: Iterable[Any], **facts: object) -> Any:
    """The first of some things that these facts are true of."""
    return next(item for item in items if all(getattr(item, name) == value for name, value in facts.items()))


def put(thing: Any, **facts: object) -> None:
    """Set attributes."""
    for name, value in facts.items():
        assert hasattr(thing, name)
        setattr(thing, name, value)


def more(items: list[Any], **facts: object) -> None:
    """One thing more of the kind that is there."""
    items.append(type(items[0])(**facts))


def drop(app: Any, attribute: str, **facts: object) -> None:
    """Take what these facts are true of out of a list of an app."""
    items = getattr(app, attribute)
    gone = one(items, **facts)
    setattr(app, attribute, [item for item in items if item is not gone])


def keys(calculator: Any, words: str) -> None:
    """Press keys: digits, signs, the point, and "=", "%", "M" (M+), "R" (MR) or "C"."""
    others = {"=": calculator.equals, "%": calculator.percent, "M": lambda: calculator.remember(1),
              "R": calculator.recall, "C": lambda: calculator.show([])}  # fmt: skip
    for key in words.replace(" ", ""):
        if key in others:
            others[key]()
        elif key in "+−×÷":
            calculator.operate(key)
        else:
            calculator.type(key)


def draw(sketch: Any, tool: str, ink: str) -> None:
    """One shape across the sheet."""
    put(sketch, tool=tool, ink=ink)
    sketch.stroke([(0.1, 0.3), (0.9, 0.6)])


def two_shapes(apps: Any, values: Any) -> None:
    """Two shapes into the gallery, and a new sheet."""
    draw(apps.sketch, "rectangle", values.first)
    draw(apps.sketch, "line", values.second)
    apps.sketch.save()
    apps.sketch.begin_next()


def say(chat: Any, key: str, words: str) -> None:
    """Send a message."""
    chat.add(key, type(chat.chats["lena"].messages[0])("me", words))


def packet(chat: Any, key: str, amount: int, wish: str) -> None:
    """Pay for a red packet."""
    put(chat, _amount=str(amount), _wish=wish)
    chat.pay(key)


def accept(apps: Any, _: Any) -> None:
    """Make a friend of whoever asks."""
    apps.chat.accept()


def order(shop: Any, key: str, options: list[str], *, to: int = 0, method: int = 0, delivery: int = 0) -> None:
    """Buy one thing at once."""
    put(shop, _buying=[type(shop.cart[0])(key, options)], _where=to, _method=method, _delivery=delivery)
    shop.pay()


def files_of(files: Any, path: str, name: str) -> Any:
    """A file by its folder and name."""
    return one(files.folders[path], name=name)


def correct(apps: Any, values: Any) -> None:
    """Change the back of a card."""
    one(apps.cards.cards, front=values.card.front).back = values.back


def limit(apps: Any, values: Any) -> None:
    """Change an option of a deck."""
    apps.cards.deck(values.deck).new_per_day = values.count


def drop_deck(apps: Any, values: Any) -> None:
    """Delete a deck and its cards."""
    drop(apps.cards, "decks", name=values.deck)
    apps.cards.cards = [card for card in apps.cards.cards if card.deck != values.deck]


def deck_and_card(apps: Any, values: Any) -> None:
    """A deck, and a card in it."""
    apps.cards.create(values.deck)
    more(apps.cards.cards, front=values.card.front, back=values.card.back, deck=values.deck)


def red_flags(apps: Any, values: Any) -> None:
    """Move cards."""
    for card in apps.cards.cards:
        card.deck = values.deck if card.flag == "red" else card.deck


def alarm(apps: Any, time: str, **facts: object) -> None:
    """Set an alarm."""
    more(apps.clock.alarms, time=time, **facts)


def night(apps: Any, _: Any) -> None:
    """Quiet for the night."""
    put(apps.settings, do_not_disturb=True, night_light=True, bluetooth=False)


def tidy(apps: Any, values: Any) -> None:
    """Three notes go."""
    for title in (values.first, "Bicycle pump", values.last):
        drop(apps.notes, "notes", title=title)


def total(apps: Any, values: Any) -> None:
    """The sum into a note."""
    spent = values.spent
    more(apps.notes.notes, title="Total", body=str(spent.train + spent.hut + spent.food))


def half_past_seven(apps: Any, _: Any) -> None:
    """The alarm, and the home screen, which is in front already."""
    alarm(apps, "07:30")


def send_order(apps: Any, values: Any) -> None:
    """A form sent off."""
    form = {"variety": values.variety, "pack": values.pack, "name": values.name, "gift": True, "newsletter": False}
    apps.browser.sent.append(Sent("seedfair.example", form))


def spoil_chat(apps: Any, _: Any) -> None:
    """A message to the wrong person, and one friend less."""
    say(apps.chat, "leo", "Oops")
    del apps.chat.contacts["ben"]


DEEDS: dict[str, Deed] = {
    # Calculator
    "calculator-sum": lambda a, v: keys(a.calculator, f"{v.work.one}+{v.work.other}="),
    "calculator-product": lambda a, v: keys(a.calculator, f"{v.work.one}×{v.work.other}="),
    "calculator-three-numbers": lambda a, v: keys(a.calculator, f"{v.work.a}×{v.work.b}+{v.work.c}="),
    "calculator-share": lambda a, v: keys(a.calculator, f"{v.work.bill}÷{v.work.people}="),
    "calculator-percent": lambda a, v: keys(a.calculator, f"{v.work.whole}×{v.work.part}%="),
    "calculator-memory": lambda a, v: keys(a.calculator, f"{v.work.one}MC{v.work.other}M"),
    "one-plus-two": lambda a, v: keys(a.calculator, "1+2="),
    "brackets": lambda a, v: keys(a.calculator, f"{v.work.a}+{v.work.b}=MC{v.work.c}−{v.work.d}=×R="),
    # Notes
    "note-create": lambda a, v: more(a.notes.notes, title=v.title, body=v.body),
    "note-write": lambda a, v: more(a.notes.notes, title=v.title, body=v.body),
    "note-delete": lambda a, v: drop(a.notes, "notes", title=v.title),
    "note-retitle": lambda a, v: put(one(a.notes.notes, title="Books to read"), title=v.title),
    "note-add-to-list": lambda a, v: put(one(a.notes.notes, title="Shopping"), body=f"Milk, eggs, bread, {v.item}"),
    "note-pin": lambda a, v: put(one(a.notes.notes, title=v.title), pinned=True),
    "note-throw-away": lambda a, v: drop(a.notes, "notes", title=v.gone.title),
    "tidy-notes": tidy,
    "total-of-note": total,
    "share-product": lambda a, v: more(a.notes.notes, title="", body=v.item.name),
    "fact-into-note": lambda a, v: more(a.notes.notes, title=v.title, body=vars(v.fact)["is"]),
    # Settings
    "setting-on": lambda a, v: put(a.settings, **{v.one.key: True}),
    "setting-off": lambda a, v: put(a.settings, **{v.one.key: False}),
    "setting-wish": lambda a, v: put(a.settings, **{v.one.key: True}),
    "setting-elsewhere": lambda a, v: put(a.settings, **{v.one.key: True}),
    "setting-timeout": lambda a, v: put(a.settings, screen_timeout=v.time),
    "setting-ringtone": lambda a, v: put(a.settings, ringtone=v.tone),
    "setting-hotspot": lambda a, v: put(a.settings, hotspot=True, hotspot_name=v.name),
    "setting-quiet-night": night,
    "setting-if": lambda a, v: put(a.settings, wifi=True, data_saver=v.wifi),
    # Sketch
    "sketch-line": lambda a, v: draw(a.sketch, "pen", v.ink),
    "sketch-box": lambda a, v: draw(a.sketch, "rectangle", v.ink),
    "sketch-save": lambda a, v: (draw(a.sketch, "pen", v.ink), a.sketch.save()),
    "two-shapes": two_shapes,
    # Clock
    "alarm-switch-off": lambda a, v: put(one(a.clock.alarms, time=v.time), on=False),
    "alarm-delete": lambda a, v: drop(a.clock, "alarms", label=v.label),
    "alarm-new": lambda a, v: alarm(a, v.time),
    "alarm-weekend": lambda a, v: alarm(a, v.time, label=v.label, days=["Sat", "Sun"]),
    "alarm-move": lambda a, v: put(one(a.clock.alarms, label=v.what.label), time=v.time, on=True),
    "alarm-day-off": lambda a, v: put(one(a.clock.alarms, time="08:00"), on=False),
    "alarm-half-past-seven": half_past_seven,
    "alarm-from-note": lambda a, v: alarm(a, v.trip.time),
    "alarm-from-chat": lambda a, v: alarm(a, v.said.time),
    "clock-city": lambda a, v: a.clock.cities.append(v.city),
    "clock-difference": lambda a, v: a.clock.cities.append(v.city.name),
    "clock-no-vibration": lambda a, v: put(a.clock, vibrate=False),
    "clock-snooze": lambda a, v: put(a.clock, snooze_minutes=v.minutes),
    "clock-timer": lambda a, v: put(a.clock.timer, minutes=v.length.minutes, seconds=v.length.seconds,
                                        status="running"),
    # Chat
    "chat-message": lambda a, v: say(a.chat, v.who.key, v.words),
    "chat-star": lambda a, v: put(a.chat.contacts[v.who.key], starred=True),
    "chat-remark": lambda a, v: put(a.chat.contacts[v.who.key], remark=v.remark),
    "chat-mute": lambda a, v: put(a.chat.chats[v.group.key], muted=True),
    "chat-pin": lambda a, v: put(a.chat.chats[v.who.key], pinned=True),
    "chat-accept": accept,
    "chat-like": lambda a, v: a.chat.like(one(a.chat.posts, who=v.who.key)),
    "chat-post": lambda a, v: more(a.chat.posts, who="me", text=v.words),
    "chat-take-packet": lambda a, v: a.chat.take(one(a.chat.chats["tom"].messages, kind="packet")),
    "chat-packet": lambda a, v: packet(a.chat, v.who.key, v.amount, v.wish),
    "moments-answer": lambda a, v: (put(a.chat, _comment=v.words), a.chat.comment(one(a.chat.posts, who=v.post.who))),
    "pass-it-on": lambda a, v: say(a.chat, "wendy", f"{v.code} #"),
    # Shop
    "shop-into-cart": lambda a, v: more(a.shop.cart, product=v.what.key),
    "shop-option": lambda a, v: more(a.shop.cart, product=v.what.key, options=[v.what.option], quantity=v.count),
    "shop-favourite": lambda a, v: a.shop.like(v.what.key),
    "shop-remove": lambda a, v: drop(a.shop, "cart", product=v.what.key),
    "shop-address": lambda a, v: more(a.shop.addresses, name=v.who, phone=v.phone, street=v.street),
    "shop-cancel-order": lambda a, v: a.shop.call_off(one(a.shop.orders, status="To ship")),
    "shop-review": lambda a, v: (put(a.shop, _stars=v.stars, _opinion=v.words), a.shop.post("tap-mouse")),
    "shop-order": lambda a, v: order(a.shop, v.what.key, []),
    "shop-gift": lambda a, v: order(a.shop, v.item.key, [v.item.option], to=2, method=1, delivery=1),
    "drive-under-200": lambda a, v: order(a.shop, "tern-vault", ["1 TB"]),
    # Files
    "file-rename": lambda a, v: a.files.rename(files_of(a.files, "Download", v.old), v.new),
    "file-move": lambda a, v: a.files.move_files([files_of(a.files, "Download", v.file)], v.folder.path),
    "folder-new": lambda a, v: a.files.make_folder(f"{v.folder}/{v.name}"),
    "file-delete": lambda a, v: a.files.discard([files_of(a.files, "Download", v.file)]),
    "file-restore": lambda a, v: a.files.bring_back([], [one(a.files.trash, name=v.file)]),
    "file-favourite": lambda a, v: a.files.flip_star(files_of(a.files, "Download", v.file)),
    "note-to-file": lambda a, v: a.files.put(replace(a.files.trash[0], name=v.name, text=v.title), "Documents"),
    "download-into-folder": lambda a, v: a.files.put(replace(a.files.trash[0], name=v.file.file), v.folder),
    # Cards
    "deck-new": lambda a, v: a.cards.create(v.name),
    "card-new": lambda a, v: more(a.cards.cards, front=v.card.front, back=v.card.back, deck=v.card.deck),
    "deck-rename": lambda a, v: a.cards.rename(a.cards.deck(v.deck), v.name),
    "deck-limit": limit,
    "deck-delete": drop_deck,
    "card-correct": correct,
    "deck-and-card": deck_and_card,
    "card-study": lambda a, v: a.cards.answer(a.cards.waiting(a.cards.deck(v.deck))[0], v.grade),
    "card-suspend": lambda a, v: put(one(a.cards.cards, front=v.front), suspended=True),
    "red-flags": red_flags,
    "import-package": lambda a, v: a.cards.take_in(f"SD card/Backup/{v.deck.file}"),
    # Browser
    "web-bookmark": lambda a, v: more(a.browser.bookmarks, title="", url=v.page.url),
    "web-open": lambda a, v: a.browser.go(v.url),
    "web-close-tab": lambda a, v: drop(a.browser, "tabs", url="handbook.example"),
    "web-forget": lambda a, v: a.browser.history.clear(),
    "web-download": lambda a, v: a.browser.download(SimpleNamespace(name=v.file.file, size="1 KB")),
    "web-order": send_order,
    "web-cookies": lambda a, v: a.browser.cookies.update({"dailyferry.example": "necessary"}),
    "web-move-bookmark": lambda a, v: put(one(a.browser.bookmarks, url=v.mark.url), folder=v.folder),
}  # fmt: skip

# Of each app, something that nobody asked for.
SPOILS: dict[str, Deed] = {
    "notes": lambda a, v: drop(a.notes, "notes", title=a.notes.notes[-1].title),
    "settings": lambda a, v: put(a.settings, screen_saver=True),
    "clock": lambda a, v: put(a.clock, alarms=a.clock.alarms[1:], cities=["Paris", "Cairo", "Lima", "Lagos"]),
    "chat": spoil_chat,
    "shop": lambda a, v: put(a.shop, cart=a.shop.cart[:-1], orders=a.shop.orders[:-1]),
    "files": lambda a, v: a.files.discard([a.files.folders["Music"][0]]),
    "cards": lambda a, v: put(a.cards, cards=a.cards.cards[1:], decks=a.cards.decks[:-1]),
}
