"""Write a plan as a script of python-uiautomator2, as a Maestro flow, or as an episode in AndroidControl's shape.

An exported plan does less than a replay: it does not check pages or effects, and no guard watches it.
"""

from collections.abc import Callable, Mapping
from typing import Any

import yaml

from appagent.actions import Action, Back, Enter, Home, Launch, LongPress, Tap, TypeText, parse
from appagent.errors import UsageError
from appagent.experience.plan import Move, Plan, Target
from appagent.experience.slots import fill_known, fill_slots
from appagent.foreign import json_line, shown
from appagent.guard import in_words
from appagent.screen import Size
from appagent.screen.nodes.places import usable

_SCRIPT = '''"""{task}

Made by AppAgent of what was done once. It needs python-uiautomator2; the phone's serial may be given to it.
"""

import sys

import uiautomator2


def saying(text):
    quoted = f"'{{text}}'" if "'" not in text else f'"{{text}}"'
    return f"//*[@text={{quoted}} or @content-desc={{quoted}}]"


def beside(text, role):
    there = f"//*[contains(name(), '{{role}}')]"
    return f"({{saying(text)}}/ancestor::*[.{{there}}])[last()]{{there}}"


def main(serial=None):
    phone = uiautomator2.connect(serial)
    phone.app_start({app!r})
{moves}


if __name__ == "__main__":
    main(*sys.argv[1:])
'''


def exported(plan: Plan, values: Mapping[str, str], form: str, size: Size) -> str:
    """Return a plan in another tool's format.

    form: one of FORMS.
    size: of the display, for positions in pixels.

    Raises UsageError if the format is unknown, if it cannot express one of the plan's actions, or if nobody has said
    that a move which pays, sends or deletes may be repeated without a person: other tools ask nobody.
    """
    if form not in EXPORT_FORMATS:
        raise UsageError(f"there is no export {form!r}; there are: {', '.join(EXPORT_FORMATS)}")
    for number, move in enumerate(plan.moves, 1):
        if move.unsure:
            effect = in_words(move.may or "unknown")
            raise UsageError(
                f"move {number} ({_line(move, values)}) may {effect}, and nobody has said that it may be repeated "
                "without a person: appagent record edit RUN --repeat STEP"
            )
        if move.target and form != "androidcontrol" and _is_held(move.target, deeds=any(one.may for one in plan.moves)):
            raise _no_counterpart(parse(move.action), number, form)
    return EXPORT_FORMATS[form](plan, values, size)


def _is_held(target: Target, *, deeds: bool) -> bool:
    """Tell whether the row of a target must be told by more than one text, which other tools do not do.

    deeds: True if the task pays, sends or deletes. Otherwise it is enough that a value stands in the row.
    """
    return bool(target.rest or target.also or (deeds and (target.row or target.own)))


def _uiautomator2(plan: Plan, values: Mapping[str, str], size: Size) -> str:
    lines = []
    for number, move in enumerate(plan.moves, 1):
        lines += [f"    # {number}. {_line(move, values)}", f"    {_statement(move, values, number)}"]
    task = shown(fill_known(plan.goal, values)).replace("\\", "\\\\").replace('"', "'")
    return _SCRIPT.format(task=task, app=plan.app, moves="\n".join(lines))


def _statement(move: Move, values: Mapping[str, str], number: int) -> str:
    """Return a Python statement that carries out a move."""
    match parse(move.action), move.target:
        case action, Target(says=says, within=around) if says and around:
            raise _no_counterpart(action, number, "uiautomator2")
        case (Back() | Home() | Enter()) as action, _:
            return f"phone.press({action.kind!r})"
        case Launch(app), _:
            return f"phone.app_start({app!r})"
        case (Tap() | LongPress()) as action, Target() as target:
            click = "click" if isinstance(action, Tap) else "long_click"
            found = _found(target, values)
            return f"{found}.{click}()" if found else f"phone.{click}({target.x / 1000}, {target.y / 1000})"
        case TypeText(text) as action, Target() as target:
            enter = '; phone.press("enter")' if action.enter else ""
            return f"{_field(target)}.set_text({fill_slots(text, values)!r}){enter}"
        case action, _:
            raise _no_counterpart(action, number, "uiautomator2")


def _found(target: Target, values: Mapping[str, str]) -> str:
    """Return a Python expression that finds an element by a value, its resource-id or its words; "" without these."""
    if target.within:
        card = f"beside({fill_slots(target.within, values)!r}, {target.role!r})"
        return f'phone.xpath("(" + {card} + ")[{target.nth + 1}]")'
    if target.says:
        says = fill_slots(target.says, values)
        return (
            f"phone.xpath({f'beside({says!r}, {target.role!r})' if target.where == 'beside' else f'saying({says!r})'})"
        )
    if usable(target.resource_id):
        return f"phone(resourceId={target.resource_id!r}{f', instance={target.nth}' if target.of > 1 else ''})"
    return f"phone.xpath(saying({target.name!r}))" if target.name else ""


