// SPDX-License-Identifier: MIT
//
// What libFuzzer calls. Half of the changes are its own, half the target's mutator's. A Finding is
// not caught: the fuzzer keeps the input of whatever ends the program.
#include "target.h"

#include <cstdio>
#include <cstring>
#include <exception>

using namespace hashlane::fuzz;

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t *data, std::size_t size, std::size_t most);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t *data, std::size_t size,
                                               std::size_t most, unsigned seed)
{
    const Mutate mutate = Target::all().front()->mutate;
    if (mutate == nullptr || seed % 2 == 0)
        return LLVMFuzzerMutate(data, size, most);
    Random random(seed);
    std::string input(reinterpret_cast<const char *>(data), size);
    for (auto changes = 1 + random() % 3; changes != 0; --changes)
        mutate(input, most, random);
    std::memcpy(data, input.data(), input.size());
    return input.size();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    Input input({data, size});
    try {
        Target::all().front()->run(input);
    } catch (const std::exception &error) {
        std::fprintf(stderr, "FINDING: %s\n", error.what());
        throw;
    }
    return 0;
}
