# SPDX-License-Identifier: MIT
"""Many messages at once, on the lanes of a core."""

from __future__ import annotations

from collections.abc import Sequence

from ._buffers import Buffer, Destination, Output, check, messages_of, pointers_into
from ._native import lib

_FUNCTIONS = {
    "sha3_224": lib.HASHLANE_SHA3_224,
    "sha3_256": lib.HASHLANE_SHA3_256,
    "sha3_384": lib.HASHLANE_SHA3_384,
    "sha3_512": lib.HASHLANE_SHA3_512,
    "shake_128": lib.HASHLANE_SHAKE128,
    "shake_256": lib.HASHLANE_SHAKE256,
}


def sha3_many(
    messages: Sequence[Buffer] | Buffer,
    name: str = "sha3_256",
    *,
    length: int | None = None,
    out: Buffer | None = None,
) -> Output:
    """SHA-3 or SHAKE of each message, several at once.

    messages: a sequence of buffers, or an array of two dimensions whose rows are the messages.
    length: bytes of output for each; needed for shake_128 and shake_256, and for them alone.
    Returns the outputs in the messages' order, joined; or writes them into `out`, returned then.
    """
    function = _FUNCTIONS.get(name)
    if function is None:
        raise ValueError(f"no function '{name}'; there are {', '.join(_FUNCTIONS)}")
    size = lib.hashlane_sha3_digest_bytes(function)
    if (size == 0) != (length is not None):
        needed = "needs a length" if size == 0 else f"has digests of {size} bytes: give no length"
        raise ValueError(f"{name} {needed}")
    each = length or size
    given = messages_of(messages)
    if len(set(given.lengths)) > 1:
        raise ValueError("messages of unequal lengths")
    destination = Destination(out, given.count * each)
    outputs = pointers_into(destination.pointer, given.count, each)
    size = given.lengths[0] if given.count else 0
    check(
        lib.hashlane_sha3_hash_many(
            function, given.pointers, given.count, size, outputs, each
        )
    )
    return destination.result()
