# SPDX-License-Identifier: MIT
"""SHA-256, SHA-3 and KangarooTwelve with the fastest kernels for this processor.

Objects have hashlib's interface: sha256(b"…").hexdigest(). Functions that end in `_many` hash many
messages of any lengths at once, on all lanes of a core. `hashlane.chain` creates and verifies chains.

Messages are any objects with the buffer protocol (bytes, memoryview, mmap, NumPy's arrays) that are
contiguous; they are not copied. The interpreter's lock is released while C works, so that threads
hash at the same time; no other thread may change a buffer meanwhile.
"""

from __future__ import annotations

from ._buffers import TYPE_CHECKING
from ._hashes import algorithms_available, algorithms_guaranteed, file_digest, new
from ._many import sha256_compress, sha256_nodes, sha256d_nodes
from ._merkle import MerkleTree, merkle_levels, merkle_root, merkle_verify
from ._native import (
    ExtendableHash,
    Hash,
    Mac,
    cshake_128,
    cshake_256,
    keccak_224,
    keccak_256,
    keccak_384,
    keccak_512,
    kmac_128,
    kmac_256,
    kt128,
    kt256,
    rfc9162_leaves,
    sha3_224,
    sha3_256,
    sha3_384,
    sha3_512,
    sha3_many,
    sha256,
    sha256_many,
    sha256_seeded_many,
    sha256d_many,
    shake_128,
    shake_256,
    turboshake_128,
    turboshake_256,
    turboshake_many,
)
from ._pool import Pool
from ._sp800_185 import parallel_hash, tuple_hash

if TYPE_CHECKING:
    from . import chain
    from ._kernels import Kernel, __version__, kernels, load_tuning
    from ._measure import Measurement, MeasureError, measure

__all__ = [
    "ExtendableHash",
    "Hash",
    "Kernel",
    "Mac",
    "MeasureError",
    "Measurement",
    "MerkleTree",
    "Pool",
    "__version__",
    "algorithms_available",
    "algorithms_guaranteed",
    "chain",
    "cshake_128",
    "cshake_256",
    "file_digest",
    "keccak_224",
    "keccak_256",
    "keccak_384",
    "keccak_512",
    "kernels",
    "kmac_128",
    "kmac_256",
    "kt128",
    "kt256",
    "load_tuning",
    "measure",
    "merkle_levels",
    "merkle_root",
    "merkle_verify",
    "new",
    "parallel_hash",
    "rfc9162_leaves",
    "sha256",
    "sha256_compress",
    "sha256_many",
    "sha256_nodes",
    "sha256_seeded_many",
    "sha256d_many",
    "sha256d_nodes",
    "sha3_224",
    "sha3_256",
    "sha3_384",
    "sha3_512",
    "sha3_many",
    "shake_128",
    "shake_256",
    "tuple_hash",
    "turboshake_128",
    "turboshake_256",
    "turboshake_many",
]

# Their modules import much of the standard library, which few programs need here.
_LATER = {
    "Kernel": "_kernels",
    "MeasureError": "_measure",
    "Measurement": "_measure",
    "__version__": "_kernels",
    "kernels": "_kernels",
    "load_tuning": "_kernels",
    "measure": "_measure",
}


def __getattr__(name: str) -> object:
    if name != "chain" and name not in _LATER:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    from importlib import import_module

    if name == "chain":
        return import_module(".chain", __name__)
    value = globals()[name] = getattr(import_module("." + _LATER[name], __name__), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
