# SPDX-License-Identifier: MIT
"""TurboSHAKE and KT128, KT256 as RFC 9861 defines them, for tools/make_vectors.py.

Written from the RFC, sections 2 and 3, and from FIPS 202, 3.2, to be read next to them. A round differs
from make_vectors.py's: step mapping after step mapping, on lanes (x, y).
"""

MASK = (1 << 64) - 1
LEAF_BYTES = 8192
DESCRIPTION = ("RFC 9861: message and customization of so many bytes i mod 251, or -n: of n bytes "
               "0xff; the output after `skip` bytes")
FUNCTIONS = {"turboshake128": 168, "turboshake256": 136, "kt128": 168, "kt256": 136}


def rotl(word, n):
    n %= 64
    return (word << n | word >> (64 - n)) & MASK


def round_constants():
    constants, register = [], 1
    for _ in range(24):
        constant = 0
        for j in range(7):
            constant |= (register & 1) << ((1 << j) - 1)
            register = register << 1 ^ (0x171 if register & 0x80 else 0)
        constants.append(constant)
    return constants


def pi_rho_walk():
    """For each step t of FIPS 202's algorithm 2: from, to, and the rotation."""
    walk, (x, y) = [], (1, 0)
    for t in range(24):
        to = (y, (2 * x + 3 * y) % 5)
        walk.append(((x, y), to, (t + 1) * (t + 2) // 2 % 64))
        x, y = to
    return walk


CONSTANTS, WALK = round_constants(), pi_rho_walk()


def keccak_p(lanes, rounds):
    """Keccak-p[1600, rounds]: the last `rounds` of Keccak-f[1600]'s rounds."""
    for constant in CONSTANTS[24 - rounds:]:
        parity = [lanes[x, 0] ^ lanes[x, 1] ^ lanes[x, 2] ^ lanes[x, 3] ^ lanes[x, 4]
                  for x in range(5)]
        effect = [parity[x - 1] ^ rotl(parity[(x + 1) % 5], 1) for x in range(5)]
        moved = {(0, 0): lanes[0, 0] ^ effect[0]}
        for (x, y), to, rotation in WALK:
            moved[to] = rotl(lanes[x, y] ^ effect[x], rotation)
        for y in range(5):
            for x in range(5):
                lanes[x, y] = moved[x, y] ^ ~moved[(x + 1) % 5, y] & moved[(x + 2) % 5, y]
        lanes[0, 0] ^= constant


def sponge(message, domain, rate, size, rounds):
    padded = bytearray(message + bytes([domain]))
    padded += bytes(-len(padded) % rate)
    padded[-1] ^= 0x80
    lanes = {(x, y): 0 for x in range(5) for y in range(5)}
    order = [(i % 5, i // 5) for i in range(rate // 8)]
    for block in range(0, len(padded), rate):
        for i, lane in enumerate(order):
            lanes[lane] ^= int.from_bytes(padded[block + 8 * i:block + 8 * i + 8], "little")
        keccak_p(lanes, rounds)
    output = b""
    while len(output) < size:
        output += b"".join(lanes[lane].to_bytes(8, "little") for lane in order)
        keccak_p(lanes, rounds)
    return output[:size]


def turboshake(message, domain, rate, size):
    return sponge(message, domain, rate, size, 12)


def length_encode(number):
    encoded = number.to_bytes((number.bit_length() + 7) // 8, "big")
    return encoded + bytes([len(encoded)])


def kangarootwelve(message, customization, rate, size):
    whole = message + customization + length_encode(len(customization))
    if len(whole) <= LEAF_BYTES:
        return turboshake(whole, 0x07, rate, size)
    chunks = [whole[i:i + LEAF_BYTES] for i in range(0, len(whole), LEAF_BYTES)]
    node = chunks[0] + b"\x03" + bytes(7)
    for chunk in chunks[1:]:
        node += turboshake(chunk, 0x0B, rate, 32 if rate == 168 else 64)
    return turboshake(node + length_encode(len(chunks) - 1) + b"\xff\xff", 0x06, rate, size)


def pattern(count):
    """RFC 9861, 5: byte i is i mod 251. A negative count: that many bytes 0xff."""
    return bytes(i % 251 for i in range(count)) if count >= 0 else b"\xff" * -count


def compute(vector):
    """The output of a vector, without its `skip` first bytes."""
    message, rate = pattern(vector["message"]), FUNCTIONS[vector["function"]]
    size = vector["skip"] + len(vector["output"]) // 2
    if "domain" in vector:
        output = turboshake(message, vector["domain"], rate, size)
    else:
        output = kangarootwelve(message, pattern(vector["customization"]), rate, size)
    return output[vector["skip"]:].hex()


def row(function, message, size, **more):
    vector = {"function": function, "message": message, **more, "skip": 0, "output": "00" * size}
    return vector | {"output": compute(vector)}


def vectors():
    made = []
    for function, rate in FUNCTIONS.items():
        if function.startswith("turbo"):
            lengths = (0, 1, 7, 8, 9, rate - 2, rate - 1, rate, rate + 1, 2 * rate, 1000)
            made += [row(function, n, 40, domain=0x1F) for n in lengths]
            made += [row(function, n, 500, domain=d) for n, d in ((rate - 1, 0x7F), (200, 0x01))]
        else:
            lengths = [0, 1, rate, 8190, 8191, 8192, 8193, 2 * 8192 - 1, 2 * 8192, 2 * 8192 + 1]
            lengths += [count * 8192 + extra for count in (3, 8, 9, 10, 17) for extra in (-1, 0, 5000)]
            made += [row(function, n, 40, customization=0) for n in lengths]
            made += [row(function, n, 64, customization=c)
                     for n in (0, 5000, 8192, 20000) for c in (1, 255, 256, 8189, 8192, 20000)]
    return made
