# SPDX-License-Identifier: MIT
"""SHA-256, SHA-3 and KangarooTwelve with the fastest kernels for this processor.

Objects have hashlib's interface: sha256(b"…").hexdigest(). Functions that end in `_many` hash many
messages of any lengths at once, on all lanes of a core. `hashlane.chain` creates and verifies chains.

Messages are any objects with the buffer protocol (bytes, memoryview, mmap, NumPy's arrays) that are
contiguous; they are not copied. The interpreter's lock is released while C works, so that threads
hash at the same time; no other thread may change a buffer meanwhile.
"""

from __future__ import annotations

from . import chain
from ._hashes import (
    ExtendableHash,
    Hash,
    algorithms_available,
    keccak_224,
    keccak_256,
    keccak_384,
    keccak_512,
    kt128,
    kt256,
    new,
    sha3_224,
    sha3_256,
    sha3_384,
    sha3_512,
    sha256,
    shake_128,
    shake_256,
    turboshake_128,
    turboshake_256,
)
from ._kernels import Kernel, kernels, load_tuning
from ._kernels import version as __version__
from ._many import (
    sha3_many,
    sha256_compress,
    sha256_many,
    sha256_nodes,
    sha256_seeded_many,
    sha256d_many,
    sha256d_nodes,
    turboshake_many,
)
from ._measure import Measurement, MeasureError, measure
from ._merkle import (
    MerkleTree,
    merkle_levels,
    merkle_root,
    merkle_verify,
    rfc9162_leaves,
)
from ._pool import Pool
from ._sp800_185 import (
    Mac,
    cshake_128,
    cshake_256,
    kmac_128,
    kmac_256,
    parallel_hash,
    tuple_hash,
)

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
    "chain",
    "cshake_128",
    "cshake_256",
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
