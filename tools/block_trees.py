# SPDX-License-Identifier: MIT
"""Digests of fs-verity and root hashes of dm-verity from hashlib, for tools/make_vectors.py: from
the kernel's Documentation/filesystems/fsverity.rst and admin-guide/device-mapper/verity.rst."""
import hashlib
import struct

DESCRIPTION = "fs-verity's digest and dm-verity's root hash of `bytes` bytes i mod 251, with SHA-256"


def root(data, block, prefix):
    """Returns the root of the tree over blocks; the last of each level is filled with zeros."""
    while True:
        blocks = [data[at:at + block].ljust(block, b"\0") for at in range(0, len(data), block)]
        data = b"".join(hashlib.sha256(prefix + each).digest() for each in blocks)
        if len(blocks) == 1:
            return data


def fsverity(data, block, salt):
    prefix = salt + bytes(-len(salt) % 64)
    tree = root(data, block, prefix) if data else bytes(32)
    descriptor = struct.pack("<BBBBIQ64s32s144x", 1, 1, block.bit_length() - 1, len(salt), 0,
                             len(data), tree, salt)
    return hashlib.sha256(descriptor).digest()


def vectors():
    salts = b"", b"\xab", bytes(range(1, 33))
    functions = {"fsverity": (fsverity, salts), "dm-verity": (root, (*salts, bytes(256)))}
    longest = bytes(i % 251 for i in range(1 << 22))
    sizes = {64: [0, 1, 63, 64, 65, 128, 129, 1000, 64 * (2 * 16384 + 5)],
             512: [512 * n for n in (1, 2, 15, 16, 17, 255, 256, 257, 4096, 4097)],
             4096: [0, 1, 4095, 4096, 4097, 8191, 8192, 127 * 4096, 128 * 4096 - 1, 128 * 4096,
                    128 * 4096 + 1, 129 * 4096, 300 * 4096 + 17],
             65536: [1, 65536, 65537, 33 * 65536]}
    return [{"function": name, "bytes": size, "block_bytes": block, "salt": salt.hex(),
             "digest": compute(longest[:size], block, salt).hex()}
            for name, (compute, salts) in functions.items() for block in sizes
            for size in sizes[block] for salt in salts
            if name == "fsverity" or (size % block == 0 and size and block >= 512)]
