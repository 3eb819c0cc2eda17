# SPDX-License-Identifier: MIT
"""The hash objects against hashlib's."""

import hashlib
import hmac
import inspect
import json
import mmap
import pathlib
import pickle
import random
import subprocess
import sys
import threading

import pytest

import hashlane

NAMES = sorted(hashlane.algorithms_available & hashlib.algorithms_available)
RANDOM = random.Random(1)


def sizes_of(hash):
    """Returns the arguments of digest(): a length, if the output has any length."""
    return () if hash.digest_size else (77,)


def test_hashlib_knows_the_others():
    unknown = hashlane.algorithms_available - hashlib.algorithms_available
    keccak = {f"keccak_{bits}" for bits in (224, 256, 384, 512)}
    assert unknown == keccak | {"turboshake_128", "turboshake_256", "kt128", "kt256"}


@pytest.mark.parametrize("name", NAMES)
def test_one_message(name):
    for size in [0, 1, 31, 32, 55, 56, 63, 64, 65, 71, 72, 135, 136, 137, 1000, 20000]:
        message = RANDOM.randbytes(size)
        mine, theirs = hashlane.new(name, message), hashlib.new(name, message)
        assert mine.digest(*sizes_of(mine)) == theirs.digest(*sizes_of(mine))
        assert mine.hexdigest(*sizes_of(mine)) == theirs.hexdigest(*sizes_of(mine))


def keccak_vectors():
    path = pathlib.Path(__file__).parents[2] / "tests/vectors/keccak.json"
    if not path.exists():
        pytest.skip("the vectors are not in the source distribution")
    return json.loads(path.read_text(encoding="utf-8"))["vectors"]


def test_keccak():
    outputs = {}
    for vector in keccak_vectors():
        message = bytes(i % 251 for i in range(vector["message_bytes"]))
        name = vector["function"].replace("-", "_")
        hash = getattr(hashlane, name)(message[:100])
        hash.update(message[100:])
        assert hash.hexdigest() == hashlane.new(name, message).hexdigest() == vector["output"]
        assert (hash.name, 2 * hash.digest_size) == (name, len(vector["output"]))
        outputs.setdefault(name, []).append((message, vector["output"]))
    assert len(outputs) == 4
    for name, pairs in outputs.items():
        messages, digests = zip(*pairs)
        assert hashlane.sha3_many(messages, name=name).hex() == "".join(digests)


@pytest.mark.parametrize("name", NAMES)
def test_attributes(name):
    mine, theirs = getattr(hashlane, name)(), hashlib.new(name)
    assert (mine.name, mine.digest_size, mine.block_size) == (
        theirs.name,
        theirs.digest_size,
        theirs.block_size,
    )
    assert name in repr(mine)


@pytest.mark.parametrize("name", NAMES)
def test_pieces_and_copies(name):
    mine, theirs = hashlane.new(name), hashlib.new(name)
    for _ in range(30):
        piece = RANDOM.randbytes(RANDOM.randrange(300))
        mine.update(piece)
        theirs.update(piece)
        fork = mine.copy()
        fork.update(b"only here")
        assert mine.digest(*sizes_of(mine)) == theirs.digest(*sizes_of(mine))
        other = theirs.copy()
        other.update(b"only here")
        assert fork.digest(*sizes_of(mine)) == other.digest(*sizes_of(mine))


def test_any_buffer():
    numpy = pytest.importorskip("numpy")
    expected = hashlib.sha3_256(bytes(range(200))).digest()
    mapped = mmap.mmap(-1, 200)
    mapped[:] = bytes(range(200))
    for buffer in [
        bytearray(range(200)),
        memoryview(b"x" + bytes(range(200)))[1:],
        numpy.arange(200, dtype=numpy.uint8).reshape(2, 100),
        mapped,
    ]:
        assert hashlane.sha3_256(buffer).digest() == expected


def test_what_is_no_message():
    with pytest.raises(TypeError, match="encode"):
        hashlane.sha3_256("text")
    with pytest.raises(TypeError):
        hashlane.sha3_256(5)
    with pytest.raises((ValueError, BufferError)):
        hashlane.sha3_256(memoryview(bytes(10))[::2])


def test_unknown_names_are_refused():
    with pytest.raises(ValueError, match="no algorithm 'md5'.*sha3_256"):
        hashlane.new("md5")


def test_names_are_taken_as_hashlib_takes_them():
    assert hashlane.new("SHA3-256", b"x").digest() == hashlib.new("SHA3-256", b"x").digest()


def test_digest_into():
    digest = bytearray(32)
    hashlane.sha3_256(b"abc").digest_into(digest)
    assert digest == hashlib.sha3_256(b"abc").digest()
    output = bytearray(100)
    hashlane.shake_128(b"abc").digest_into(output)
    assert output == hashlib.shake_128(b"abc").digest(100)
    with pytest.raises(ValueError, match="31 bytes"):
        hashlane.sha3_256().digest_into(bytearray(31))
    with pytest.raises((TypeError, BufferError)):
        hashlane.sha3_256().digest_into(bytes(32))


