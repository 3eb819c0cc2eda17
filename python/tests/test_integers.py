# SPDX-License-Identifier: MIT
"""Every integer that the package takes: what is none is refused, not cut."""

import decimal
import fractions

import pytest

import hashlane
from hashlane import chain

START = bytes(32)
TREE = hashlane.MerkleTree(bytes(range(256)) * 2)
CHECKPOINTS = chain.create(START, 5, 4)

TAKERS = {
    "threads": hashlane.Pool,
    "index of a proof": TREE.proof,
    "index of an update": lambda n: TREE.update(n, START),
    "count of leaves": lambda n: hashlane.merkle_verify(n, 0, START, b"", START),
    "index of a leaf": lambda n: hashlane.merkle_verify(16, n, START, b"", START),
    "depth": lambda n: hashlane.merkle_root(bytes(64), kind="ssz", depth=n),
    "hashes of a segment": lambda n: chain.verify([(START, CHECKPOINTS[:32], n)]),
    "hashes between two checkpoints": lambda n: chain.verify_checkpoints(START, CHECKPOINTS, n),
    "hashes between two new checkpoints": lambda n: chain.create(START, n, 1),
    "checkpoints": lambda n: chain.create(START, 1, n),
    "hashes": lambda n: chain.advance(START, n),
    "hashes of a stream": lambda n: chain.Stream(START).advance(n),
    "bytes of a block": lambda n: hashlane.parallel_hash(b"", block_bytes=n, length=4),
    "bits": lambda n: hashlane.tuple_hash([], length=4, bits=n * 0 + 128),
    "length of a parallel hash": lambda n: hashlane.parallel_hash(b"", block_bytes=8, length=n),
    "length of a tuple's hash": lambda n: hashlane.tuple_hash([], length=n),
    "length": lambda n: hashlane.shake_128().digest(n),
    "length of many": lambda n: hashlane.sha3_many([], name="shake_128", length=n),
    "length of a MAC": lambda n: hashlane.kmac_128(START, length=n),
    "domain": lambda n: hashlane.turboshake_128(b"", n),
    "domain of many": lambda n: hashlane.turboshake_many([], length=4, domain=n),
}


class Truncated(float):
    """A number that compares like an integer and converts itself to one."""

    def __int__(self):
        return 5


class Indexed:
    """An integer by its interface alone, as NumPy's are."""

    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value

    def __mul__(self, other):
        return Indexed(self.value * other)

    def __add__(self, other):
        return Indexed(self.value + other)


@pytest.mark.parametrize("taker", TAKERS)
def test_what_is_no_integer(taker):
    TAKERS[taker](5)
    TAKERS[taker](Indexed(5))
    for wrong in (decimal.Decimal("5.9"), fractions.Fraction(11, 2), 5.0, Truncated(5)):
        with pytest.raises(TypeError):
            TAKERS[taker](wrong)


@pytest.mark.parametrize("scalar", ["float16", "float32", "float64", "longdouble"])
def test_what_is_no_integer_of_numpy(scalar):
    number = getattr(pytest.importorskip("numpy"), scalar)
    for taker in TAKERS.values():
        with pytest.raises(TypeError):
            taker(number(5.5))


def test_a_condition_is_no_number():
    wrong = [(START, START, 5)]
    for condition in (decimal.Decimal("0.5"), 0.5, 1 << 32):
        assert chain.verify(wrong, any=condition).stop == "wrong"
