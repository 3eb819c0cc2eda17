# SPDX-License-Identifier: MIT
"""SP 800-185: NIST's published samples, and one way of hashing against another."""

import hashlane
import pytest

KEY = bytes(range(0x40, 0x60))
SHORT = bytes(range(4))


def test_cshake_sample_1():
    hash = hashlane.cshake_128(SHORT, customization=b"Email Signature")
    expected = "c1c36925b6409a04f1b504fcbca9d82b4017277cb5ed2b2065fc1d3814d5aaf5"
    assert hash.hexdigest(32) == expected
    assert hash.copy().hexdigest(32) == expected


def test_cshake_without_customization_is_shake():
    assert hashlane.cshake_256(b"abc").digest(50) == hashlane.shake_256(b"abc").digest(50)


def test_kmac_samples_1_and_2():
    plain = hashlane.kmac_128(KEY, SHORT)
    assert plain.hexdigest() == "e5780b0d3ea6f7d3a429c5706aa43a00fadbd7d49628839e3187243f456ee14e"
    tagged = hashlane.kmac_128(KEY, SHORT, customization=b"My Tagged Application")
    assert tagged.hexdigest() == "3b1fba963cd8b0b59e8c1a6d71888b7143651af8ba0a7070c0979e2811324aa5"
    assert plain.digest_size == 32
    assert hashlane.kmac_256(KEY).digest_size == 64


def test_kmac_verify():
    begun = hashlane.kmac_256(KEY, length=16)
    message = begun.copy()
    message.update(b"mes")
    message.update(b"sage")
    mac = hashlane.kmac_256(KEY, b"message", length=16).digest()
    assert message.verify(mac) and message.verify(mac)
    assert not begun.verify(mac)
    assert not message.verify(mac[:15])
    assert not message.verify(bytes([mac[0] ^ 1]) + mac[1:])
    with pytest.raises(ValueError, match="3 bytes"):
        hashlane.kmac_128(KEY, length=3)


def test_tuple_hash_sample_1():
    elements = [bytes([0, 1, 2]), bytes([0x10, 0x11, 0x12, 0x13, 0x14, 0x15])]
    expected = "c5d8786c1afb9b82111ab34b65b2c0048fa64e6d48e263264ce1707d3ffc8ed1"
    assert hashlane.tuple_hash(elements, length=32).hex() == expected
    assert hashlane.tuple_hash([b"".join(elements)], length=32).hex() != expected
    with pytest.raises(ValueError, match="192 bits"):
        hashlane.tuple_hash(elements, length=32, bits=192)


def test_parallel_hash_sample_1():
    data = bytes(range(8)) + bytes(range(0x10, 0x18)) + bytes(range(0x20, 0x28))
    expected = "ba8dc1d1d979331d3f813603c67f72609ab5e44b94a0b8f9af46514454a2b4f5"
    assert hashlane.parallel_hash(data, block_bytes=8, length=32).hex() == expected
    out = bytearray(32)
    assert hashlane.parallel_hash(data, block_bytes=8, length=32, out=out) is out
    assert out.hex() == expected


@pytest.mark.parametrize("value", [5, [1, 2], "text"])
def test_only_buffers_are_names_and_customizations(value):
    for call in (
        lambda: hashlane.cshake_128(b"", name=value),
        lambda: hashlane.cshake_256(b"", customization=value),
        lambda: hashlane.kmac_128(KEY, customization=value),
        lambda: hashlane.kt128(b"", value),
        lambda: hashlane.tuple_hash([b""], length=32, customization=value),
    ):
        with pytest.raises(TypeError):
            call()


def test_objects_hold_no_buffer_of_the_caller():
    key, separates = bytearray(KEY), bytearray(b"My Tagged Application")
    objects = [
        hashlane.kmac_128(key, customization=separates),
        hashlane.cshake_128(name=key, customization=separates),
        hashlane.kt128(customization=separates),
    ]
    objects.append(objects[0].copy())
    before = [one.digest(*([] if one.digest_size else [32])) for one in objects]
    key.clear()  # a BufferError while it is held
    separates.clear()
    assert [one.digest(*([] if one.digest_size else [32])) for one in objects] == before


def test_a_mac_is_a_hash():
    mac = hashlane.kmac_128(KEY)
    assert isinstance(mac, hashlane.Hash) and isinstance(mac.copy(), hashlane.Mac)
    assert (mac.name, mac.block_size) == ("kmac_128", 168)
    out = bytearray(32)
    mac.digest_into(out)
    assert out == mac.digest()
    for wrong in (
        lambda: hashlane.kmac_128(),
        lambda: hashlane.kmac_128("key"),
        lambda: hashlane.kmac_128(KEY, customization="text"),
        lambda: hashlane.cshake_128(b"", b"name"),
        lambda: mac.verify("text"),
    ):
        with pytest.raises(TypeError):
            wrong()


def test_arguments_are_released():
    strings = [bytearray(b"k" * 32), bytearray(b"data"), bytearray(b"customization")]
    mac = hashlane.kmac_128(strings[0], strings[1], customization=strings[2])
    shake = hashlane.cshake_128(strings[1], name=strings[0], customization=strings[2])
    tree = hashlane.kt128(strings[1], strings[2])
    expected = mac.digest(), shake.digest(8), tree.digest(8)
    for string in strings:
        string.clear()  # a BufferError while it is held
    assert (mac.digest(), shake.digest(8), tree.digest(8)) == expected


@pytest.mark.parametrize("number", [-1, (1 << 63) - 1, 1 << 63, 1 << 64, 1 << 70])
def test_numbers_that_nothing_has_room_for(number):
    for call in (
        lambda: hashlane.tuple_hash([b""], length=number),
        lambda: hashlane.parallel_hash(b"", block_bytes=8, length=number),
        lambda: hashlane.shake_128().digest(number),
        lambda: hashlane.shake_128().hexdigest(number),
        lambda: hashlane.kt128().digest(number),
        lambda: hashlane.sha3_many([b""], name="shake_256", length=number),
        lambda: hashlane.turboshake_many([b""], length=number),
    ):
        with pytest.raises((ValueError, MemoryError)):
            call()
    if number < 0 or number >= 1 << 64:
        with pytest.raises(ValueError, match="blocks of"):
            hashlane.parallel_hash(b"", block_bytes=number, length=32)
        with pytest.raises(ValueError, match="one every"):
            hashlane.chain.create(bytes(32), number, 1)
