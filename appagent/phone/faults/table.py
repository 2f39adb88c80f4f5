"""Table of all faults, made from the classes in the files of this package."""

from collections.abc import Iterator

from appagent.phone.faults import cable, coming, lists, looking, phone
from appagent.phone.faults.base import Fault

_FAMILIES = (coming, lists, cable, looking, phone)


def _named() -> Iterator[type[Fault]]:
    for family in _FAMILIES:
        for found in vars(family).values():
            own = isinstance(found, type) and found.__module__ == family.__name__ and issubclass(found, Fault)
            if own and hasattr(found, "name"):
                yield found


FAULTS: dict[str, type[Fault]] = {found.name: found for found in _named()}
