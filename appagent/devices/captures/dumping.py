"""Write the nodes of a screen as a dump of its hierarchy, without what fields for secrets hold."""

from html import escape

from appagent.devices.captures.hierarchy import FLAGS, NOT_XML
from appagent.screen import Node, Tree
from appagent.screen.nodes.tree import nodes_of
from appagent.secrets import Secrets


def write_dump(tree: Tree) -> str:
    """Return a dump from which `parse_dump` makes the same nodes, but for the texts of fields that hold a secret.

    Where another text has what such a field holds, it is masked there too. Other secrets must be masked before.
    """
    hidden = Secrets()
    for node in nodes_of(tree):
        if _tells(node):
            hidden.keep(node.text)
    parts, stack = list[str](), list[Node | str](tree[::-1])
    while stack:
        one = stack.pop()
        if isinstance(one, str):
            parts.append(one)
            continue
        told = " ".join(f'{name}="{_escaped(value)}"' for name, value in _attributes(one, hidden).items())
        parts.append(f"<node {told}>")
        stack += ["</node>", *one.children[::-1]]
    return f"<hierarchy>{''.join(parts)}</hierarchy>"


def _tells(node: Node) -> bool:
    """Tell whether a field for a secret shows what it holds, and not just dots or its own hint."""
    return node.password and node.text != node.hint and any(map(str.isalnum, node.text))


def _attributes(node: Node, hidden: Secrets) -> dict[str, str]:
    said = {
        "class": node.cls,
        "package": node.package,
        "resource-id": node.resource_id,
        "text": "" if _tells(node) else node.text,
        "content-desc": node.description,
        "hint": node.hint,
    }
    left, top, right, bottom = node.bounds
    flags = {attribute: str(getattr(node, name)).lower() for name, attribute in FLAGS.items()}
    return {
        **{name: hidden.mask(text) for name, text in said.items()},
        **flags,
        "bounds": f"[{left},{top}][{right},{bottom}]",
        "index": str(node.index),
        "drawing-order": str(node.drawing_order),
        "password": str(node.masked).lower(),
        "enabled": str(node.enabled).lower(),
        "visible-to-user": str(node.visible).lower(),
    }


def _escaped(text: str) -> str:
    """Return a text as the value of an attribute, which keeps its line breaks."""
    plain = escape(NOT_XML.sub(".", text))
    return plain.replace("\n", "&#10;").replace("\r", "&#13;").replace("\t", "&#9;")
