"""Leave alone what asks for a new PIN, password or code while an app is learnt: its fields, and what saves them."""

from appagent.errors import RefusedError
from appagent.guard import Guard
from appagent.guard.labels import agrees, declines, searches
from appagent.guard.structure import is_button
from appagent.screen import Element, Screen
from appagent.screen.language.lexicon import OVERFLOW, folded, listed
from appagent.screen.language.secret import names_a_secret
from appagent.screen.names.fields import field_name, writable
from appagent.step import Intent


def asks_for_a_secret(field: Element, screen: Screen) -> bool:
    """Tell whether an input field asks for a secret, by its own words or by the heading of its page or dialog.

    A search field does not, as on a page with passwords.
    """
    if searches(f"{field.hint} {field.resource_id}"):
        return False
    return field.password or any(map(names_a_secret, (field_name(field), field.resource_id, screen.heading)))


def fillable(screen: Screen) -> list[Element]:
    """Return the input fields of a screen that a crawl may fill in: none that asks for a secret."""
    return [each for each in writable(screen) if not asks_for_a_secret(each, screen)]


def check_secrets(intent: Intent, guard: Guard, *, crawls: bool) -> None:
    """Raise RefusedError if an action types into a field that asks for a secret, or may save a screen that has one.

    What may save is Enter, and any button that does not say no, lead back or open a menu. A permit of the guard for the
    effect "secret" allows all of it. crawls: False if a model chooses each action, which may log in or go on.
    """
    screen, element = intent.screen, intent.element
    asked = next((each for each in writable(screen) if asks_for_a_secret(each, screen)), None)
    if asked is None or guard.permits("secret", screen):
        return
    if element is None:
        saves = False
    elif "text" in element.actions:
        saves = asks_for_a_secret(element, screen) and bool(intent.on_element.typed)
    else:
        saves = intent.on_element.risk == "touch" and is_button(element) and not leads_away(element, screen)
    types = element is not None and "text" in element.actions
    feared = (saves or intent.on_element.risk == "enter") and (crawls or types)
    if feared and not guard.must_ask(intent.on_element, screen):  # else the guard tells what is worse, such as paying
        name = field_name(asked) or screen.heading
        raise RefusedError(f"{intent.words} was refused: {name!r} asks for a secret, and learning sets none", "secret")


def leads_away(element: Element, screen: Screen) -> bool:
    """Tell whether an element says no, leads back or up, opens a menu, or is a row."""
    first = next((each for each in screen.elements if "tap" in each.actions and each.window == "app"), None)
    bare = not element.text or element.role.startswith("Image")
    arrow = element is first and bare and not agrees(element.text)  # that leads up, whatever it is called
    return arrow or declines(element.text) or element.listed or folded(element.text) in listed(OVERFLOW)
