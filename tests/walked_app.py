"""Walks in a small app that a crawl has learnt."""

import re

from changing_app import TINY
from conftest import QUICK
from scripted_runs import answering

from appagent.actions import Start
from appagent.agents.react import ReAct
from appagent.devices.virtual import virtual
from appagent.documents.map.known_map import KnownMap
from appagent.loop import Limits, Run
from appagent.tasks import Task

QUOTED = re.compile('"(.+?)"')


def walked(tmp_path, lesson, recorder, app, code, calls, in_goal=lambda name: False, maps=True):
    """Learn an app and run calls in it, by its map if it `maps`; return the last name of each step, and the state."""
    (tmp_path / "apps").mkdir()
    (tmp_path / "apps" / "made.py").write_text(code)
    learnt = lesson(app, more=tmp_path / "apps", rounds=60)
    known = KnownMap(learnt.records, learnt.labels, in_goal=in_goal) if maps else None
    with (
        virtual(size=TINY, time_scale=QUICK, apps=tmp_path / "apps") as (device, phone),
        answering("scripted", *calls, "finish('not_done')") as (model, _),
    ):
        device.perform(Start(app))
        limits = Limits(20, picture_side=256)
        Run(ReAct(model, see="text"), device, Task("t", app), recorder, limits=limits, known=known).go()
        return [(QUOTED.findall(step.words) or [step.reason])[-1] for step in recorder.steps[:-1]], phone.state()
