"""A process that imports AppAgent once and forks for every session that it is told of, so that each can be killed.

On standard input comes one session a line, as JSON: {"kind", "port", "resume", "request", "options"}; the port is where
its phone is attached. On standard output goes what each reports, also a line each: its process, each step as it ends,
how it ended.
"""

import json
import os
import sys
import traceback

import cv2  # noqa: F401 - what a session would import by and by
import openai  # noqa: F401
import sqlite_utils  # noqa: F401

from appagent.cancel import Cancel
from appagent.errors import AppAgentError
from appagent.guard.labels import BUTTON, likely_effect, said_by_label
from appagent.models import openai as _  # noqa: F401
from appagent.sessions import Request, learn_app, run_task
from appagent.sessions.resume import request_to_resume
from appagent.settings import load


def say(**facts: object) -> None:
    """At once, or not at all."""
    os.write(1, (json.dumps(facts) + "\n").encode())


def session(kind: str, port: int, resume: str, request: dict[str, object], options: dict[str, object]) -> None:
    """One run or learning, from its beginning or from where another was cut off."""
    os.environ["ANDROID_ADB_SERVER_PORT"] = str(port)
    settings, given = load(options), Request(**request)
    if resume:
        given = request_to_resume(resume, kind, settings, agent=given.agent, docs=given.docs, rounds=given.rounds)
    try:
        done = {"run": run_task, "learn": learn_app}[kind](
            settings, given, cancel=Cancel(), on_step=lambda step: say(step=step.number, document=step.document)
        )
        say(status=done.status, reason=done.reason)
    except AppAgentError as error:
        say(status="error", reason=str(error))


def main() -> None:
    """Carry out what comes in, each in a process of its own."""
    said_by_label("Mend the shelf", BUTTON)  # with the next line loads what judges labels, which takes two seconds
    likely_effect("Mend the shelf")
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            try:
                session(**json.loads(line))
            except BaseException:  # nothing of the parent's may run in here
                say(status="bug", reason=traceback.format_exc())
            os._exit(0)
        say(process=child)
        os.waitpid(child, 0)
        say(gone=child)


if __name__ == "__main__":
    main()
