# SPDX-License-Identifier: MIT
"""Many messages at once against hashlib."""

import ctypes
import hashlib
import random
import sys

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
        assert hashlane.sha3_many(messages, name=name, length=length) == expected
        out = bytearray(len(expected))
        assert hashlane.sha3_many(messages, name=name, length=length, out=out) is out
        assert out == expected


def test_sha256_of_rows():
    numpy = pytest.importorskip("numpy")
    for count, size in [(21, 100), (9, 64), (3, 0), (0, 5)]:
        rows = numpy.frombuffer(RANDOM.randbytes(count * size), numpy.uint8).reshape(count, size)
        expected = b"".join(hashlib.sha256(row.tobytes()).digest() for row in rows)
        assert hashlane.sha256_many(rows) == expected
        digests = numpy.empty((count, 32), numpy.uint8)
        assert hashlane.sha256_many(rows, out=digests) is digests
        assert digests.tobytes() == expected
        assert hashlane.sha256_seeded_many(b"", rows) == expected
    rows = numpy.zeros((4, 6), numpy.uint8)
    for wrong in (rows[:, ::2], rows[:, :, None], b"one message"):
        with pytest.raises((TypeError, ValueError, BufferError)):
            hashlane.sha256_many(wrong)
    with pytest.raises(ValueError, match="out has 31 bytes; the output has 64"):
        hashlane.sha256_many([b"", b""], out=bytearray(31))


def test_any_sequence_of_any_buffers():
    parts = [RANDOM.randbytes(50), bytearray(b"abc"), memoryview(b"defg")[1:], b""]
    expected = b"".join(hashlib.sha256(part).digest() for part in parts)
    for messages in (parts, tuple(parts), iter(parts)):
        assert hashlane.sha256_many(messages) == expected
    parts[1].clear()  # a BufferError while it is held
    for wrong in ([b"", "text"], [bytearray(1), 5], [memoryview(bytes(10))[::2]], 5):
        with pytest.raises((TypeError, BufferError)):
            hashlane.sha256_many(wrong)


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
        hashlane.sha3_many([b""], name="md5")
    with pytest.raises(ValueError, match="needs a length"):
        hashlane.sha3_many([b""], name="shake_128")
    with pytest.raises(ValueError, match="give no length"):
        hashlane.sha3_many([b""], name="sha3_256", length=32)
    with pytest.raises(ValueError, match="out has 31 bytes"):
        hashlane.sha3_many([b""], out=bytearray(31))


def random_messages(count):
    return [RANDOM.randbytes(RANDOM.randrange(700)) for _ in range(count)]


@pytest.mark.parametrize("count", [0, 1, 2, 17, 70])
def test_sha256_many(count):
    messages = random_messages(count)
    expected = b"".join(hashlib.sha256(message).digest() for message in messages)
    assert hashlane.sha256_many(messages) == expected
    out = bytearray(len(expected))
    assert hashlane.sha256_many(tuple(map(memoryview, messages)), out=out) is out
    assert out == expected


def sha256d(message):
    return hashlib.sha256(hashlib.sha256(message).digest()).digest()


@pytest.mark.parametrize("count", [0, 1, 2, 17, 70])
def test_double_sha256(count):
    messages = random_messages(count)
    assert hashlane.sha256d_many(messages) == b"".join(map(sha256d, messages))
    nodes = RANDOM.randbytes(64 * count)
    expected = b"".join(sha256d(nodes[at : at + 64]) for at in range(0, len(nodes), 64))
    assert hashlane.sha256d_nodes(nodes) == expected
    with pytest.raises(ValueError, match="no multiple of 64"):
        hashlane.sha256d_nodes(bytes(65))


@pytest.mark.skipif(sys.version_info < (3, 12), reason="Python's classes have buffers from 3.12 on")
def test_a_class_of_bytes_with_a_buffer_of_its_own():
    class Other(bytes):
        def __buffer__(self, flags):
            return memoryview(b"other")

    message = Other(b"a")
    assert hashlane.sha256_many([message]) == hashlib.sha256(message).digest()


def test_more_empty_rows_than_states_take_no_memory():
    rows = memoryview(((ctypes.c_ubyte * 0) * (1 << 40))())
    with pytest.raises(ValueError, match="take 35184372088832"):
        hashlane.sha256_compress(bytearray(32), rows)


