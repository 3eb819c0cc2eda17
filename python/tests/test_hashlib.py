# SPDX-License-Identifier: MIT
"""hashlib's names, keywords and types, on which programs rely."""

import hashlib
import inspect
import io
import signal
import subprocess
import sys
import threading

import pytest

import hashlane


def test_sets_of_names():
    assert hashlane.algorithms_guaranteed == hashlane.algorithms_available
    for name in hashlane.algorithms_guaranteed:
        assert hashlane.new(name).name == name


@pytest.mark.parametrize("name", ["sha256", "sha-256", "SHA_256", "sha2-256", "sha3-256", "Shake128"])
def test_names_of_new(name):
    of_hashlib = {"sha-256": "sha256", "SHA_256": "sha256"}.get(name, name).lower()
    length = () if hashlane.new(name).digest_size else (32,)
    assert hashlane.new(name, b"x").digest(*length) == hashlib.new(of_hashlib, b"x").digest(*length)


@pytest.mark.parametrize("wrong", [None, b"sha256", 5])
def test_what_is_no_name(wrong):
    with pytest.raises(TypeError, match="is a str"):
        hashlane.new(wrong)


def test_keywords():
    expected = hashlib.sha256(b"abc").digest()
    assert hashlane.sha256(string=b"abc").digest() == expected
    assert hashlane.sha256(data=b"abc").digest() == expected
    assert hashlane.new("sha256", data=b"abc", usedforsecurity=False).digest() == expected
    shake = hashlane.shake_128(string=b"abc")
    assert shake.digest(length=9) == hashlib.shake_128(b"abc").digest(9)
    assert shake.hexdigest(length=9) == hashlib.shake_128(b"abc").hexdigest(9)
    assert hashlane.kt128(b"abc", usedforsecurity=False).name == "kt128"
    for wrong in (
        lambda: hashlane.sha256(b"a", string=b"b"),
        lambda: hashlane.sha256(data=b"a", string=b"b"),
        lambda: shake.digest(),
        lambda: shake.digest(1, length=1),
        lambda: shake.digest(size=1),
        lambda: shake.digest("1"),
        lambda: shake.digest(1.5),
    ):
        with pytest.raises(TypeError):
            wrong()
    assert str(inspect.signature(shake.digest)) == "(length)"


@pytest.mark.parametrize("length", [-1, -(1 << 70), 1 << 63, 1 << 64, 1 << 70])
def test_lengths_that_no_memory_has(length):
    shake = hashlane.shake_256(b"abc")
    for output in (shake.digest, shake.hexdigest):
        with pytest.raises((ValueError, MemoryError)):
            output(length)
    with pytest.raises((ValueError, MemoryError)):
        hashlane.kmac_128(bytes(16), length=length).digest()
    with pytest.raises(ValueError):
        hashlane.turboshake_128(b"", length)


def test_long_outputs():
    shake, theirs = hashlane.shake_128(b"abc"), hashlib.shake_128(b"abc")
    for length in (2047, 2048, 100_000):
        assert shake.digest(length) == theirs.digest(length)
        assert shake.hexdigest(length) == theirs.hexdigest(length)


@pytest.mark.parametrize("name", ["sha256", "shake_128"])
def test_file_digest(tmp_path, name):
    content = bytes(range(256)) * 3000
    path = tmp_path / "file"
    path.write_bytes(content)
    expected = hashlane.new(name, content)
    length = () if expected.digest_size else (32,)
    for digest in (name, getattr(hashlane, name), lambda: hashlane.new(name)):
        for file in (path.open("rb"), path.open("rb", buffering=0), io.BytesIO(content)):
            with file:
                hash = hashlane.file_digest(file, digest)
                assert hash.digest(*length) == expected.digest(*length)
    with path.open("r") as text, pytest.raises(ValueError, match="binary"):
        hashlane.file_digest(text, name)
    with pytest.raises(ValueError, match="binary"):
        hashlane.file_digest(object(), name)
    if hasattr(hashlib, "file_digest"):
        with path.open("rb") as file:
            hash = hashlib.file_digest(file, getattr(hashlane, name))
            assert hash.digest(*length) == expected.digest(*length)


