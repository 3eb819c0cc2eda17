# SPDX-License-Identifier: MIT
"""Which result a picture of README was made of: a text in the PNG file, with a hash of the result."""

import hashlib
import struct
import zlib

KEYWORD = b"hashlane-result"
SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunks_of(png):
    """Each chunk of a PNG file as (kind, data)."""
    at = len(SIGNATURE)
    while at < len(png):
        size, kind = struct.unpack(">I4s", png[at:at + 8])
        yield kind, png[at + 8:at + 8 + size]
        at += 12 + size


def is_source(kind, data):
    return kind == b"tEXt" and data.startswith(KEYWORD + b"\0")


def text_of(result):
    """The name of a result and the hash of its bytes."""
    return f"{result.name} {hashlib.sha256(result.read_bytes()).hexdigest()}"


def stamp(picture, result):
    """Writes into the picture what it was made of."""
    chunks = [one for one in chunks_of(picture.read_bytes()) if not is_source(*one)]
    chunks.insert(1, (b"tEXt", KEYWORD + b"\0" + text_of(result).encode("latin-1")))  # after IHDR
    picture.write_bytes(SIGNATURE + b"".join(
        struct.pack(">I4s", len(data), kind) + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks))


def what_is_wrong(picture, result):
    """Returns the problem of a picture that is not of this result as it is now, or None."""
    png = picture.read_bytes()
    if not png.startswith(SIGNATURE):
        return "not a PNG file"
    sources = [data[len(KEYWORD) + 1:].decode("latin-1") for kind, data in chunks_of(png) if is_source(kind, data)]
    if not sources:
        return f"does not say which result it is of; './dev results picture' makes it of {result.name}"
    if sources != [text_of(result)]:
        return (f"is of {sources[0].split()[0]} as it was earlier, not of today's {result.name}: "
                "'./dev results picture' makes it again")
    return None
