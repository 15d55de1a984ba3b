"""Table options: strings of a form or command line become the game's typed options."""

from __future__ import annotations

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
