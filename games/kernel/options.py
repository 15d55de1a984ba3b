"""Table options: strings of a form or command line become the game's typed options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from games.kernel.texts import gettext_noop as _
from games.kernel.texts import text


def options_decode(info: Any, options_type: Any, raw: dict[str, str]) -> Any:
    """Typed options out of ``raw``; a missing key takes its default.

    Raises Rejection("options") for an unknown key or a value that is not among the choices.
    """
    from games.kernel.contract import Rejection

    fields = {f.key: f for f in info.options}
    unknown = sorted(set(raw) - set(fields))
    if unknown:
        raise Rejection("options", text(_("Diese Einstellung gibt es nicht: {key}."), key=unknown[0]))
    values = {}
    for key, option in fields.items():
        value = raw.get(key, option.default)
        if value not in {c.value for c in option.choices}:
            raise Rejection(
                "options", text(_("„{label}“ kennt den Wert {value} nicht."), label=option.label, value=value)
            )
        values[key] = value
    return msgspec.convert(values, type=options_type, strict=False)


def options_raw(options: Any) -> dict[str, str]:
    """The strings that ``options_decode`` turns into ``options`` again."""
    built: dict[str, Any] = msgspec.to_builtins(options)
    return {k: ("true" if v else "false") if isinstance(v, bool) else str(v) for k, v in built.items()}


def pick_known(info: Any, value: str) -> bool:
    """Whether a seat may choose ``value``; nothing (``""``) it may always."""
    return not value or (info.seat_field is not None and value in {c.value for c in info.seat_field.choices})


def picks_fit(info: Any, picks: Sequence[str]) -> bool:
    """Whether the seats of one table may have chosen so: known values, each at most once."""
    chosen = [value for value in picks if value]
    return len(chosen) == len(set(chosen)) and all(pick_known(info, value) for value in chosen)
