"""Verifiable chance."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kernel.dice import Dice, draw, fingerprint

SEED = bytes(range(32))
seeds = st.binary(min_size=32, max_size=32)


def test_draws_are_fixed_for_ever() -> None:
    """Stored matches must replay: these numbers may never change."""
    dice = Dice(SEED)
    assert [dice.below("throw/1/rot", 6) for _ in range(8)] == [draw(SEED, "throw/1/rot", n, 6) for n in range(8)]
    assert [draw(SEED, "a", n, 1000) for n in range(4)] == [629, 31, 686, 829]
    assert Dice(SEED).shuffled("order", 6) == [4, 5, 0, 1, 3, 2]


def test_the_definition_of_a_draw() -> None:
    """A keyed BLAKE2b of label, counter and attempt: anybody can check it with these lines."""
    digest = hashlib.blake2b(b"throw/3/rot\x000\x000", key=SEED, digest_size=8).digest()
    assert draw(SEED, "throw/3/rot", 0, 6) == int.from_bytes(digest, "big") % 6


@given(seeds, st.text(max_size=20), st.integers(0, 1000), st.integers(1, 2**32))
def test_a_draw_is_in_range_and_repeatable(seed: bytes, label: str, count: int, n: int) -> None:
    value = draw(seed, label, count, n)
    assert 0 <= value < n
    assert value == draw(seed, label, count, n)


@given(seeds, st.integers(0, 5), st.integers(0, 5))
def test_one_label_shifts_no_other(seed: bytes, before: int, between: int) -> None:
    quiet, busy = Dice(seed), Dice(seed)
    for _ in range(before):
        busy.below("bot", 10)
    first = busy.below("throw", 6)
    for _ in range(between):
        busy.below("bot", 10)
    assert [quiet.below("throw", 6), quiet.below("throw", 6)] == [first, busy.below("throw", 6)]


def test_values_are_uniform() -> None:
    counts = Counter(draw(SEED, "x", n, 6) for n in range(12_000))
    assert all(1850 <= counts[face] <= 2150 for face in range(6))


@given(seeds, st.integers(0, 12))
def test_a_shuffle_holds_everything_once(seed: bytes, n: int) -> None:
    assert sorted(Dice(seed).shuffled("s", n)) == list(range(n))


@pytest.mark.parametrize(("seed", "n"), [(b"short", 6), (SEED, 0), (SEED, 2**32 + 1)])
def test_wrong_arguments_are_refused(seed: bytes, n: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        draw(seed, "x", 0, n)


def test_the_fingerprint_is_the_sha256_of_the_seed() -> None:
    assert fingerprint(SEED) == hashlib.sha256(SEED).hexdigest()
