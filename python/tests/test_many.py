# SPDX-License-Identifier: MIT
"""Many messages at once against hashlib."""

import hashlib
import random

import pytest

import hashlane

RANDOM = random.Random(3)
SHA3 = ["sha3_224", "sha3_256", "sha3_384", "sha3_512", "shake_128", "shake_256"]


def one(name, message, length):
    hash = hashlib.new(name, message)
    return hash.digest() if hash.digest_size else hash.digest(length)


@pytest.mark.parametrize("name", SHA3)
def test_sha3_many(name):
    length = 50 if name.startswith("shake") else None
    for count in (0, 1, 5, 19):
        messages = [RANDOM.randbytes(200) for _ in range(count)]
        expected = b"".join(one(name, message, length) for message in messages)
        assert hashlane.sha3_many(messages, name, length=length) == expected
        out = bytearray(len(expected))
        assert hashlane.sha3_many(messages, name, length=length, out=out) is out
        assert out == expected


def test_rows_of_an_array():
    numpy = pytest.importorskip("numpy")
    rows = numpy.frombuffer(RANDOM.randbytes(21 * 100), numpy.uint8).reshape(21, 100)
    expected = b"".join(hashlib.sha3_256(row).digest() for row in rows)
    assert hashlane.sha3_many(rows) == expected
    digests = numpy.empty((21, 32), numpy.uint8)
    assert hashlane.sha3_many(rows, out=digests) is digests
    assert digests.tobytes() == expected
    words = rows.view(numpy.uint32)
    assert hashlane.sha3_many(words) == expected
    assert hashlane.sha3_many(rows[:0]) == b""
    with pytest.raises((ValueError, BufferError)):
        hashlane.sha3_many(rows[:, ::2])


def test_what_is_not_many_messages():
    with pytest.raises(TypeError, match="sequence of buffers"):
        hashlane.sha3_many(b"one message")
    with pytest.raises(TypeError):
        hashlane.sha3_many(["text"])
    with pytest.raises(ValueError, match="no function 'md5'"):
        hashlane.sha3_many([b""], "md5")
    with pytest.raises(ValueError, match="needs a length"):
        hashlane.sha3_many([b""], "shake_128")
    with pytest.raises(ValueError, match="give no length"):
        hashlane.sha3_many([b""], "sha3_256", length=32)
    with pytest.raises(ValueError, match="out has 31 bytes"):
        hashlane.sha3_many([b""], out=bytearray(31))
