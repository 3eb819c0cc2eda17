# SPDX-License-Identifier: MIT
"""Writes the C source of hashlane._native: cffi's glue for every function of hashlane.h.

    python make_glue.py OUTPUT HASHLANE_H

The declarations are the headers' own, so that nothing is declared twice, and a new function is
there as soon as a header has it. cffi reads C without a preprocessor: of the directives only the
names of integer constants are kept, and the compiler finds their values.
"""

import pathlib
import re
import sys

import cffi

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
FOR_CPLUSPLUS = re.compile(r"^#ifdef __cplusplus\n.*?^#endif\n", re.DOTALL | re.MULTILINE)
CONSTANT = re.compile(r'^#define (HASHLANE_\w+) (?!"|__attribute__)\S.*\n', re.MULTILINE)
DIRECTIVE = re.compile(r"^#(?!define HASHLANE_\w+ \.\.\.$).*\n", re.MULTILINE)
ATTRIBUTE = re.compile(r"\bHASHLANE_(NOEXCEPT|MUST_CHECK|ANY_VALUE)\b")


def declarations_of(header):
    text = COMMENT.sub(" ", header)
    text = FOR_CPLUSPLUS.sub("", text)
    text = CONSTANT.sub(r"#define \1 ...\n", text)
    text = DIRECTIVE.sub("", text)
    return ATTRIBUTE.sub("", text)


def with_included(header):
    """The header after those that it includes, each once."""
    order = {}

    def add(file):
        if file not in order:
            for name in re.findall(r'#include "(\w+\.h)"', file.read_text(encoding="utf-8")):
                add(file.parent / name)
            order[file] = True

    add(header)
    return list(order)


def main():
    output, header = sys.argv[1:]
    headers = with_included(pathlib.Path(header))
    ffi = cffi.FFI()
    for file in headers:
        ffi.cdef(declarations_of(file.read_text(encoding="utf-8")))
    ffi.set_source("hashlane._native", "#include <hashlane/hashlane.h>")
    ffi.emit_c_code(output)


if __name__ == "__main__":
    main()
