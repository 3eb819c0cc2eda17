# SPDX-License-Identifier: MIT
"""Pools that are closed while they work, and in the child of a fork; counts of rows without memory."""

import ctypes
import functools
import gc
import hashlib
import os
import subprocess
import sys
import threading
import types
import weakref

import pytest

import hashlane

MESSAGES = [bytes(100_000)] * 40
DIGESTS = hashlib.sha256(MESSAGES[0]).digest() * len(MESSAGES)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.parametrize("threads", [1, 2, 4, 16, 64])
def test_a_pool_in_the_child_of_a_fork(threads):
    script = f"""
import hashlib, hashlane, os, sys
messages = [bytes(100000)] * 20
digests = hashlib.sha256(messages[0]).digest() * 20
pool = hashlane.Pool({threads})
def child(work):
    if os.fork() == 0:
        work()
        sys.exit(0)
    assert os.wait()[1] == 0
def use():
    assert hashlane.sha256_many(messages, pool=pool) == digests
def again():
    use()
    child(pool.close)
    pool.close()
def own():
    with hashlane.Pool({threads}) as own:
        assert hashlane.sha256_many(messages, pool=own) == digests
for work in (lambda: None, use, pool.close, again, own, use):
    child(work)
use()
"""
    subprocess.run([sys.executable, "-c", script], check=True, timeout=300)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_an_object_that_another_thread_uses_when_the_process_forks():
    script = """
import hashlane, os, signal, threading, time
hash, begun = hashlane.sha3_256(), threading.Event()
message = bytes(200_000_000)
thread = threading.Thread(target=lambda: (begun.set(), hash.update(message)))
thread.start()
begun.wait()
time.sleep(0.02)
if os.fork() == 0:
    signal.alarm(30)
    for use in (hash.digest, hash.hexdigest, hash.copy, lambda: hash.update(b""),
                lambda: hash.digest_into(bytearray(32))):
        try:
            use()
        except RuntimeError as error:
            assert "forked" in str(error)
    os._exit(0)
assert os.wait()[1] == 0
thread.join()
assert hash.digest() == hashlane.sha3_256(message).digest()
"""
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)


def test_a_pool_that_is_closed_while_it_works():
    for _ in range(5):
        results, pool = [], hashlane.Pool(4)
        begun = threading.Barrier(3)

        def work(results=results, pool=pool, begun=begun):
            begun.wait()
            try:
                results.append(hashlane.sha256_many(MESSAGES, pool=pool))
            except ValueError as error:
                results.append(str(error))

        users = [threading.Thread(target=work) for _ in range(2)]
        for user in users:
            user.start()
        begun.wait()
        pool.close()
        for user in users:
            user.join()
        assert all(result in (DIGESTS, "the pool is closed") for result in results)


@pytest.mark.parametrize("function", [
    hashlane.sha256_many,
    hashlane.sha256d_many,
    functools.partial(hashlane.sha256_seeded_many, bytes(range(64))),
    hashlane.sha3_many,
    functools.partial(hashlane.turboshake_many, length=40),
])
def test_functions_of_many_messages_on_a_pool(function):
    messages = [bytes([i]) * (i * 997) for i in range(200)]
    alone = function(messages)
    with hashlane.Pool(3) as pool:
        assert function(messages, pool=pool) == alone
        assert function([], pool=pool) == b""
    with pytest.raises(ValueError, match="closed"):
        function(messages, pool=pool)


def test_a_with_block_that_an_exception_leaves():
    with pytest.raises(KeyError):
        with hashlane.Pool(3) as pool:
            raise KeyError
    for use in (lambda: hashlane.kt128(b"", pool=pool), pool.__enter__):
        with pytest.raises(ValueError, match="closed"):
            use()


@pytest.mark.parametrize("rows", [(1 << 58) - 1, 1 << 58, 1 << 59, (1 << 59) + 1, 1 << 60, 1 << 62])
@pytest.mark.parametrize("out", [None, 0, 32])
def test_more_empty_rows_than_digests_fit(rows, out):
    array = ((ctypes.c_ubyte * 0) * rows)()
    output = None if out is None else bytearray(out)
    with hashlane.Pool(2) as pool:
        for call in (
            lambda: hashlane.sha256_many(array, out=output),
            lambda: hashlane.sha256_many(array, out=output, pool=pool),
            lambda: hashlane.sha256d_many(array, out=output),
            lambda: hashlane.sha256_seeded_many(b"", array, out=output),
            lambda: hashlane.sha3_many(array, out=output),
            lambda: hashlane.sha3_many(array, out=output, pool=pool),
            lambda: hashlane.turboshake_many(array, length=32, out=output),
            lambda: hashlane.rfc9162_leaves(array),
            lambda: hashlane.sha256_compress(bytearray(32), array),
        ):
            with pytest.raises((ValueError, MemoryError)):
                call()


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="this system does not say")
def test_a_pool_has_a_thread_for_each_processor_that_the_process_may_use():
    script = "import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\n"
    script += "import hashlane; print(hashlane.Pool().threads)"
    assert subprocess.check_output([sys.executable, "-c", script]) == b"1\n"


def test_what_is_no_pool():
    for result in (None, 5, (), (1,), (1, "2")):
        pool = types.SimpleNamespace(_hold=lambda result=result: result)
        with pytest.raises(TypeError, match="is no hashlane.Pool"):
            hashlane.sha256_many([b""], pool=pool)
    for use in (
        lambda: hashlane.kt128(pool=5),
        lambda: hashlane.sha256_many([], pool=5),
        lambda: hashlane.merkle_root(b"", pool=5),
        lambda: hashlane.Pool("2"),
    ):
        with pytest.raises(TypeError):
            use()
    with pytest.raises(ValueError, match="not 4294967296"):
        hashlane.Pool(1 << 32)


def test_an_object_that_outlives_its_pool():
    with hashlane.Pool(2) as pool:
        hash = hashlane.kt128(bytes(20000), pool=pool)
        fork = hash.copy()
    for closed in (hash, fork):
        with pytest.raises(ValueError, match="closed"):
            closed.update(b"")
        assert closed.digest(32) == hashlane.kt128(bytes(20000)).digest(32)


@pytest.mark.parametrize("is_copied", [False, True])
def test_a_pool_in_a_cycle_with_an_object(is_copied):
    class Owner(hashlane.Pool):
        pass

    pool = Owner(2)
    hash = hashlane.kt128(b"", pool=pool)
    pool.hash = hash.copy() if is_copied else hash
    gone = weakref.ref(pool)
    del pool, hash
    gc.collect()
    assert gone() is None


def test_a_pool_that_the_collector_ends_on_another_thread():
    def work():
        for _ in range(20):
            pools = [hashlane.Pool(2)]
            pools.append(pools)
            hashlane.sha256_many(MESSAGES[:6], pool=pools[0])
            del pools
            gc.collect()

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
