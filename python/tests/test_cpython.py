# SPDX-License-Identifier: MIT
"""CPython's own test of hashlib, test.test_hashlib, with hashlane in hashlib's place."""

import functools
import hashlib
import unittest

import pytest

import hashlane

theirs = pytest.importorskip("test.test_hashlib", reason="this Python has no test suite")

NAMES = hashlane.algorithms_available & hashlib.algorithms_available
OTHERS = ("md5", "sha1", "sha224", "sha384", "sha512", "blake2")
EXCEPTIONS = {
    "test_algorithms_guaranteed": "hashlane has other algorithms",
    "test_blocksize_and_name": "begins with MD5",
    "test_blocksize_name": "begins with MD5",
    "test_digest_length_overflow": "hashlane gives 2^29 bytes and more, if there is memory",
    "test_extra_sha3": "private attributes of _sha3",
    "test_get_builtin_constructor": "a private function of hashlib",
    "test_no_unicode": "begins with MD5",
    "test_threaded_hashing": "of SHA-1",
    "test_usedforsecurity_false": "ends with MD5",
    "test_usedforsecurity_true": "ends with MD5",
}


def test_case(name):
    """One of the tests, of hashlane's functions instead of all that hashlib has."""

    class Case(theirs.HashLibTestCase):
        def __init__(self, *arguments):
            unittest.TestCase.__init__(self, *arguments)
            self.constructors_to_test = {
                name: {getattr(hashlane, name), functools.partial(hashlane.new, name)}
                for name in NAMES
            }

    return Case(name)


test_case.__test__ = False


@pytest.mark.parametrize(
    "name",
    [
        name
        for name in unittest.defaultTestLoader.getTestCaseNames(theirs.HashLibTestCase)
        if not any(other in name for other in OTHERS)
    ],
)
def test_theirs(name, monkeypatch):
    if name in EXCEPTIONS:
        pytest.skip(EXCEPTIONS[name])
    monkeypatch.setattr(theirs, "hashlib", hashlane)
    result = unittest.TestResult()
    test_case(name).run(result)
    for _, reason in result.failures + result.errors:
        pytest.fail(reason)
