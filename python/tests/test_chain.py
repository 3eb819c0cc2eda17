# SPDX-License-Identifier: MIT
"""Chains against hashlib."""

import copy
import hashlib
import os
import random
import signal
import subprocess
import sys
import threading
import time

import pytest

from hashlane import Pool, chain, merkle_root

RANDOM = random.Random(2)
START = RANDOM.randbytes(32)
SALT = RANDOM.randbytes(32)


def reference(digest, hashes, salt=b""):
    for _ in range(hashes):
        digest = hashlib.sha256(salt + digest).digest()
    return digest


def test_advance():
    digests = RANDOM.randbytes(7 * 32)
    expected = b"".join(reference(digests[i : i + 32], 50) for i in range(0, 7 * 32, 32))
    assert chain.advance(digests, 50) == expected
    assert chain.advance(digests, 0) == digests
    in_place = bytearray(digests)
    assert chain.advance(in_place, 50, out=in_place) is in_place
    assert in_place == expected
    with pytest.raises(ValueError, match="33 bytes"):
        chain.advance(bytes(33), 1)
    with pytest.raises(ValueError):
        chain.advance(bytes(32), -1)


def test_a_chain_longer_than_a_call(monkeypatch):
    monkeypatch.setattr(chain, "_HASHES_PER_CALL", 7)
    assert chain.advance(START, 50) == reference(START, 50)
    stream = chain.Stream(START)
    stream.advance(50)
    assert stream.checkpoint() == (50, reference(START, 50))
    assert chain.create(START, 3, 5)[-32:] == reference(START, 15)
    assert chain.create(START, 20, 2)[-32:] == reference(START, 40)


@pytest.mark.parametrize("salt", [None, SALT])
def test_create_and_verify(salt):
    checkpoints = chain.create(START, 20, 30, salt=salt)
    expected = [reference(START, 20 * (i + 1), salt or b"") for i in range(30)]
    assert checkpoints == b"".join(expected)
    out = bytearray(30 * 32)
    assert chain.create(START, 20, 30, salt=salt, out=out) is out
    assert out == checkpoints
    result = chain.verify_checkpoints(START, checkpoints, 20, salt=salt)
    assert result and (result.stop, result.wrong, result.right) == ("done", None, 30)
    assert result.hashes == 600
    assert not chain.verify_checkpoints(START, checkpoints, 19, salt=salt)


def test_the_lowest_wrong_segment_is_named():
    checkpoints = bytearray(chain.create(START, 20, 200))
    for tampered in (150, 77):
        checkpoints[tampered * 32 + 5] ^= 1
        result = chain.verify_checkpoints(START, checkpoints, 20, pool=Pool(2))
        assert not result
        assert (result.stop, result.wrong) == ("wrong", tampered)
    result = chain.verify_checkpoints(START, checkpoints, 20, any=True)
    assert result.wrong in (77, 78, 150, 151)


def test_segments():
    mixin = RANDOM.randbytes(32)
    middle = reference(START, 4)
    mixed = hashlib.sha256(middle + mixin).digest()
    end = reference(mixed, 9, SALT)
    segments = [
        chain.Segment(START, middle, 4),
        chain.Segment(START, mixed, 5, mixin=mixin),
        chain.Segment(mixed, end, 9, salt=SALT),
        (START, middle, 4),
    ]
    assert chain.mix(middle, mixin) == mixed
    result = chain.verify(segments)
    assert result and result.right == 4
    segments[2] = segments[2]._replace(hashes=8)
    assert chain.verify(iter(segments)).wrong == 2
    assert chain.verify([])


def test_streams():
    stream = chain.Stream(START, SALT)
    stream.advance(3)
    stream.mix(bytes(32))
    expected = hashlib.sha256(reference(START, 3, SALT) + bytes(32)).digest()
    assert stream.checkpoint() == (4, expected)