def test_compress():
    initial = bytes.fromhex("6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19")
    messages = [RANDOM.randbytes(119 - i) for i in range(21)]
    padded = [
        message + b"\x80" + bytes(119 - len(message)) + (8 * len(message)).to_bytes(8, "big")
        for message in messages
    ]
    states = bytearray(initial * 21)
    hashlane.sha256_compress(states, [message[:64] for message in padded])
    hashlane.sha256_compress(states, [message[64:] for message in padded])
    assert states == b"".join(hashlib.sha256(message).digest() for message in messages)
    with pytest.raises(ValueError, match="states have 672 bytes; 1 take 32"):
        hashlane.sha256_compress(states, [bytes(64)])
    with pytest.raises(ValueError, match="multiple of 64"):
        hashlane.sha256_compress(bytearray(32), [bytes(63)])
    with pytest.raises(ValueError, match="same number"):
        hashlane.sha256_compress(bytearray(64), [bytes(64), bytes(128)])


@pytest.mark.parametrize("name", SHA3)
def test_unequal_lengths(name):
    length = 50 if name.startswith("shake") else None
    messages = random_messages(23)
    expected = b"".join(one(name, message, length) for message in messages)
    assert hashlane.sha3_many(messages, name=name, length=length) == expected


@pytest.mark.parametrize("name", ["turboshake_128", "turboshake_256"])
def test_turboshake_many(name):
    messages = random_messages(11)
    for domain in (0x1F, 0x01):
        each = [getattr(hashlane, name)(message, domain).digest(40) for message in messages]
        assert hashlane.turboshake_many(messages, name=name, length=40, domain=domain) == b"".join(each)
    with pytest.raises(ValueError, match="128"):
        hashlane.turboshake_many(messages, name=name, length=40, domain=0x80)


def test_seeded_many():
    beginning = RANDOM.randbytes(128)
    messages = [RANDOM.randbytes(40) for _ in range(19)]
    expected = b"".join(hashlib.sha256(beginning + message).digest() for message in messages)
    assert hashlane.sha256_seeded_many(beginning, messages) == expected
    assert hashlane.sha256_seeded_many(b"", messages) == hashlane.sha256_many(messages)
    with pytest.raises(ValueError, match="63 bytes"):
        hashlane.sha256_seeded_many(bytes(63), messages)
    unequal = [b"a", b"", bytes(200), b"bc"]
    assert hashlane.sha256_seeded_many(beginning, unequal) == b"".join(
        hashlib.sha256(beginning + message).digest() for message in unequal
    )


def test_nodes():
    nodes = RANDOM.randbytes(37 * 64)
    expected = b"".join(
        hashlib.sha256(nodes[i : i + 64]).digest() for i in range(0, len(nodes), 64)
    )
    assert hashlane.sha256_nodes(nodes) == expected
    in_place = bytearray(nodes)
    half = memoryview(in_place)[: len(expected)]
    assert hashlane.sha256_nodes(in_place, out=half) is half
    assert half == expected
    with pytest.raises(ValueError, match="multiple of 64"):
        hashlane.sha256_nodes(bytes(65))


@pytest.mark.parametrize("count", [0, 1, 2, 3, 6, 8, 33])
def test_trees(count):
    leaves = [RANDOM.randbytes(32) for _ in range(count)]
    level, levels = leaves, []
    while len(level) > 1:
        pairs = [level[i : i + 2] for i in range(0, len(level), 2)]
        level = [
            hashlib.sha256(b"".join(pair)).digest() if len(pair) == 2 else pair[0] for pair in pairs
        ]
        levels.append(b"".join(level))
    root = level[0] if level else hashlib.sha256().digest()
    assert hashlane.merkle_root(b"".join(leaves)) == root
    assert hashlane.merkle_levels(b"".join(leaves)) == levels


def test_a_pool_changes_nothing():
    messages = [RANDOM.randbytes(RANDOM.randrange(9000)) for _ in range(60)]
    leaves = b"".join(hashlib.sha256(message).digest() for message in messages)
    sha3 = b"".join(hashlib.sha3_256(message).digest() for message in messages)
    long = RANDOM.randbytes(1_000_000)
    for threads in (1, 2, 3):
        with hashlane.Pool(threads) as pool:
            assert pool.threads == threads
            for _ in range(2):
                assert hashlane.sha256_many(messages, pool=pool) == leaves
                assert hashlane.sha3_many(messages, pool=pool) == sha3
                root = hashlane.merkle_root(leaves * 100, pool=pool)
                assert root == hashlane.merkle_root(leaves * 100)
                assert hashlane.MerkleTree(leaves * 100, pool=pool).root == root
                digest = hashlane.kt128(long, pool=pool).digest(32)
                assert digest == hashlane.kt128(long).digest(32)
                parallel = {"block_bytes": 5000, "length": 32}
                digest = hashlane.parallel_hash(long, pool=pool, **parallel)
                assert digest == hashlane.parallel_hash(long, **parallel)
        pool.close()  # once more is harmless
        with pytest.raises(ValueError, match="the pool is closed"):
            hashlane.sha256_many(messages, pool=pool)
        assert pool.threads == threads
    with pytest.raises(ValueError, match="not -1"):
        hashlane.Pool(-1)


