"""Render prompt templates (Jinja files) to messages for a model, with all untrusted words fenced as data."""

import traceback
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, is_dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from types import CodeType
from typing import Any

import jinja2
from jinja2.bccache import Bucket
from jinja2.sandbox import ImmutableSandboxedEnvironment

from appagent.confine import Confined
from appagent.errors import UsageError
from appagent.files import read_file, shipped_folder
from appagent.models import Message
from appagent.prompting.fence import Fence

_SHIPPED = ("prompts_files", "prompts")  # folder of our own templates, in an installation and in a clone
_PARTS = {"system": "system", "user": "user", "now": "user"}  # blocks of a template, each a message of this role
_MOST_FILES = 100  # templates in a person's own folder
_LARGEST = 100_000  # bytes of one template
# Errors that expressions in a person's template can raise.
_TEMPLATE_FAULTS = (
    jinja2.TemplateError, TypeError, ValueError, ArithmeticError, LookupError, AttributeError, RecursionError,
)  # fmt: skip

Sources = Mapping[str, tuple[str, str]]  # template name: (text, file)


@dataclass(frozen=True)
class Prompts:
    """Prompt templates of one run: Jinja files such as act.j2, each with the text of one kind of prompt.

    folder: the person's own templates, or None if the person has none. They replace shipped templates of the same file
    name. They may come from a stranger, so a child process with limits on time and memory renders them.
    fence: the marks that are put around untrusted words.
    """

    folder: Path | None = None
    fence: Fence = field(default_factory=Fence.drawn)

    def render(self, name: str, pictures: tuple[bytes, ...] = (), **facts: object) -> list[Message]:
        """Render a prompt template to messages: one from its block "system", then one from "user" and one from "now".

        A template without these blocks gives a single user message. name: "act" for act.j2. pictures: JPEGs to add to
        the last message. facts: the values for the template, by name. Raises UsageError, with file and line, if a
        template is wrong, uses an unknown value, or takes too long.
        """
        request = {"name": name, "fence": self.fence.name, "facts": _plain(facts)}
        if self.folder is None:
            texts = _rendered(_shipped_sources(), request)
        else:
            doing = f"the prompt {self.folder / name}.j2"
            texts = self._child.ask({**request, "sources": self._own_sources}, doing)
        last = len(texts) - 1
        return [Message(role, text, pictures if at == last else ()) for at, (role, text) in enumerate(texts)]

    @cached_property
    def _child(self) -> Confined:
        return Confined("appagent.prompting.templates:render_apart")

    @cached_property
    def _own_sources(self) -> Sources:
        """Return all templates as a dict: for each file name, such as "act.j2", a pair of its text and its file.

        A template of the person replaces a shipped one of the same file name. Raises UsageError if the person's
        folder does not exist, has too many templates, or has one that cannot be read.
        """
        folder = self.folder or Path()
        check_folder(folder)
        files = sorted(folder.glob("*.j2"))
        if len(files) > _MOST_FILES:
            raise UsageError(f"{folder} has {len(files)} prompts, more than {_MOST_FILES}")
        return {**_shipped_sources(), **{path.name: (_read(path), str(path)) for path in files}}


def check_folder(folder: Path) -> None:
    """Raise UsageError if there is no folder of a person's templates here."""
    if not folder.is_dir():
        raise UsageError(f"no folder of prompts at {folder}; copy {shipped_folder(*_SHIPPED)} there to begin with")