@pytest.mark.parametrize(
    "hash",
    [hashlane.sha256(), hashlane.shake_128(), hashlane.kmac_128(bytes(16)), hashlane.kt128()],
    ids=lambda hash: hash.name,
)
def test_types(hash):
    kind = type(hash)
    assert kind.__module__ == "hashlane" and getattr(hashlane, kind.__name__) is kind
    for make in (kind, lambda: kind.__new__(kind), lambda: object.__new__(kind)):
        with pytest.raises(TypeError):
            make()
    if sys.version_info >= (3, 10):
        for change in (lambda: setattr(kind, "x", 1), lambda: setattr(kind, "digest", None)):
            with pytest.raises(TypeError):
                change()
    with pytest.raises(AttributeError):
        hash.x = 1
    with pytest.raises(AttributeError):
        hash.name = "other"


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timers")
@pytest.mark.parametrize("name", ["sha256", "shake_128", "kt128", "kmac"])
def test_a_handler_of_signals_uses_the_object_that_it_interrupts(name):
    script = f"""
import hashlane, signal, time
pool = hashlane.Pool(2)
hash = {{
    "sha256": hashlane.sha256,
    "shake_128": hashlane.shake_128,
    "kt128": lambda: hashlane.kt128(pool=pool),
    "kmac": lambda: hashlane.kmac_128(bytes(16)),
}}["{name}"]()
count = 0
def handler(*unused):
    global count
    count += 1
    hash.update(bytes(3000))
    hash.copy()
signal.signal(signal.SIGALRM, handler)
signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
begun = time.monotonic()
while count < 50 and time.monotonic() < begun + 60:
    hash.update(bytes(5000))
    hash.copy()
signal.setitimer(signal.ITIMER_REAL, 0)
assert count > 0
"""
    subprocess.run([sys.executable, "-c", script], check=True, timeout=120)


def test_a_chain_in_a_handler_of_signals():
    script = """
import hashlane.chain, signal, time
stream = hashlane.chain.Stream(bytes(32))
count = 0
def handler(*unused):
    global count
    count += 1
    stream.checkpoint()
signal.signal(signal.SIGALRM, handler)
signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
begun = time.monotonic()
while count < 50 and time.monotonic() < begun + 60:
    stream.advance(5000)
signal.setitimer(signal.ITIMER_REAL, 0)
assert count > 0
"""
    subprocess.run([sys.executable, "-c", script], check=True, timeout=120)


@pytest.mark.parametrize("name", ["shake_128", "kt128", "turboshake_256", "sha3_512"])
def test_threads_share_any_object(name):
    shared = hashlane.new(name)
    threads = [
        threading.Thread(target=lambda: [shared.update(b"a" * 5000) for _ in range(100)])
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        shared.copy().hexdigest(*(() if shared.digest_size else (5000,)))
        thread.join()
    assert shared.copy().update(b"") is None
    length = () if shared.digest_size else (32,)
    assert shared.digest(*length) == hashlane.new(name, b"a" * 2_000_000).digest(*length)


def test_an_import_takes_little():
    """Modules of the standard library that take milliseconds are left to what needs them."""
    script = "import sys; before = set(sys.modules); import hashlane; print(*set(sys.modules) - before)"
    imported = subprocess.check_output([sys.executable, "-S", "-c", script], env=with_path(), text=True)
    assert {"hashlane", "hashlane._native"} <= set(imported.split())
    costly = {"typing", "re", "collections", "dataclasses", "inspect", "threading", "subprocess"}
    assert not costly & set(imported.split())


def with_path():
    import os

    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


def test_what_is_imported_later():
    for name in hashlane.__all__:
        assert getattr(hashlane, name) is not None
        assert name in dir(hashlane)
    with pytest.raises(AttributeError, match="no attribute 'md5'"):
        hashlane.md5
    from hashlane import chain

    assert hashlane.chain is chain
