"""What a crawl tries because something else was done first, and which rows it takes for another kind."""

from functools import partial

from hierarchies import DISPLAY, NOTES, dump, node

from appagent.actions import Action, Finish, TypeText
from appagent.agent import View
from appagent.devices.captures.hierarchy import read_dump
from appagent.guard import effect_of
from appagent.learning.crawl.form_texts import FormTexts
from appagent.learning.crawl.frontier import Frontier
from appagent.learning.crawl.kinds_to_try import kinds_to_try
from appagent.learning.memory.screen_history import Trail
from appagent.offline.explorer import OfflineExplorer
from appagent.screen import Screen
from appagent.screen.transitions import screen_key
from appagent.tasks import Task


def of(*widgets: str) -> Screen:
    return read_dump(dump(node("FrameLayout", *widgets)), size=DISPLAY, app=NOTES)


def widget(place: int, role: str, text: str = "", can: str = "clickable", **facts: object) -> str:
    name = f"{role}_{text}".lower().replace(" ", "_")
    return node(role, text=text, can=can, at=(0, 200 * place, 1080, 200 * place + 150), name=name, **facts)


def box(place: int, text: str, *, on: bool) -> str:
    return widget(place, "CheckBox", text, "clickable checkable" + " checked" * on)


class Form:
    """A page with two boxes. The first shows a button; both together enable another one."""

    def __init__(self) -> None:
        self.on = {"Remind me": False, "I agree": False}

    def screen(self) -> Screen:
        boxes = [box(n, text, on=on) for n, (text, on) in enumerate(self.on.items(), 1)]
        more = [widget(3, "Button", "Reminders")] if self.on["Remind me"] else []
        last = widget(4, "Button", "Go on", **({} if all(self.on.values()) else {"enabled": "false"}))
        return of(*boxes, *more, last)

    def tap(self, text: str) -> None:
        if text in self.on:
            self.on[text] = not self.on[text]


def crawled(form: "Form | Wizard", steps: int) -> list[str]:
    """Let a crawl act on a form, and return the texts of what it tapped."""
    explorer, trail, tapped = OfflineExplorer(rounds=False), Trail(), []
    for _ in range(steps):
        before = form.screen()
        action = explorer.choose(View(Task("", NOTES), before, b""), frozenset()).action
        if isinstance(action, Finish):
            break
        if isinstance(action, TypeText):
            form.type(action.text)
        elif target := action.target(before):
            tapped.append(target.text)
            form.tap(target.text)
        explorer.learnt(trail.act(before, form.screen(), action), "CONTINUE")
    return tapped


def test_what_a_box_reveals_and_what_all_boxes_enable_is_tried_before_they_are_set_back():
    form = Form()
    tapped = crawled(form, 40)
    assert {"Reminders", "Go on"} <= {*tapped}
    assert form.on == {"Remind me": False, "I agree": False}
    assert len(tapped) < 20


class Wizard:
    """A first page, and a form that is lost when it is left, whose button waits for a name."""

    def __init__(self) -> None:
        self.page, self.name = 0, ""

    def screen(self) -> Screen:
        field = widget(2, "EditText", self.name, "clickable", hint="Name", content_desc="" if self.name else "Name")
        more = widget(4, "Button", "Next", **({} if self.name else {"enabled": "false"}))
        pages = (
            [widget(1, "Button", "New")],
            [widget(1, "Button", "Back"), field, more],
            [widget(6, "Button", "Ready")],
        )
        return of(*pages[self.page])

    def type(self, text: str) -> None:
        self.name = text

    def tap(self, text: str) -> None:
        self.page = {"New": 1, "Back": 0, "Next": 2, "Ready": 0}.get(text, self.page)
        self.name = self.name if self.page == 1 else ""


def test_a_form_that_is_filled_in_is_sent_on_before_it_is_left():
    tapped = [text for text in crawled(Wizard(), 12) if text in ("Back", "Next")]
    assert tapped[0] == "Next"


def rows(*texts: tuple[str, str]) -> Screen:
    """A list of rows, each with a name and a second line."""
    lines = [
        node("LinearLayout", node(text=name, at=(0, top, 900, top + 60)),
             node(text=said, at=(0, top + 60, 900, top + 120)), can="clickable", at=(0, top, 1080, top + 150),
             name="row")
        for top, (name, said) in zip(range(200, 2400, 160), texts, strict=False)
    ]  # fmt: skip
    return of(node("ListView", *lines, at=(0, 200, 1080, 2400), can="scrollable", name="list"))


