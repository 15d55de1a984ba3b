"""German texts as data: a msgid with its values apart, translated only where it is shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from msgspec import Struct, field

Value: TypeAlias = "str | int | Text"


class Text(Struct, frozen=True, omit_defaults=True):
    """One sentence or word for a player.

    ``msgid`` is German and holds ``{name}`` places; ``values`` fills them, a ``Text`` among them is
    translated itself. With ``plural`` set, ``count`` chooses between the two and is also ``{count}``.
    """

    msgid: str
    values: dict[str, Value] = field(default_factory=dict)
    plural: str = ""
    count: int = 0

    def __hash__(self) -> int:
        """As equality has it; ``values`` alone would have none."""
        return hash((self.msgid, self.plural, self.count, *self.values.items()))


def gettext_noop(msgid: str) -> str:
    """Mark ``msgid`` for translation and return it unchanged."""
    return msgid


def text(msgid: str, **values: Value) -> Text:
    """A ``Text`` with its values as keywords; mark the msgid at the call with ``gettext_noop``."""
    return Text(msgid, values)


def joined(parts: Sequence[Value]) -> Value:
    """``a, b und c``. ``parts`` is not empty."""
    return _listed(parts, gettext_noop("{first} und {second}"))


def joined_or(parts: Sequence[Value]) -> Value:
    """``a, b oder c``. ``parts`` is not empty."""
    return _listed(parts, gettext_noop("{first} oder {second}"))


def _listed(parts: Sequence[Value], last_two: str) -> Value:
    *head, last = parts
    if not head:
        return last
    listed = head[0]
    for part in head[1:]:
        listed = text(gettext_noop("{first}, {second}"), first=listed, second=part)
    return text(last_two, first=listed, second=last)


def plain(message: Text) -> str:
    """The German text itself, for logs, tests and command lines (no translation)."""
    values = {k: plain(v) if isinstance(v, Text) else v for k, v in message.values.items()}
    msgid = message.plural if message.plural and message.count != 1 else message.msgid
    return msgid.format(count=message.count, **values)
