// SPDX-License-Identifier: MIT
//
// Runs under valgrind's memcheck, by tools/test_secrets: checks that no branch or address in the
// library depends on a message, a key or a salt. Memcheck follows every bit that is marked
// undefined, and reports each conditional jump and each address that depends on one. So the secrets
// are marked undefined, every function of secret_uses.cpp runs with every kernel that the processor
// which memcheck imitates can run, and nothing may be reported.
//
// Exit code: 0, or 1 if something depends on a secret or memcheck does not report it; 2 not under
// memcheck.

#include "secrets.h"

#include "support/forced_kernel.h"
#include "support/leaks_on_purpose.h"

#include <valgrind/memcheck.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

namespace hashlane::test {
namespace {

std::array<std::uint8_t, most_secret_bytes> secret;

// No byte is zero.
void fill_secret()
{
    for (std::size_t i = 0; i < secret.size(); ++i)
        secret[i] = static_cast<std::uint8_t>(1 + i * 167 % 255);
}

// Returns the number of memcheck's reports while run() computes with undefined secrets; `output` is
// defined afterwards.
template <class Run> unsigned reports(const Run &run, std::span<std::uint8_t> output)
{
    const auto before = VALGRIND_COUNT_ERRORS;
    VALGRIND_MAKE_MEM_UNDEFINED(secret.data(), secret.size());
    run(secret.data(), output.data());
    VALGRIND_MAKE_MEM_DEFINED(secret.data(), secret.size());
    VALGRIND_MAKE_MEM_DEFINED(output.data(), output.size());
    return VALGRIND_COUNT_ERRORS - before;
}

// ---- What memcheck has to report, or its silence would mean nothing ----

bool tells_leaks()
{
    std::array<std::uint8_t, 1> output{};
    bool tells = true;
    const auto expect = [&](const char *what, unsigned found) {
        std::printf("  %-60s %s\n", what, found != 0 ? "reported, as it should be" : "MISSED");
        tells &= found != 0;
    };
    VALGRIND_PRINTF("secrets: two reports follow that are on purpose\n");
    expect("a branch that depends on a secret", reports(leak_by_branch, output));
    expect("an address that depends on a secret", reports(leak_by_address, output));
    VALGRIND_PRINTF("secrets: from here on, every report is a leak\n");
    return tells;
}

// ---- The library ----

// The output must be that of the same secrets while they are defined: the function did its work.
bool run_one(const SecretUse &use, const Kernel &kernel)
{
    static std::array<std::uint8_t, most_output_bytes> expected, output;
    const ForcedKernel forced(kernel);
    expected.fill(0);
    output.fill(0);
    use.run(secret.data(), expected.data());
    const unsigned found = reports(use.run, output);
    const bool is_right = output == expected;
    if (found != 0 || !is_right)
        std::printf("  %s with %.*s: %s\n", use.functions, static_cast<int>(kernel.id.size()),
                    kernel.id.data(), is_right ? "DEPENDS ON A SECRET" : "WRONG OUTPUT");
    return found == 0 && is_right;
}

bool run_all()
{
    bool all_right = true;
    const FeatureSet features = this_cpu_features();
    for (const Kernel &kernel : all_kernels()) {
        if (!kernel.built())
            continue;
        const std::string obstacle = why_not_runnable(kernel, features);
        unsigned count = 0;
        for (const SecretUse &use : all_secret_uses())
            if (obstacle.empty() && use.workload == kernel.workload) {
                all_right &= run_one(use, kernel);
                ++count;
            }
        const std::string id(kernel.id);
        if (obstacle.empty())
            std::printf("  %-36s %u calls\n", id.c_str(), count);
        else
            std::printf("  %-36s NOT RUN: %s, which valgrind does not execute\n", id.c_str(),
                        obstacle.c_str());
    }
    return all_right;
}

void list_functions()
{
    for (const SecretUse &use : all_secret_uses())
        std::printf("%s\n", use.functions);
    for (const NoSecret &none : functions_without_secrets())
        std::printf("%s\n", none.functions);
}

int check()
{
    if (RUNNING_ON_VALGRIND == 0) {
        std::fprintf(stderr, "secrets: not under valgrind; './dev test valgrind' runs it there\n");
        return 2;
    }
    fill_secret();
    const bool tells = tells_leaks();
    const bool is_right = run_all();
    for (const NoSecret &none : functions_without_secrets())
        std::printf("  not secret: %s (%s)\n", none.functions, none.reason);
    return tells && is_right ? 0 : 1;
}

} // namespace
} // namespace hashlane::test

// --list: lists every function, for tools/test_secrets.
int main(int argc, char **argv)
{
    if (argc == 2 && std::string(argv[1]) == "--list") {
        hashlane::test::list_functions();
        return 0;
    }
    return hashlane::test::check();
}
