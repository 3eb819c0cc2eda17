# SPDX-License-Identifier: MIT
"""The functions of NIST SP 800-185 as its text defines them, over a Keccak-f[1600], and vectors of
them for tools/make_vectors.py. Strings are bytes, lengths of output are in bytes."""

import hashlib

RATES = {128: 168, 256: 136}


def encode(value):
    return value.to_bytes(max(1, (value.bit_length() + 7) // 8), "big")


def left_encode(value):
    return bytes([len(encode(value))]) + encode(value)


def right_encode(value):
    return encode(value) + bytes([len(encode(value))])


def encode_string(string):
    return left_encode(8 * len(string)) + string


def bytepad(string, width):
    padded = left_encode(width) + string
    return padded + bytes(-len(padded) % width)


def sponge(permute, message, rate, suffix, size):
    padded = bytearray(message + bytes([suffix]))
    padded += bytes(-len(padded) % rate)
    padded[-1] |= 0x80
    state = [0] * 25
    for block in range(0, len(padded), rate):
        for i in range(rate // 8):
            state[i] ^= int.from_bytes(padded[block + 8 * i:block + 8 * i + 8], "little")
        state = permute(state)
    output = b""
    while len(output) < size:
        output += b"".join(word.to_bytes(8, "little") for word in state)[:rate]
        state = permute(state)
    return output[:size]


def cshake(permute, strength, message, size, name, customization):
    rate = RATES[strength]
    if not name and not customization:
        return sponge(permute, message, rate, 0x1F, size)
    prefix = bytepad(encode_string(name) + encode_string(customization), rate)
    return sponge(permute, prefix + message, rate, 0x04, size)


def compute(permute, vector):
    """The output of a vector: a dictionary whose strings are in hexadecimal."""
    function, size = vector["function"], len(vector["output"]) // 2
    strength = int(function[-3:])
    length = right_encode(0 if "xof" in function else 8 * size)
    key, name, customization = (bytes.fromhex(vector.get(field, ""))
                                for field in ("key", "name", "customization"))
    strings = [bytes.fromhex(string) for string in vector["strings"]]
    if function.startswith("kmac"):
        name = b"KMAC"
        message = bytepad(encode_string(key), RATES[strength]) + strings[0] + length
    elif function.startswith("tuplehash"):
        name = b"TupleHash"
        message = b"".join(map(encode_string, strings)) + length
    elif function.startswith("parallelhash"):
        name, width = b"ParallelHash", vector["block_bytes"]
        blocks = [strings[0][i:i + width] for i in range(0, len(strings[0]), width)]
        digests = [cshake(permute, strength, block, strength // 4, b"", b"") for block in blocks]
        message = left_encode(width) + b"".join(digests) + right_encode(len(blocks)) + length
    else:
        message = strings[0]
    return cshake(permute, strength, message, size, name, customization).hex()


def drawn(label, size):
    return hashlib.shake_128(label.encode()).hexdigest(size)


def vectors(permute):
    """Lengths around those of blocks and those whose encodings grow; each with other bytes."""
    found = []
    lengths = (0, 1, 31, 32, 135, 136, 137, 167, 168, 169, 300)
    functions = [f"{family}{xof}{strength}" for family in ("kmac", "tuplehash", "parallelhash")
                 for xof in ("", "xof") for strength in (128, 256)]
    for function in ["cshake128", "cshake256"] + functions:
        for index, length in enumerate(lengths):
            label = f"{function} {index} "
            vector = {"function": function, "strings": [drawn(label + "message", length)],
                      "customization": drawn(label + "customization", (0, 7, 32, 200)[index % 4])}
            if function.startswith("cshake"):
                vector["name"] = drawn(label + "name", (3, 0, 170)[index % 3])
            elif function.startswith("kmac"):
                vector["key"] = drawn(label + "key", (0, 16, 32, 131, 163, 400)[index % 6])
            elif function.startswith("tuplehash"):
                vector["strings"] += [drawn(label + "more", size) for size in (0, 5, 40)[:index % 4]]
            else:
                vector["block_bytes"] = (1, 7, 8, 64, 168, 1000)[index % 6]
            size = (1, 32, 64, 200, 336)[index % 5]
            vector["output"] = "00" * size
            vector["output"] = compute(permute, vector)
            found.append(vector)
    return found