def test_what_cannot_be_checked():
    with pytest.raises(ValueError, match="segment 1 has 0 hashes"):
        chain.verify([(START, START, 1), (START, START, 0)])
    with pytest.raises(ValueError, match="end of segment 0 has 31 bytes"):
        chain.verify([(START, START[:31], 1)])
    with pytest.raises(ValueError, match="segment 0 cannot be checked"):
        chain.verify([(None, START, 1)])
    with pytest.raises(ValueError, match="multiple of 32"):
        chain.verify_checkpoints(START, bytes(33), 1)
    with pytest.raises(ValueError, match="0 hashes"):
        chain.verify_checkpoints(START, bytes(32), 0)
    with pytest.raises(ValueError):
        chain.create(START, 0, 1)
    with pytest.raises(ValueError, match="out has 31 bytes"):
        chain.create(START, 1, 1, out=bytearray(31))
    with pytest.raises(TypeError, match="no hashlane.chain.Cancel"):
        chain.verify([(START, START, 1)], cancel=threading.Event())


def test_a_deadline():
    result = chain.verify([(START, START, 2**63 - 1)], deadline=0.01)
    assert (result.stop, result.wrong) == ("deadline", None)
    assert not result


@pytest.fixture
def heeded_interrupts():
    """A shell's background job begins with interrupts ignored, and Python leaves it at that."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heeded_interrupts")
def test_an_interrupt_ends_a_verification():
    def interrupt():
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

    cancel = chain.Cancel()
    threading.Timer(0.05, interrupt).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        chain.verify([(START, START, 2**63 - 1)], deadline=60, cancel=cancel)
    assert time.monotonic() - began < 30
    assert not chain.verify([(START, START, 2**63 - 1)], cancel=cancel)


@pytest.mark.usefixtures("heeded_interrupts")
def test_an_interrupt_ends_a_creation_between_two_checkpoints():
    def interrupt():
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

    threading.Timer(0.05, interrupt).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        chain.create(START, 1 << 30, 1)
    assert time.monotonic() - began < 10


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timers")
def test_a_signal_at_any_moment_leaves_no_verification_behind():
    class Stop(Exception):
        pass

    def stop(*_):
        raise Stop

    def threads():
        return len(os.listdir("/proc/self/task")) if os.path.exists("/proc/self/task") else 0

    before = signal.signal(signal.SIGALRM, stop)
    running = threads()
    try:
        for i in range(200):
            with pytest.raises(Stop):
                signal.setitimer(signal.ITIMER_REAL, 1e-5 * (1 + i), 0.5)
                chain.verify([(START, START, 2**63 - 1)], deadline=60)
            signal.setitimer(signal.ITIMER_REAL, 0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    patience = time.monotonic() + 10
    while threads() > running and time.monotonic() < patience:
        time.sleep(0.01)
    assert threads() <= running


def test_a_verification_where_no_thread_can_be_started():
    script = """
import os, resource, threading
from hashlane import chain
if os.getuid() == 0:
    os.setuid(65534)
resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
try:
    threading.Thread(target=print).start()
except RuntimeError:
    print("none")
print(chain.verify_checkpoints(bytes(32), chain.create(bytes(32), 20, 3), 20).right)
"""
    command = [sys.executable, "-c", script]
    assert subprocess.check_output(command, text=True, timeout=60) == "none\n3\n"


def test_a_verification_where_threads_have_small_stacks():
    checkpoints = chain.create(START, 20, 3)
    before = threading.stack_size()
    try:
        for size in (0, 32 << 10, 1 << 20):
            threading.stack_size(size)
            assert chain.verify_checkpoints(START, checkpoints, 20)
            assert threading.stack_size() == size
    finally:
        threading.stack_size(before)


def test_a_handler_that_raises_changes_nothing_of_the_process():
    class Late(Exception):
        pass

    def raise_late(*_):
        raise Late

    checkpoints = chain.create(START, 10, 4)
    before = signal.signal(signal.SIGALRM, raise_late)
    try:
        for i in range(100):
            with pytest.raises(Late):
                signal.setitimer(signal.ITIMER_REAL, 2e-5 + i * 1e-6)
                while True:
                    chain.verify_checkpoints(START, checkpoints, 10)
            assert threading.stack_size() == 0, i
    finally:
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("late", ["atexit.register(check)", "object = Late()"])
def test_a_verification_as_the_interpreter_ends(late):
    script = f"""
