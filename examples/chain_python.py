# SPDX-License-Identifier: MIT
"""Verifies a timelord's proof and a history, as a node of a blockchain does.

    pip install build/packages/hashlane-*manylinux*.whl    # made by ./dev package python
    python examples/chain_python.py

The work is done on all lanes and processors, without the interpreter's lock.
"""

import hashlib

from hashlane import Pool, chain

START = bytes(32)
POOL = Pool()


def timelord():
    """Verifies a proof of 200 checkpoints, one every 10,000 hashes, and finds a wrong one."""
    checkpoints = bytearray(chain.create(START, every=10000, count=200))
    result = chain.verify_checkpoints(START, checkpoints, every=10000, deadline=5, pool=POOL)
    print(f"as published: {result.stop}, {result.hashes} hashes")
    assert result

    checkpoints[77 * 32 + 5] ^= 1
    result = chain.verify_checkpoints(START, checkpoints, every=10000, deadline=5, pool=POOL)
    print(f"tampered with: segment {result.wrong} is {result.stop}")
    assert not result and result.wrong == 77


def history():
    """Verifies entries that mix their transactions in; each is one segment."""
    stream, segments, before = chain.Stream(START), [], START
    for number in range(100):
        transactions = hashlib.sha256(b"transactions %d" % number).digest()
        hashes = 1 + number * 37 % 4000
        stream.advance(hashes - 1)
        stream.mix(transactions)
        _, end = stream.checkpoint()
        segments.append(chain.Segment(before, end, hashes, mixin=transactions))
        before = end
    result = chain.verify(segments, pool=POOL)
    print(f"history: {result.right} entries are right")
    assert result

    segments[32] = segments[32]._replace(mixin=START)
    result = chain.verify(segments, pool=POOL)
    print(f"tampered with: entry {result.wrong} is {result.stop}")
    assert not result and result.wrong == 32


if __name__ == "__main__":
    timelord()
    history()
