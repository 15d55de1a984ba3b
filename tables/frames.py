"""What a browser may send over a socket, decoded strictly: anything else is a coded refusal."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from tables.host.answers import Refused
from tables.render import said

ClientId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9-]{8,40}\Z")]


class Act(Struct, tag_field="t", tag="act", forbid_unknown_fields=True):
    """An action for decision ``d``; ``id`` is the client's own, the same when it sends again."""

    id: ClientId
    d: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    a: msgspec.Raw


class Beat(Struct, tag_field="t", tag="beat", forbid_unknown_fields=True):
    """Sent every few seconds; the answer brings match time and shows that the line lives."""

    at: float


class Sync(Struct, tag_field="t", tag="sync", forbid_unknown_fields=True):
    """The client missed a message and wants everything."""


class Advice(Struct, tag_field="t", tag="advice", forbid_unknown_fields=True):
    """The client asks for Rat."""


Frame = Act | Beat | Sync | Advice

_decoder = msgspec.json.Decoder(Frame)
_encode = msgspec.json.Encoder().encode


def frame_decode(text: str) -> Frame:
    """Raises ValueError for anything that is no frame, however it is broken (msgspec gives up deep nesting)."""
    try:
        return _decoder.decode(text)
    except (msgspec.ValidationError, msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise ValueError(str(error)) from error


def ack(client_id: str) -> str:
    return _encode({"t": "ack", "id": client_id}).decode()


def refusal(client_id: str, refused: Refused) -> str:
    return _encode({"t": "no", "id": client_id, "code": refused.code, "text": said(refused.text)}).decode()


def beat(at: float, now_ms: int | None, number: int) -> str:
    return _encode({"t": "beat", "at": at, "now": now_ms, "n": number}).decode()


def advice(decision: int, action: bytes, reason: str) -> str:
    return _encode({"t": "advice", "d": decision, "a": msgspec.Raw(action), "text": reason}).decode()