import atexit
from hashlane import chain
checkpoints = chain.create(bytes(32), 20, 3)
def check():
    print(chain.verify_checkpoints(bytes(32), checkpoints, 20).right)
class Late:
    def __del__(self, check=check):
        check()
{late}
"""
    command = [sys.executable, "-c", script]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert (ran.stdout, ran.stderr) == ("3\n", "")


class Eight(int):
    """An integer of eight bits, as NumPy's uint8 is."""

    def __mul__(self, other):
        return Eight(int.__mul__(self, other) % 256)

    def __rlshift__(self, other):
        return Eight(int.__rlshift__(self, other) % 256)

    def __rfloordiv__(self, other):
        raise OverflowError


def test_integers_that_overflow():
    assert chain.create(START, Eight(2), Eight(100)) == chain.create(START, 2, 100)
    assert merkle_root(START, kind="ssz", depth=Eight(9)) == merkle_root(
        START, kind="ssz", depth=9
    )
    for hashes in (2.0, float("nan"), "2"):
        with pytest.raises(TypeError):
            chain.advance(START, hashes)


def test_a_wrong_out_is_refused_before_the_work():
    began = time.monotonic()
    with pytest.raises(ValueError, match="out has 31 bytes"):
        chain.advance(START, 1 << 30, out=bytearray(31))
    assert time.monotonic() - began < 10


def test_a_copy_of_a_stream_goes_its_own_way():
    stream = chain.Stream(START, SALT)
    stream.advance(3)
    other = copy.copy(stream)
    other.advance(2)
    assert stream.checkpoint() == (3, reference(START, 3, SALT))
    assert other.checkpoint() == (5, reference(START, 5, SALT))

    class Named(chain.Stream):
        pass

    named = Named(START)
    named.name = "one"
    assert (copy.copy(named).name, type(copy.copy(named))) == ("one", Named)


@pytest.mark.parametrize("deadline", [float("inf"), 1e300, 10**400, 1 << 40])
def test_a_deadline_that_nobody_reaches(deadline):
    end = reference(START, 5)
    assert chain.verify([chain.Segment(START, end, 5)], deadline=deadline)
    for soon in (0, -1, -float("inf"), -(10**400)):
        late = chain.verify([chain.Segment(START, end, 1 << 40)], deadline=soon)
        assert late.stop == "deadline"


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("scalar", ["float16", "float32", "longdouble", "uint8", "int64"])
def test_a_deadline_of_numpy(scalar):
    number = getattr(pytest.importorskip("numpy"), scalar)
    assert chain.verify([(START, reference(START, 5), 5)], deadline=number(60))
    for soon in (0, -1) if scalar[0] != "u" else (0,):
        assert chain.verify([(START, START, 1 << 40)], deadline=number(soon)).stop == "deadline"
    if "int" not in scalar:
        assert chain.verify([(START, reference(START, 5), 5)], deadline=number("inf"))


def test_what_is_no_deadline():
    for wrong, error in ((float("nan"), ValueError), ("2", TypeError), (1j, TypeError)):
        with pytest.raises(error):
            chain.verify([(START, START, 5)], deadline=wrong)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_stream_that_another_thread_uses_when_the_process_forks():
    script = """
import os, signal, threading, time
from hashlane import chain
used, idle, begun = chain.Stream(bytes(32)), chain.Stream(bytes(32)), threading.Event()
idle.advance(5)
chain._HASHES_PER_CALL = 1 << 26
thread = threading.Thread(target=lambda: (begun.set(), used.advance(1 << 25)))
thread.start()
begun.wait()
time.sleep(0.02)
if os.fork() == 0:
    signal.alarm(30)
    for use in (used.checkpoint, lambda: used.advance(1), lambda: used.mix(bytes(32))):
        try:
            use()
            os._exit(1)
        except RuntimeError as error:
            assert "forked" in str(error)
    idle.advance(5)
    os._exit(0 if idle.checkpoint()[0] == 10 else 2)
assert os.wait()[1] == 0
thread.join()
assert used.checkpoint()[0] == 1 << 25
"""
    subprocess.run([sys.executable, "-c", script], check=True, timeout=120)
