"""Hostile frames: made of a seat's own honest action, or of nothing. Same seed, same frames."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from dataclasses import dataclass

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
BROKEN = "broken bytes"
DICE = ("rot", "blau", "gruen", "gelb", "grau", "weiss", "lila")
ROWS = ("feuer", "wasser", "erde", "luft", "dunkel", "hell", None)
ODD = (
    "null", "true", "-1", "1.5", "1e400", "-0", "NaN", "Infinity", "99999999999999999999999", '"1"', '""', "[]", "{}",
    "[null]", '{"$ne":1}', '"\\u0000"', '"\\ud800"', '"; DROP TABLE x; --"', '"<script>alert(1)</script>"', "[[[[]]]]",
)  # fmt: skip
OWN_ID = re.compile(r"hostile-(\d{12})-(\d{4})\Z")
CHECK = 9973


@dataclass
class Stuff:
    """What an attacker knows at that moment."""

    number: int
    """For client ids of their own."""
    decision: int
    """Of the own seat, or one made up."""
    choices: list[bytes]
    """Legal actions of the own seat; may be out of date."""
    old: list[bytes]
    """Frames sent before."""
    foreign: list[str]
    """Client ids, table codes and session keys of others."""


@dataclass
class Hostile:
    """One thing to send: a frame's opcode and payload, or with opcode -1 raw bytes on the line."""

    kind: str
    opcode: int
    payload: bytes


Maker = Callable[[random.Random, Stuff], Hostile]


def honest(rng: random.Random, stuff: Stuff) -> bytes:
    """An action that may well be legal."""
    action = rng.choice(stuff.choices) if stuff.choices else b'{"type":"take","die":"rot","row":"feuer"}'
    return b'{"t":"act","id":"%s","d":%d,"a":%s}' % (own_id(stuff).encode(), stuff.decision, action)


def own_id(stuff: Stuff) -> str:
    """The attacker's next client id, which says who it was."""
    return f"hostile-{stuff.number:012d}-{stuff.number % CHECK:04d}"


def sender(client_id: str) -> int | None:
    """The number in an id of ``own_id``; None for any other, also for one that was mutated on the way."""
    found = OWN_ID.match(client_id)
    if found is None or int(found.group(1)) % CHECK != int(found.group(2)):
        return None
    return int(found.group(1))


def _text(kind: str, text: str) -> Hostile:
    return Hostile(kind, TEXT, text.encode("utf-8", "surrogatepass"))


def _honest(rng: random.Random, stuff: Stuff) -> Hostile:
    return Hostile("honest", TEXT, honest(rng, stuff))


def _mutated(rng: random.Random, stuff: Stuff) -> Hostile:
    data = bytearray(honest(rng, stuff))
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(data))
        match rng.randrange(5):
            case 0:
                data[at] = rng.randrange(32, 127)
            case 1:
                del data[at : at + rng.randint(1, 6)]
            case 2:
                data[at:at] = bytes(rng.randrange(32, 127) for _ in range(rng.randint(1, 6)))
            case 3:
                data[at:at] = data[at : at + rng.randint(1, 30)]
            case _:
                del data[at:]
        if not data:
            data = bytearray(b"{")
    return Hostile("mutated", TEXT, bytes(data))


def _wrong_type(rng: random.Random, stuff: Stuff) -> Hostile:
    fields = {"t": '"act"', "id": json.dumps(own_id(stuff)), "d": str(stuff.decision), "a": rng.choice(ODD)}
    for key in rng.sample(sorted(fields), rng.randint(1, 2)):
        fields[key] = rng.choice(ODD)
    if rng.random() < 0.3:
        fields[rng.choice(("seat", "player", "match", "version", "__proto__"))] = rng.choice(ODD)
    return _text("wrong type", "{" + ",".join(f'"{key}":{value}' for key, value in fields.items()) + "}")


def _wrong_action(rng: random.Random, stuff: Stuff) -> Hostile:
    action: dict[str, object] = {"type": rng.choice(("take", "freeze", "roll", "TAKE", "")), "die": rng.choice(DICE)}
    action["row"] = rng.choice(ROWS)
    if rng.random() < 0.3:
        action[rng.choice(("die", "row", "seat", "now"))] = rng.choice(([], {}, 0, None, 2**63, "x" * 500))
    frame = {"t": "act", "id": own_id(stuff), "d": stuff.decision, "a": action}
    return _text("wrong phase or action", json.dumps(frame))


def _nan(rng: random.Random, stuff: Stuff) -> Hostile:
    value = rng.choice(("NaN", "-Infinity", "1e309", "1E+999", "0x10", "01", "1_0", "-"))
    where = rng.choice(('{"t":"beat","at":%s}', '{"t":"act","id":"' + own_id(stuff) + '","d":%s,"a":{}}'))
    return _text("NaN and odd numbers", where % value)