def render_apart(request: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Render a template, and return a list of pairs (role, text), one for each message.

    This function runs in the child process.

    request: plain JSON with these keys: "name", the template without .j2; "fence", the name of the fence; "facts", the
    values for the template by name; and "sources", a pair of text and file for each template's file name.
    """
    return _rendered({name: (text, file) for name, (text, file) in request["sources"].items()}, request)


def _rendered(sources: Sources, request: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Render one template, and return a list of pairs (role, text), one for each message.

    Each block of the template, such as "system", gives a pair; `_PARTS` has the role for each block. A template without
    such blocks gives one pair with the role "user".
    sources: for each template's file name, such as "act.j2", its text and the path of its file. request: a mapping with
    "name" (the template to render, without .j2), "fence" (the name of the fence around untrusted words), and "facts"
    (the values for the template, by name).
    Raises UsageError if the template is missing. If Jinja reports an error in the template, raises UsageError that
    names file and line.
    """
    name, facts = f"{request['name']}.j2", request["facts"]
    if name not in sources:
        raise UsageError(f"no prompt {name}; there are: {', '.join(sorted(sources))}")
    try:
        template = _environment(tuple(sorted(sources.items())), request["fence"]).get_template(name)
        texts = [(role, _block(template, part, facts)) for part, role in _PARTS.items() if part in template.blocks]
        return texts or [("user", f"{template.render(**facts).strip()}\n")]
    except jinja2.TemplateNotFound as error:
        raise UsageError(f"no prompt {error.name}, which {sources[name][1]} asks for") from error
    except _TEMPLATE_FAULTS as error:
        raise UsageError(f"the prompt {_where(error, sources[name][1])} cannot be used: {error}") from error


def _block(template: jinja2.Template, name: str, facts: Mapping[str, Any]) -> str:
    try:
        return "".join(template.blocks[name](template.new_context(dict(facts)))).strip() + "\n"
    except _TEMPLATE_FAULTS:
        template.environment.handle_exception()  # raises the error again, with the template's line numbers


class _Compiled(jinja2.BytecodeCache):
    """Cache of compiled templates, shared by all runs of this process: each run has a Jinja environment of its own."""

    def __init__(self) -> None:
        self._codes: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give Jinja's bucket the compiled code of its template, if the same text was compiled before."""
        bucket.code = self._codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the compiled code of the template in Jinja's bucket, for later runs."""
        self._codes[bucket.key, bucket.checksum] = bucket.code


_compiled = _Compiled()


@lru_cache(maxsize=4)
def _environment(sources: tuple[tuple[str, tuple[str, str]], ...], fence: str) -> jinja2.Environment:
    given = dict(sources)

    def source_of(name: str) -> tuple[str, str, None] | None:
        return (*given[name], None) if name in given else None

    environment = ImmutableSandboxedEnvironment(
        loader=jinja2.FunctionLoader(source_of),
        bytecode_cache=_compiled,
        undefined=jinja2.StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    marks: dict[str, Any] = {"open": Fence(fence).open, "close": Fence(fence).close}
    environment.filters["fence"] = Fence(fence).around
    environment.globals["fence"] = marks
    return environment


def _where(error: BaseException, file: str) -> str:
    """Return the file and line of the template that raised an error, as text; if the line is unknown, only `file`."""
    if isinstance(error, jinja2.TemplateSyntaxError):
        return f"{error.filename or file}, line {error.lineno}"
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.endswith(".j2")]
    return f"{frames[-1].filename}, line {frames[-1].lineno}" if frames else file


def _plain(value: object) -> Any:
    """Convert a value to plain JSON types, so that a template sees the same value in this process and in a child.

    Dataclasses and mappings become dicts; tuples and sets become lists; other values stay as they are.
    """
    if is_dataclass(value) and not isinstance(value, type):
        return _plain(asdict(value))
    if isinstance(value, Mapping):
        return {str(name): _plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(one) for one in value]
    return value


@lru_cache(maxsize=1)
def _shipped_sources() -> Sources:
    files = sorted(shipped_folder(*_SHIPPED).glob("*.j2"))
    return {path.name: (path.read_text(encoding="utf-8"), str(path)) for path in files}


def _read(path: Path) -> str:
    """Return the text of a template file.

    Raises UsageError if the file is too large, is not UTF-8 text, or is a link to a file in another folder.
    """
    if path.resolve().parent != path.parent.resolve():
        raise UsageError(f"the prompt {path} cannot be used: it is a link to {path.resolve()}")
    try:
        return read_file(path, _LARGEST).decode()
    except ValueError as error:
        raise UsageError(f"the prompt {path} cannot be used: {error}") from error