@pytest.mark.parametrize("rows", [0, 1, 5, 3000, 20000])
@pytest.mark.parametrize("threads", [1, 2, 5])
def test_rows_on_a_pool(rows, threads):
    numpy = pytest.importorskip("numpy")
    array = numpy.frombuffer(RANDOM.randbytes(rows * 40), numpy.uint8).reshape(rows, 40)
    with hashlane.Pool(threads) as pool:
        for many in (hashlane.sha256_many, hashlane.sha3_many):
            out = bytearray(32 * rows)
            assert many(array, pool=pool, out=out) is out
            assert out == many(list(array)) == many(array) == many(array, pool=pool)
        outputs = hashlane.sha3_many(array, name="shake_128", length=200, pool=pool)
        assert outputs == hashlane.sha3_many(list(array), name="shake_128", length=200)


def test_rows_of_functions_without_columns():
    numpy = pytest.importorskip("numpy")
    rows = numpy.frombuffer(RANDOM.randbytes(21 * 50), numpy.uint8).reshape(21, 50)
    for many in (
        hashlane.sha256d_many,
        hashlane.rfc9162_leaves,
        lambda messages: hashlane.sha256_seeded_many(bytes(64), messages),
        lambda messages: hashlane.turboshake_many(messages, length=7),
    ):
        assert many(rows) == many(list(rows))


@pytest.mark.parametrize("at", [0, 1, 32, 64, 95, 96])
def test_an_output_among_its_messages(at):
    memory = memoryview(bytearray(RANDOM.randbytes(128)))
    out, message = memory[at : at + 32], memory[32:96]
    array = message.cast("B", (1, 64))
    for call in (
        lambda: hashlane.sha256_many([b"", message][1:], out=out),
        lambda: hashlane.sha256_many(array, out=out),
        lambda: hashlane.sha256d_many([message], out=out),
        lambda: hashlane.sha256_seeded_many(b"", [message], out=out),
        lambda: hashlane.sha3_many(array, out=out),
        lambda: hashlane.turboshake_many([message], length=32, out=out),
        lambda: hashlane.sha256_compress(out, [message]),
    ):
        before = bytes(memory)
        if at in (0, 96):
            call()
        else:
            with pytest.raises(ValueError, match="overlap"):
                call()
            assert memory == before


@pytest.mark.parametrize("function", [hashlane.sha256_nodes, hashlane.sha256d_nodes])
def test_an_output_among_its_nodes(function):
    memory = memoryview(bytearray(256))
    for at in (0, 32, 64, 192):
        memory[:] = RANDOM.randbytes(256)
        expected = function(bytes(memory[64:192]))
        assert function(memory[64:192], out=memory[at : at + 64]) == expected
    for at in (65, 100, 191):
        before = bytes(memory)
        with pytest.raises(ValueError, match="begins among the nodes"):
            function(memory[64:192], out=memory[at : at + 64])
        assert memory == before


def test_outputs_of_no_bytes_take_no_time():
    rows = ((ctypes.c_ubyte * 0) * (1 << 62))()
    assert hashlane.sha3_many(rows, name="shake_128", length=0) == b""
    assert hashlane.turboshake_many(rows, length=0) == b""


def test_names_of_arguments():
    for wrong in (
        lambda: hashlane.sha256_many(),
        lambda: hashlane.sha256_many([b""], bytearray(32)),
        lambda: hashlane.sha256_many([b""], lengths=5),
        lambda: hashlane.sha256_many([b""], messages=[b""]),
        lambda: hashlane.sha256_many([b""], pool=5),
        lambda: hashlane.sha3_many([b""], "sha3_512"),
        lambda: hashlane.sha3_many([b""], name=5),
        lambda: hashlane.turboshake_many([b""]),
    ):
        with pytest.raises(TypeError):
            wrong()
