"""Tell what came of a step, by the screen after it."""

from collections.abc import Mapping

from appagent.experience.moments import Moment
from appagent.experience.slots import templated
from appagent.screen.again import found_again, name_of_kind
from appagent.screen.labels import state_of
from appagent.screen.wording import lasting


def state_after(moment: Moment) -> bool | None:
    """Return the state of a switch after a step: True for on, False for off; None if the step changed no switch."""
    element, after = moment.element, moment.after
    if element is None or after is None or moment.led_on or state_of(element, moment.screen) is None:
        return None
    same = [one for one in after.elements if one.id == element.id]
    now = same[0] if len(same) == 1 else found_again(element, moment.screen, after)
    state = state_of(now, after) if now else None
    return state if state != state_of(element, moment.screen) else None


def words_after(moment: Moment, values: Mapping[str, str]) -> str:
    """Return the words of a tapped element after the tap, with slots; "" if they are unchanged, or for a row."""
    element, after = moment.element, moment.after
    if element is None or after is None or element.listed or moment.led_on or moment.action.kind != "tap":
        return ""
    same = [name_of_kind(one) for one in after.elements if one.id == element.id]
    said = same[0] if len(same) == 1 and lasting(same[0]) != lasting(name_of_kind(element)) else ""
    return templated(said, values)