def test_lengths():
    assert hashlane.shake_256(b"abc").digest(0) == b""
    with pytest.raises(ValueError):
        hashlane.shake_256(b"abc").digest(-1)


def test_hmac_takes_them():
    for size in (10, 300):
        key = bytes(size)
        assert (
            hmac.new(key, b"message", hashlane.sha3_256).digest()
            == hmac.new(key, b"message", hashlib.sha3_256).digest()
        )


@pytest.mark.parametrize("name", ["sha256", "sha3_256"])
@pytest.mark.parametrize("size", [137, 3000])  # with the interpreter's lock, and with the object's
def test_threads_share_an_object(name, size):
    shared = hashlane.new(name)
    threads = [
        threading.Thread(target=lambda: [shared.update(b"a" * size) for _ in range(300)])
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert shared.digest() == hashlib.new(name, b"a" * size * 1200).digest()


def test_arguments_of_constructors():
    expected = hashlib.sha256(b"abc").digest()
    assert hashlane.sha256(data=b"abc", usedforsecurity=False).digest() == expected
    assert str(inspect.signature(hashlane.sha256)) == "(data=b'', *, usedforsecurity=True)"
    for wrong in [
        lambda: hashlane.sha256(b"a", b"b"),
        lambda: hashlane.sha256(b"a", data=b"b"),
        lambda: hashlane.sha256(b"a", string=b"b"),
        lambda: hashlane.sha256(b"a", text=b"b"),
        lambda: type(hashlane.sha256())(),
        lambda: pickle.dumps(hashlane.sha256()),
    ]:
        with pytest.raises(TypeError):
            wrong()


@pytest.mark.parametrize(
    "object, work, argument, result",
    [
        ("hashlane.sha256()", "update", "bytes(100_000_000)", "hexdigest()"),
        ("hashlane.kt128()", "update", "bytes(100_000_000)", "hexdigest(8)"),
        ("hashlane.chain.Stream(bytes(32))", "advance", "3_000_000", "checkpoint()"),
    ],
)
def test_a_program_ends_while_a_daemon_thread_hashes(object, work, argument, result):
    """The thread stays where it is, and a finaliser uses what it was using."""
    script = f"""
import collections, itertools, threading, time
import hashlane.chain
class Last:
    def __init__(self):
        self.object = {object}
    def __del__(self):
        try:
            self.object.{result}
        except RuntimeError as error:
            print(error)
        print("ended", flush=True)
last = Last()
forever = map(last.object.{work}, itertools.repeat({argument}))
threading.Thread(target=collections.deque, args=(forever, 0), daemon=True).start()
time.sleep(0.2)
"""
    ran = subprocess.check_output([sys.executable, "-c", script], text=True, timeout=120)
    assert ran.splitlines()[-1] == "ended"


@pytest.mark.parametrize("name", NAMES)
def test_classes(name):
    hash = hashlane.new(name)
    assert isinstance(hash, hashlane.Hash if hash.digest_size else hashlane.ExtendableHash)


def test_a_message_is_released():
    message = bytearray(5000)
    hash = hashlane.sha256(message)
    hash.update(message)
    message.clear()  # a BufferError while it is held
    assert hash.digest() == hashlib.sha256(bytes(10000)).digest()


# RFC 9861, section 5: the message is the first bytes of 00 01 … FA 00 01 …
def pattern(size):
    return (bytes(range(0xFB)) * (size // 0xFB + 1))[:size]


@pytest.mark.parametrize(
    "hash, expected",
    [
        (lambda: hashlane.turboshake_128(), "1e415f1c5983aff2169217277d17bb53"),
        (lambda: hashlane.turboshake_256(), "367a329dafea871c7802ec67f905ae13"),
        (lambda: hashlane.kt128(), "1ac2d450fc3b4205d19da7bfca1b3751"),
        (lambda: hashlane.kt128(pattern(17)), "6bf75fa2239198db4772e36478f8e19b"),
        (lambda: hashlane.kt128(pattern(17**4)), "8701045e22205345ff4dda05555cbb5c"),
        (lambda: hashlane.kt128(b"", pattern(1)), "fab658db63e94a246188bf7af69a1330"),
        (lambda: hashlane.kt256(), "b23d2e9cea9f4904e02bec06817fc10c"),
    ],
)
def test_rfc_9861(hash, expected):
    assert hash().hexdigest(16) == expected


def test_kangarootwelve_in_pieces():
    message = pattern(40000)
    whole = hashlane.kt128(message, b"use").digest(100)
    pieces = hashlane.kt128(customization=b"use")
    for at in range(0, len(message), 7777):
        pieces.update(message[at : at + 7777])
        assert pieces.digest(100) == hashlane.kt128(message[: at + 7777], b"use").digest(100)
    assert pieces.copy().digest(100) == whole
    assert hashlane.kt128(message).digest(100) != whole


def test_domains():
    assert hashlane.turboshake_128(b"x", 1).digest(9) != hashlane.turboshake_128(b"x").digest(9)
    for domain in (0, 0x80):
        with pytest.raises(ValueError, match="0x01 to 0x7f"):
            hashlane.turboshake_128(b"", domain)
