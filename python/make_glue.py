# SPDX-License-Identifier: MIT
"""Writes the C source of hashlane._native: cffi's glue for every function of the headers.

    python make_glue.py OUTPUT HEADER…

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
CONSTANT = re.compile(r'^#define (HASHLANE_\w+) (?!")\S.*\n', re.MULTILINE)
DIRECTIVE = re.compile(r"^#(?!define HASHLANE_\w+ \.\.\.$).*\n", re.MULTILINE)
ATTRIBUTE = re.compile(r"\bHASHLANE_NOEXCEPT\b")


def declarations_of(header):
    text = COMMENT.sub(" ", header)
    text = FOR_CPLUSPLUS.sub("", text)
    text = CONSTANT.sub(r"#define \1 ...\n", text)
    text = DIRECTIVE.sub("", text)
    return ATTRIBUTE.sub("", text)


def included_first(headers):
    """Each header after those that it includes."""
    by_name = {header.name: header for header in headers}
    order = {}

    def add(header):
        if header.name not in order:
            for name in re.findall(r'#include "(\w+\.h)"', header.read_text(encoding="utf-8")):
                add(by_name[name])
            order[header.name] = header

    for header in headers:
        add(header)
    return list(order.values())


def main():
    output, headers = sys.argv[1], [pathlib.Path(name) for name in sys.argv[2:]]
    headers = included_first(sorted(headers))
    ffi = cffi.FFI()
    for header in headers:
        ffi.cdef(declarations_of(header.read_text(encoding="utf-8")))
    includes = "".join(f"#include <hashlane/{header.name}>\n" for header in headers)
    ffi.set_source("hashlane._native", includes)
    ffi.emit_c_code(output)


if __name__ == "__main__":
    main()