def _field(target: Target) -> str:
    """Return a Python expression that finds an input field by its resource-id, or by its number among the fields."""
    if usable(target.resource_id):
        return f"phone(resourceId={target.resource_id!r})"
    return f"phone(className={f'android.widget.{target.role}'!r}, instance={target.nth})"


def _maestro(plan: Plan, values: Mapping[str, str], size: Size) -> str:
    steps = [step for number, move in enumerate(plan.moves, 1) for step in _commands(move, values, number)]
    head = yaml.safe_dump(
        {"appId": plan.app, "name": fill_known(plan.goal, values)}, allow_unicode=True, sort_keys=False
    )
    return f"{head}---\n{yaml.safe_dump(['launchApp', *steps], allow_unicode=True, sort_keys=False)}"


def _commands(move: Move, values: Mapping[str, str], number: int) -> list[Any]:
    """Return the commands of a Maestro flow that make a move."""
    match parse(move.action), move.target:
        case action, Target(within=around) if around:
            raise _no_counterpart(action, number, "maestro")
        case Back(), _:
            return ["back"]
        case (Home() | Enter()) as action, _:
            return [{"pressKey": action.kind.capitalize()}]
        case Launch(app), _:
            return [{"launchApp": {"appId": app}}]
        case (Tap() | LongPress()) as action, Target() as target:
            return [{"tapOn" if isinstance(action, Tap) else "longPressOn": _selector(target, values)}]
        case TypeText(text) as action, Target() as target:
            typed: list[Any] = [{"tapOn": _selector(target, values)}, *(["eraseText"] if action.clear else [])]
            return [*typed, {"inputText": fill_slots(text, values)}, *([{"pressKey": "Enter"}] if action.enter else [])]
        case action, _:
            raise _no_counterpart(action, number, "maestro")


def _selector(target: Target, values: Mapping[str, str]) -> dict[str, Any]:
    if target.says and target.where == "beside":
        return {"id": target.resource_id, "childOf": {"containsChild": {"text": fill_slots(target.says, values)}}}
    if target.says:
        return {"text": fill_slots(target.says, values)}
    if usable(target.resource_id):
        return {"id": target.resource_id, **({"index": target.nth} if target.of > 1 else {})}
    return {"text": target.name} if target.name else {"point": f"{target.x // 10}%,{target.y // 10}%"}


def _androidcontrol(plan: Plan, values: Mapping[str, str], size: Size) -> str:
    """Return a plan as an episode: the fields of AndroidControl's episodes (arXiv:2406.03679), without pictures."""
    actions: list[dict[str, Any]] = [{"action_type": "open_app", "app_name": plan.app}]
    said = [f"Open {plan.app}"]
    for number, move in enumerate(plan.moves, 1):
        new = _acts(move, values, size, number)
        actions += new
        said += [_line(move, values)] * len(new)
    episode = {
        "goal": fill_known(plan.goal, values), "actions": actions, "step_instructions": said,
        "screenshot_widths": [size[0]] * len(actions), "screenshot_heights": [size[1]] * len(actions),
    }  # fmt: skip
    return json_line(episode, indent=2) + "\n"


def _acts(move: Move, values: Mapping[str, str], size: Size, number: int) -> list[dict[str, Any]]:
    """Return the actions of an AndroidControl episode that make a move."""
    target = move.target or Target("", "", "")
    at = {"x": target.x * size[0] // 1000, "y": target.y * size[1] // 1000}
    match parse(move.action):
        case (Back() | Home()) as action:
            return [{"action_type": f"navigate_{action.kind}"}]
        case Launch(app):
            return [{"action_type": "open_app", "app_name": app}]
        case (Tap() | LongPress()) as action if move.target:
            return [{"action_type": "click" if isinstance(action, Tap) else "long_press", **at}]
        case TypeText(text) as action if move.target and not action.enter:
            return [{"action_type": "click", **at}, {"action_type": "input_text", "text": fill_slots(text, values)}]
        case action:
            raise _no_counterpart(action, number, "androidcontrol")


def _line(move: Move, values: Mapping[str, str]) -> str:
    return shown(fill_slots(move.words, values))


def _no_counterpart(action: Action, number: int, form: str) -> UsageError:
    return UsageError(f"move {number}, {action.kind}, has no counterpart in {form}; appagent replay does it")


EXPORT_FORMATS: dict[str, Callable[[Plan, Mapping[str, str], Size], str]] = {
    "uiautomator2": _uiautomator2,
    "maestro": _maestro,
    "androidcontrol": _androidcontrol,
}
