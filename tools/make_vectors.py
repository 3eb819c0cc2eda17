#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the test vectors and the measurer's known answers from Python's hashlib.

    tools/make_vectors.py            write all files (about three minutes on two cores)
    tools/make_vectors.py --check    recompute a part of each and compare; exit 1 if one differs

tests/vectors/sha256_chain.json    starts, iterations, digests
tests/vectors/sha3.json            function, message length, output
tests/vectors/keccak_chain.json    keys, loops, whole final states
tests/vectors/chain.json           segments of proofs: plain, with mixins, with salts
src/workloads/known_answers.h      ends of the benchmark's chains after one segment

SHA-256 and SHA-3 come from hashlib. Keccak-f[1600] is not in hashlib: it is written below from
FIPS 202 and compared with hashlib.sha3_256 before it is used.
"""

import argparse
import hashlib
import json
import multiprocessing
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MASK = (1 << 64) - 1

# Must equal src/workloads/known_answers.h.
LANES = 64
SHA256_SEGMENT = 1 << 16
KECCAK_SEGMENT = 1 << 13

SUITE_CONSTANTS = [int(word, 16) for word in """
    6170727463692e6b 68406570632e6d6f 3335203539383937 3436333333383732 3931313736203339
    350a323839303437 3730313834363020 2039363838323330 3131303737362039 3638313533203832
    3930383334343036 3332373120323335 2020340a31383131 7463692e6b656469 70632e6d6f310a31
    3539383937323338 3333383732203930 3736203339393937 3839303437343920 3834363020323636
    3838323330383435 37373620390a2032 3533203832333236 3334343036353935 3120323335393530""".split()]


def rotl(word, n):
    return (word << n | word >> (64 - n)) & MASK if n else word


def rotation_offsets():
    """FIPS 202, 3.2.2."""
    offsets, (x, y) = [0] * 25, (1, 0)
    for t in range(24):
        offsets[x + 5 * y] = (t + 1) * (t + 2) // 2 % 64
        x, y = y, (2 * x + 3 * y) % 5
    return offsets


def round_constants():
    """FIPS 202, 3.2.5."""
    bits, register = [], 1
    for _ in range(255):
        bits.append(register & 1)
        register <<= 1
        if register & 0x100:
            register ^= 0x171
    return [sum(bits[(j + 7 * i) % 255] << ((1 << j) - 1) for j in range(7)) for i in range(24)]


OFFSETS = rotation_offsets()
CONSTANTS = round_constants()
# For word x + 5y after pi: where it comes from, and by how much it is rotated.
MOVES = [((x + 3 * y) % 5 + 5 * x, OFFSETS[(x + 3 * y) % 5 + 5 * x])
         for y in range(5) for x in range(5)]


def permute(a):
    for constant in CONSTANTS:
        c = [a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20] for x in range(5)]
        d = [c[x - 1] ^ rotl(c[(x + 1) % 5], 1) for x in range(5)]
        b = []
        for source, offset in MOVES:
            word = a[source] ^ d[source % 5]
            b.append((word << offset | word >> (64 - offset)) & MASK)
        a = [b[i] ^ (~b[i - i % 5 + (i + 1) % 5] & b[i - i % 5 + (i + 2) % 5]) for i in range(25)]
        a[0] ^= constant
    return a


def sha3_256(message):
    padded = bytearray(message + b"\x06" + b"\0" * (135 - len(message) % 136))
    padded[-1] |= 0x80
    state = [0] * 25
    for block in range(0, len(padded), 136):
        for i in range(17):
            state[i] ^= int.from_bytes(padded[block + 8 * i:block + 8 * i + 8], "little")
        state = permute(state)
    return b"".join(word.to_bytes(8, "little") for word in state[:4])


def check_permutation():
    for length in (0, 1, 135, 136, 137, 1000):
        if sha3_256(message(length)) != hashlib.sha3_256(message(length)).digest():
            sys.exit("make_vectors.py: its Keccak-f[1600] disagrees with hashlib.sha3_256")


def message(length):
    """Byte i is i mod 251."""
    return bytes(i % 251 for i in range(length))


def sha256_chain(start, iterations):
    digest = start
    for _ in range(iterations):
        digest = hashlib.sha256(digest).digest()
    return digest


def keccak_chain(key, loops):
    state = [constant ^ key for constant in SUITE_CONSTANTS]
    for _ in range(loops):
        state = permute(state)
        state = state[1:] + state[:1]
    return state


def checksum(state):
    total = 0
    for word in state:
        total ^= word
    return total


def sha256_segment(lane):
    return sha256_chain(lane.to_bytes(32, "big"), SHA256_SEGMENT)


def keccak_segment(key):
    state = keccak_chain(key, KECCAK_SEGMENT)
    return state[0], checksum(state)


def sha256_vectors():
    starts = [bytes(32), b"\xff" * 32, hashlib.sha256(b"abc").digest()]
    starts += [hashlib.sha256(b"lane %d" % i).digest() for i in range(5)]
    return [{"start": start.hex(), "iterations": n, "digest": sha256_chain(start, n).hex()}
            for start in starts for n in (0, 1, 2, 3, 63, 64, 65, 1000, 100003)]


def chain_segment(start, hashes, mixin, salt):
    digest = start
    for left in range(hashes, 0, -1):
        last = mixin if left == 1 else b""
        message = digest + last if last else salt + digest
        digest = hashlib.sha256(message).digest()
    return digest


def chain_vectors():
    vectors = []
    for index in range(96):
        drawn = hashlib.sha512(b"segment %d" % index).digest()
        hashes = (1, 2, 3, 16, 1 + drawn[0], 1 + int.from_bytes(drawn[:2], "big") % 5000)[index % 6]
        mixin = hashlib.sha256(b"mixin" + drawn).digest() if drawn[2] % 3 == 0 else b""
        salt = hashlib.sha256(b"salt" + drawn).digest() if drawn[3] % 3 == 0 and hashes > 1 else b""
        start = drawn[:32]
        vectors.append({"start": start.hex(), "hashes": hashes, "mixin": mixin.hex(),
                        "salt": salt.hex(),
                        "end": chain_segment(start, hashes, mixin, salt).hex()})
    return vectors


def keccak_vectors():
    keys = (0, 1, 2, 7, 1023, MASK, 0x0123456789ABCDEF)
    return [{"key": f"{key:016x}", "loops": n,
             "state": [f"{word:016x}" for word in keccak_chain(key, n)]}
            for key in keys for n in (0, 1, 2, 3, 63, 64, 65, 1000)]


def sha3_vectors():
    lengths = sorted({0, 1, 7, 8, 9, 64, 71, 72, 73, 103, 104, 105, 135, 136, 137, 143, 144, 145,
                      167, 168, 169, 200, 256, 1000, 1024, 4096, 16384})
    fixed = {"sha3-224": hashlib.sha3_224, "sha3-256": hashlib.sha3_256,
             "sha3-384": hashlib.sha3_384, "sha3-512": hashlib.sha3_512}
    extendable = {"shake128": hashlib.shake_128, "shake256": hashlib.shake_256}
    vectors = [{"function": name, "message_bytes": n, "output": make(message(n)).hexdigest()}
               for name, make in fixed.items() for n in lengths]
    vectors += [{"function": name, "message_bytes": n, "output": make(message(n)).hexdigest(size)}
                for name, make in extendable.items() for n in lengths for size in (32, 500)]
    return vectors


def vector_file(description, vectors):
    rows = ",\n".join("    " + json.dumps(vector) for vector in vectors)
    return f'{{\n  "description": {json.dumps(description)},\n  "vectors": [\n{rows}\n  ]\n}}\n'


def known_answers(sha256, keccak):
    lines = [f'    "{digest.hex()}",' for digest in sha256]
    text = (ROOT / "src" / "workloads" / "known_answers.h").read_text(encoding="utf-8")
    text = with_rows(text, "sha256_answers", lines)
    lines = [f"    {{0x{first:016x}, 0x{total:016x}}}," for first, total in keccak]
    return with_rows(text, "keccak_answers", lines)


def with_rows(text, name, lines):
    """The header with other rows in the array of that name."""
    opening = f"{name}[known_lanes] = {{\n"
    begin = text.index(opening) + len(opening)
    return text[:begin] + "\n".join(lines) + "\n" + text[text.index("};", begin):]


def write_all():
    with multiprocessing.Pool() as pool:
        sha256 = pool.map(sha256_segment, range(LANES))
        keccak = pool.map(keccak_segment, range(LANES), chunksize=1)
    vectors = ROOT / "tests" / "vectors"
    files = {
        ROOT / "src" / "workloads" / "known_answers.h": known_answers(sha256, keccak),
        vectors / "sha256_chain.json": vector_file(
            "iterations times d = SHA256(d) from start, both 32 bytes in hexadecimal",
            sha256_vectors()),
        vectors / "keccak_chain.json": vector_file(
            "the Keccak suite's chain of a key after so many loops: 25 words, word x + 5y",
            keccak_vectors()),
        vectors / "chain.json": vector_file(
            "segments of proofs (include/hashlane/chain.h); empty: no mixin, no salt",
            chain_vectors()),
        vectors / "sha3.json": vector_file(
            "FIPS 202 functions of a message whose byte i is i mod 251", sha3_vectors()),
    }
    for path, text in files.items():
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(ROOT))


def check():
    text = (ROOT / "src" / "workloads" / "known_answers.h").read_text(encoding="utf-8")
    first, total = keccak_segment(LANES - 1)
    good = sha256_segment(LANES - 1).hex() in text
    good = good and f"0x{first:016x}, 0x{total:016x}" in text
    for name, computed in (("sha3", sha3_vectors()), ("chain", chain_vectors())):
        stored = json.loads((ROOT / f"tests/vectors/{name}.json").read_text(encoding="utf-8"))
        good = good and stored["vectors"] == computed
    if not good:
        sys.exit("make_vectors.py: the stored answers are not what this script computes")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare a part, write nothing")
    arguments = parser.parse_args()
    check_permutation()
    check() if arguments.check else write_all()
