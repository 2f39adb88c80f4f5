"""Read intents from the words of `am` and `cmd package`, and find the activity that one would start."""

from dataclasses import dataclass, field

from appagent.phone.app import running
from appagent.phone.core import Phone

VIEW, MAIN = "android.intent.action.VIEW", "android.intent.action.MAIN"
HOME, LAUNCHER = "android.intent.category.HOME", "android.intent.category.LAUNCHER"
_NO_VALUE = ("-W", "-D", "-N", "-S", "--activity-clear-top", "--activity-single-top", "--brief", "--components")
_EXTRAS = ("-e", "--es", "--ei", "--el", "--ef", "--ez", "--eu")
_NAMES = {"-a": "action", "-d": "data", "-p": "package", "-n": "component", "-c": "category"}


@dataclass
class Intent:
    """Wish to start an activity. component: "package/activity"."""

    action: str = ""
    data: str = ""
    package: str = ""
    component: str = ""
    category: str = ""
    extras: dict[str, str] = field(default_factory=dict)

    @property
    def target(self) -> tuple[str, str]:
        """Return the package and activity that the intent names."""
        package, _, activity = self.component.partition("/")
        return package or self.package, activity

    def __str__(self) -> str:
        kinds = f"[{self.category}]" if self.category else ""
        facts = {"act": self.action, "cat": kinds, "dat": self.data, "pkg": self.package, "cmp": self.component}
        return f"Intent {{ {' '.join(f'{k}={v}' for k, v in facts.items() if v)} }}"


def read(words: list[str]) -> Intent:
    """Read an intent from the options that `am` and `cmd package` know."""
    intent, rest = Intent(), list(words)
    while rest:
        word = rest.pop(0)
        if word in _NO_VALUE:
            continue
        if word in _EXTRAS and len(rest) > 1:
            name = rest.pop(0)
            intent.extras[name] = rest.pop(0)
        elif word.startswith("-"):
            value = rest.pop(0) if rest else ""
            if word in _NAMES:
                setattr(intent, _NAMES[word], value)
        elif "://" in word:
            intent.data = word
        elif "/" in word:
            intent.component = word
        else:
            intent.package = word
    return intent


def resolve(phone: Phone, intent: Intent) -> tuple[str, str] | None:
    """Return the package that an intent would start, and its activity or entry; None if nothing takes the intent.

    The second is "" for the app as it was left, and the address or action itself if the app opens these.
    """
    package, activity = intent.target
    if package and package not in phone.packages:
        return None
    if activity:
        return (package, activity) if has_activity(phone, package, activity) else None
    if intent.action == VIEW and intent.data.startswith(("http://", "https://")):
        follows = (app.package for app in phone.packages.values() if app.follows_links)
        return next(((one, intent.data) for one in follows if package in ("", one)), None)
    if intent.data and not intent.action.startswith("android.settings."):
        opens = (app.package for app in phone.packages.values() if intent.data in app.entries)
        return next(((one, intent.data) for one in opens if package in ("", one)), None)
    if intent.action == MAIN and intent.category == HOME and package in ("", phone.launcher):
        return phone.launcher, ""
    if intent.action not in ("", MAIN):
        takes = (app.package for app in phone.packages.values() if intent.action in app.intents)
        return next(((one, intent.action) for one in takes if package in ("", one)), None)
    return (package, "") if package else None


def has_activity(phone: Phone, package: str, activity: str) -> bool:
    """Tell whether an app has an activity that others may start. activity: its name, short or whole."""
    app = phone.packages[package]
    with phone.lock, running(app):
        names = {"MainActivity", *app.activities, *app.entries, app.home().activity}
    return _whole(package, activity) in {_whole(package, name) for name in names}


def _whole(package: str, name: str) -> str:
    """Return an activity's whole name.

    >>> _whole("org.example", ".Main"), _whole("org.example", "Main"), _whole("org.example", "org.example.Main")
    ('org.example.Main', 'org.example.Main', 'org.example.Main')
    """
    return name if name.startswith(f"{package}.") else f"{package}.{name.removeprefix('.')}"