def _deep(rng: random.Random, stuff: Stuff) -> Hostile:
    depth = rng.choice((50, 600, 3000, 7000))
    if rng.random() < 0.3:
        return _text("deep", rng.choice(("[", '{"t":')) * depth)
    body = "[" * depth + "]" * depth if rng.random() < 0.5 else '{"a":' * (depth // 3) + "1" + "}" * (depth // 3)
    return _text("deep", f'{{"t":"act","id":"{own_id(stuff)}","d":{stuff.decision},"a":{body}}}')


def _huge(rng: random.Random, stuff: Stuff) -> Hostile:
    size = rng.choice((4_000, 15_000, 16_300, 16_500, 40_000, 65_000))
    return _text("huge", f'{{"t":"act","id":"{own_id(stuff)}","d":{stuff.decision},"a":"{"x" * size}"}}')


def _binary(rng: random.Random, stuff: Stuff) -> Hostile:
    data = rng.randbytes(rng.randint(0, 200)) if rng.random() < 0.7 else honest(rng, stuff)
    return Hostile("binary", BINARY, data)


def _no_text(rng: random.Random, stuff: Stuff) -> Hostile:
    return Hostile(
        "not UTF-8", TEXT, rng.choice((b"\xff\xfe", b"\xc0\x80", b"\xed\xa0\x80", b'{"t":"beat","at":\xf8}'))
    )


def _foreign(rng: random.Random, stuff: Stuff) -> Hostile:
    other = rng.choice(stuff.foreign) if stuff.foreign else "aaaaaaaa"
    action = rng.choice(stuff.choices) if stuff.choices else b'{"type":"freeze"}'
    made = {"t": "act", "id": own_id(stuff), "d": stuff.decision, "a": json.loads(action)}
    made[rng.choice(("id", "match", "table", "seat", "session", "d"))] = other
    return _text("foreign ids", json.dumps(made))


def _old_decision(rng: random.Random, stuff: Stuff) -> Hostile:
    decision = max(0, stuff.decision + rng.choice((-2, -1, 1, 2, 1000, 2**31 - 1 - stuff.decision)))
    action = rng.choice(stuff.choices) if stuff.choices else b'{"type":"freeze"}'
    frame = b'{"t":"act","id":"%s","d":%d,"a":%s}' % (own_id(stuff).encode(), decision, action)
    return Hostile("old or future decision", TEXT, frame)


def _replayed(rng: random.Random, stuff: Stuff) -> Hostile:
    return Hostile("replayed", TEXT, rng.choice(stuff.old) if stuff.old else honest(rng, stuff))


def _plain(rng: random.Random, stuff: Stuff) -> Hostile:
    frames = (
        '{"t":"beat","at":1}',
        '{"t":"sync"}',
        '{"t":"advice"}',
        "",
        "null",
        "[]",
        '{"t":"room"}',
        '{"t":"ack","id":"x"}',
    )
    return _text("plain words of the protocol", rng.choice(frames))


def _control(rng: random.Random, stuff: Stuff) -> Hostile:
    match rng.randrange(5):
        case 0:
            return Hostile("control", PING, rng.randbytes(rng.randint(0, 125)))
        case 1:
            return Hostile("control", PONG, rng.randbytes(rng.randint(0, 125)))
        case 2:
            return Hostile("control", CLOSE, rng.choice((b"", b"\x03", b"\x03\xe8bye", b"\x00\x01", b"\xff\xff\xff")))
        case 3:
            return Hostile("control", rng.choice((3, 4, 7, 11, 15)), b"x")  # reserved
        case _:
            return Hostile("control", 0, b"goes on with nothing")


def _broken_bytes(rng: random.Random, stuff: Stuff) -> Hostile:
    """Not even a frame: unmasked, reserved bits, lengths that lie, HTTP in the middle."""
    made = (
        b"\x81\x05hello", b"\xf1\x80\0\0\0\0", b"\x89\xfe\x01\x00\0\0\0\0" + b"x" * 256, b"GET / HTTP/1.1\r\n\r\n",
        b"\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0", rng.randbytes(40),
    )  # fmt: skip
    return Hostile(BROKEN, -1, rng.choice(made))


MAKERS: tuple[tuple[Maker, int], ...] = (
    (_honest, 6), (_mutated, 20), (_wrong_type, 14), (_wrong_action, 14), (_nan, 6), (_foreign, 8),
    (_old_decision, 12), (_replayed, 10), (_plain, 4), (_deep, 3), (_huge, 2), (_binary, 1), (_no_text, 1),
    (_control, 1), (_broken_bytes, 1),
)  # fmt: skip
"""With their weights: what closes the line at once is rare, or most of the time would go into coming back."""


def hostile(rng: random.Random, stuff: Stuff) -> Hostile:
    """The next hostile thing."""
    makers, weights = zip(*MAKERS, strict=True)
    maker: Maker = rng.choices(makers, weights)[0]
    return maker(rng, stuff)
