"""Define appagent devices and appagent phone: list phones, and list, describe and serve the virtual phone."""

import contextlib
import os
import signal
import sys
import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from appagent.cli.shared import options as opt
from appagent.cli.shared import show

if TYPE_CHECKING:
    from appagent.phone.app import App

_FAULTS = """Examples:

appagent phone faults

appagent run --app notes --task "Open Shopping" --device virtual --faults call,cable-after"""


def group() -> typer.Typer:
    """Return the group of commands `phone`."""
    group = typer.Typer(help="List the virtual phone's apps and faults; serve it to adb.", no_args_is_help=True)
    group.command("apps", epilog="Example: appagent phone apps --apps ./my_apps")(apps_)
    group.command("faults", epilog=_FAULTS)(faults_)
    group.command("serve", epilog="Example: appagent phone serve --port 6555 --locale zh-CN")(serve)
    return group


def devices(json: opt.Json = False) -> None:
    """List the attached phones, and the virtual one."""
    from appagent.devices.find import Attached, attached

    found = attached()
    phones = [*found, Attached("virtual", "device", "the virtual phone of this package")]
    if json:
        show.put_json({"devices": [asdict(one) for one in phones]})
        return
    show.rows(["serial", "state", "model"], [[one.serial, one.state, one.model] for one in phones])
    if not found:
        show.console().print("No phone is attached; switch USB debugging on and connect one, or use --device virtual")


@opt.shared("apps", "locale")
def apps_(json: opt.Json = False, *, options: opt.Options) -> None:
    """List the apps of the virtual phone, and your own from --apps."""
    from appagent.errors import UsageError
    from appagent.phone.app import PhoneError, installed

    settings = opt.settings(options)
    try:
        found = installed(settings.apps)
    except PhoneError as error:
        raise UsageError(str(error)) from error
    language = settings.locale.split("-")[0]
    told = [
        {
            "name": app.name(),
            "label": app.words.get(language, {}).get(app.label, app.label),
            "package": app.package,
            "version": app.version,
            "about": _description(app),
        }
        for app in found
    ]
    if json:
        show.put_json({"apps": told})
        return
    show.rows(["name", "label", "package", "version", "about"], [list(one.values()) for one in told])


def faults_(json: opt.Json = False) -> None:
    """List what --faults can make go wrong on the virtual phone.

    For each fault it says when it strikes by default.
    """
    from appagent.phone.faults import FAULTS

    told = [
        {"name": one.name, "family": one.family, "when": str(one.default), "about": one.line} for one in FAULTS.values()
    ]
    if json:
        show.put_json({"faults": told})
        return
    show.rows(["name", "when", "about"], [[one["name"], one["when"], one["about"]] for one in told])


def _description(app: "type[App]") -> str:
    """Return one line about an app, from the docstring of its file or, if that has none, of its class."""
    first = (sys.modules[app.__module__].__doc__ or app.__doc__ or "").strip().split("\n")[0]
    return first.partition(": ")[2] or first


@opt.shared(*opt.PHONE)
def serve(
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Port to listen on; 0 takes a free one.")] = 0,
    json: opt.Json = False,
    *,
    options: opt.Options,
) -> None:
    """Run the virtual phone for adb, until Ctrl-C.

    To adb it is a phone on Wi-Fi, and only this computer can reach it. Ctrl-C ends it with status 0.
    """
    from appagent.devices.virtual import phone_of
    from appagent.errors import UsageError
    from appagent.phone import PhoneError
    from appagent.phone.wire import serve_adbd

    try:
        server = serve_adbd(phone_of(opt.settings(options)), port=port)
    except PhoneError as error:
        raise UsageError(str(error)) from error
    except OSError as error:
        reason = os.strerror(error.errno or 0)
        raise UsageError(f"port {port} cannot be used ({reason}); --port 0 takes one that is free") from error
    for ending in (signal.SIGINT, signal.SIGTERM):  # background jobs of a script start with SIGINT ignored
        signal.signal(ending, signal.default_int_handler)
    with contextlib.suppress(KeyboardInterrupt), server:
        if json:
            show.put_json({"host": "127.0.0.1", "port": server.port, "connect": f"adb connect {server.address}"})
        else:
            show.console().print(
                f"The virtual phone is at {server.address}. In another terminal:\n\n"
                f"  adb connect {server.address}\n"
                f"  adb -s {server.address} shell getprop ro.product.model\n\n"
                "Ctrl-C ends it; nothing of it is kept."
            )
        while True:
            time.sleep(3600)
