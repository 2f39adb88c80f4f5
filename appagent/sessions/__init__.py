"""Carry out whole sessions, from the settings to the result: run a task, learn an app, record a demonstration."""

from appagent.sessions.batch import Batch, Done
from appagent.sessions.learn import learn_app
from appagent.sessions.record import record_task
from appagent.sessions.request import OnStep, Request
from appagent.sessions.result import Result
from appagent.sessions.run import run_task

__all__ = ["Batch", "Done", "OnStep", "Request", "Result", "learn_app", "record_task", "run_task"]
