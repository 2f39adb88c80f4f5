"""Turn an action that an agent wants into an intent: its element, and a description of it without secrets."""

from dataclasses import dataclass, field

from appagent.actions import Action, describe, whole_text
from appagent.guard import effect_of
from appagent.screen import Element, Screen
from appagent.screen.finding_again.resolve import is_bare
from appagent.screen.pictures.looks import looks
from appagent.secrets import Secrets


@dataclass(frozen=True)
class Intent:
    """Action that an agent wants on a screen, checked for secrets, with its target and the words that describe it.

    action: the action as the agent gave it. It may contain a secret, so it goes only to the guard and the phone.
    told: the action as models, reports and people see it. It equals `action`, except that a placeholder replaces the
    text if `into_secret` is True.
    words: a description of `told` for people, such as `tap "Wi-Fi"`.
    text: the whole text that the action types, if `words` shorten it; else "". It is "" for a password, too.
    into_secret: True if the action types into an input field that asks for a secret.
    element: the element that the action is about; None if it is about no element.
    on_element: for an action on a cell of the grid, the same action on the element in that cell. For any other action
    it equals `told`.
    risk: what the agent itself says that the action may do, such as "send".
    shown: the screen to look `on_element` up in. It differs from `screen` only for an action on the grid.
    whatever: True if the agent was told several times that texts on the screen keep changing by themselves, and chose
    to act nevertheless. It has no effect on a deed.
    lines: for a deed, the changing lines that the agent was told of in this way, each as (role, resource-id, top in
    px).
    turning: likewise, lines that were seen to turn by themselves; for an action that is no deed, those of them that
    have nothing to do with its element may turn.
    """

    screen: Screen
    action: Action = field(repr=False)
    told: Action
    words: str
    text: str
    into_secret: bool
    element: Element | None
    on_element: Action
    shown: Screen
    risk: str = ""
    whatever: bool = False
    lines: frozenset[tuple[str, str, int]] = frozenset()
    turning: frozenset[tuple[str, str, int]] = frozenset()

    @property
    def about(self) -> dict[str, object]:
        """Return the values of the attributes of `Step` that describe the element: its id, bounds and looks."""
        one = self.element
        if one is None:
            return {"element_id": "", "bounds": None, "looks": ""}
        return {"element_id": one.id, "bounds": one.bounds, "looks": looks(one, self.screen) if is_bare(one) else ""}


def read_intent(action: Action, screen: Screen, secrets: Secrets, risk: str = "") -> Intent:
    """Return the intent of an action on a screen: its target, its description, and whether it types a secret.

    If the action types into an input field that asks for a secret, the typed text counts as a secret from now on and is
    masked.
    """
    into_secret = action.risk in ("type", "submit") and effect_of(action, screen).effect == "secret"
    told = action.masked(secrets.keep(action.typed)) if into_secret and action.typed else action
    meant, shown = told.on_element(screen)
    words, text = secrets.mask(describe(told, screen)), secrets.mask(whole_text(told, screen))
    return Intent(screen, action, told, words, text, into_secret, meant.target(shown), meant, shown, risk)


def judged_action(intent: Intent) -> Action:
    """Return the action of an intent, with the mark of the element in place of a cell of the grid."""
    return intent.action if intent.on_element == intent.told else intent.on_element


def ends(intent: Intent) -> list[Element]:
    """Return the elements of an intent's action: none, one, or two for a drag from one element to another."""
    end = judged_action(intent).end_element(intent.shown)
    return [one for one in (intent.element, end) if one]