def test_a_row_that_says_what_no_other_does_is_still_tried_after_two_that_did_the_same():
    loans = rows(("Ash", "Due 3 May"), ("Birch", "Due 4 May"), ("Cedar", "Due 5 May"), ("Dogwood", "Overdue"))
    frontier, here, page = Frontier(), screen_key(loans), of(node(text="Loan"), widget(2, "Button", "Renew"))
    frontier.look(here, loans, {e.id: ["tap"] for e in loans.elements if e.listed}, typed=False, all_in=True)
    for name in ("Ash", "Birch"):
        row = next(e for e in loans.elements if e.text.startswith(name))
        group = frontier.group(row, loans)
        frontier.begin(here, (row.id, "tap", False), group)
        frontier.came_to(here, group, row.id, "tap", "opens", page)
        frontier.look(screen_key(page), page, {}, typed=False, all_in=True)
    left = {trial[0]: gain for gain, trial in frontier.offers(here, typed=False)}
    assert [e.text.split(" · ")[0] for e in loans.elements if left.get(e.id, 0) > 0.1] == ["Dogwood"]


def taken(screens: list[Screen]) -> list[Action]:
    """Return what a crawl does on these screens, one after the other."""
    explorer, trail, done = OfflineExplorer(rounds=False), Trail(), []
    for before, after in zip(screens, [*screens[1:], screens[-1]], strict=True):
        done.append(explorer.choose(View(Task("", NOTES), before, b""), frozenset()).action)
        if done[-1].target(before):
            explorer.learnt(trail.act(before, after, done[-1]), "CONTINUE")
    return done


def test_a_pager_is_turned_until_nothing_more_comes():
    def part(text: str) -> Screen:
        return of(node("ViewPager", node(text=text, at=(0, 300, 1080, 400)), can="scrollable", at=(0, 200, 1080, 2000)))

    done = taken([part("Find"), part("Plan"), part("Go"), part("Go")])
    assert [action.words("") for action in done[:3]] == ["swipe left (long)"] * 3
    assert not effect_of(done[0], part("Find"), careful=True)
    assert done[3].kind == "finish"


def test_a_field_without_an_id_is_filled_in_on_each_page():
    def form(heading: str, hint: str, text: str = "") -> Screen:
        entry = node("EditText", hint=hint, text=text, can="clickable", at=(0, 300, 1080, 400))
        return of(node(text=heading, at=(0, 0, 1080, 150)), entry)

    done = taken([form("Visit", "Reason"), form("Visit", "Reason", "Sample 1"), form("Diary", "Symptom")])
    assert [action.kind for action in (done[0], done[2])] == ["text", "text"]


def test_a_row_that_the_crawl_has_made_is_opened_once_if_no_other_row_is_there():
    frontier, lists = Frontier(), rows(("Sample 1", ""))
    row = next(e for e in lists.elements if e.listed)

    def kinds() -> list[str]:
        tried = partial(frontier.has_tried, row, lists)
        return kinds_to_try(row, lists, (), ["Sample 1"], tried, moves=False)

    assert kinds() == ["tap"]
    here = screen_key(lists)
    frontier.look(here, lists, {row.id: ["tap"]}, typed=False, all_in=True)
    frontier.begin(here, (row.id, "tap", False), frontier.group(row, lists))
    frontier.look(here, lists, {row.id: []}, typed=False, all_in=True)
    assert kinds() == []


def test_a_page_that_comes_back_with_what_was_typed_is_known_to_keep_it():
    texts = FormTexts(typed=["Pears"])
    empty, filled = (of(widget(2, "EditText", text, "clickable editable", hint="Search")) for text in ("", "Pears"))
    find, offers = ("find", "Find"), ("offers", "Offers")
    for page, screen in ((find, empty), (find, filled), (offers, of())):
        texts.look(page, screen)
    assert texts.keeping == set()  # it was typed while the page was in front
    texts.look(find, filled)
    assert texts.keeping == {find}
    texts.look(offers, of())
    texts.look(find, empty)
    assert texts.keeping == set()
