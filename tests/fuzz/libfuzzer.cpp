// SPDX-License-Identifier: MIT
//
// What libFuzzer calls. A Finding is not caught: the fuzzer keeps the input of whatever ends the
// program.
#include "target.h"

#include <cstdio>
#include <exception>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    hashlane::fuzz::Input input({data, size});
    try {
        hashlane::fuzz::Target::all().front()->run(input);
    } catch (const std::exception &error) {
        std::fprintf(stderr, "FINDING: %s\n", error.what());
        throw;
    }
    return 0;
}
