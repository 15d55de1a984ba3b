"""An independent copy of a state, to try an action on."""

from __future__ import annotations

import msgspec

from games.elum.state import State


def copy_of(state: State) -> State:
    """Through the codec: nothing is shared."""
    copied: State = msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=State)
    return copied
