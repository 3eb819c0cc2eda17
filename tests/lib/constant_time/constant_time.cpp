// SPDX-License-Identifier: MIT
//
// Checks that no kernel's instructions or addresses depend on what it hashes: each kernel that this
// processor can run is traced with different secrets, and the traces have to be equal. Run by
// tools/test_constant_time.
//
// Exit code: 0, or 1 if a kernel depends on a secret, cannot be traced, or a leak that is made on
// purpose is not found.

#include "kernel_calls.h"
#include "trace.h"

#include "lib/core/registry.h"
#include "support/leaks_on_purpose.h"
#include "support/random_bytes.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>

namespace hashlane::test {
namespace {

Secrets secrets; // at one address for all runs

struct SecretKind {
    const char *name;
    Bytes bytes;
};

std::vector<SecretKind> kinds_of_secrets()
{
    return {{"zeros", Bytes(sizeof secrets, 0)},
            {"ones", Bytes(sizeof secrets, 0xff)},
            {"random bytes", random_bytes(sizeof secrets, 1)},
            {"other random bytes", random_bytes(sizeof secrets, 2)}};
}

std::string in_hexadecimal(std::uint64_t address)
{
    std::array<char, 32> text;
    std::snprintf(text.data(), text.size(), "0x%llx",
                  static_cast<unsigned long long>(address & ~access_bit));
    return text.data();
}

std::string entry_text(const Trace &trace, std::size_t i)
{
    if (i >= trace.size())
        return "the end";
    return ((trace[i] & access_bit) != 0 ? "memory " : "instruction ") + in_hexadecimal(trace[i]);
}

/// Returns where two traces begin to differ; empty if they are equal.
/// tools/test_constant_time shows the code "at" the address.
std::string difference(const Trace &a, const Trace &b, const char *name_of_a, const char *name_of_b)
{
    const auto [in_a, in_b] = std::ranges::mismatch(a, b);
    if (in_a == a.end() && in_b == b.end())
        return "";
    const auto i = static_cast<std::size_t>(in_a - a.begin());
    std::size_t before = i;
    while (before > 0 && (before == i || (a[before] & access_bit) != 0))
        --before;
    return entry_text(a, i) + " with " + name_of_a + ", " + entry_text(b, i) + " with " +
           name_of_b + "; the last instruction in common is at " + in_hexadecimal(a[before]);
}

struct Verdict {
    std::string difference; ///< empty: all traces are equal
    std::size_t steps = 0;  ///< instructions of all traces
};

template <class Run> Verdict compare_traces(const Run &run)
{
    Verdict verdict;
    Trace first;
    const std::vector<SecretKind> kinds = kinds_of_secrets();
    for (const SecretKind &kind : kinds) {
        const Trace trace =
            trace_of([&] { std::memcpy(&secrets, kind.bytes.data(), sizeof secrets); }, run);
        verdict.steps += static_cast<std::size_t>(std::ranges::count_if(
            trace, [](std::uint64_t entry) { return (entry & access_bit) == 0; }));
        if (&kind == &kinds.front())
            first = trace;
        else if (verdict.difference.empty())
            verdict.difference = difference(first, trace, kinds.front().name, kind.name);
    }
    return verdict;
}

// ---- What has to be found, or equal traces would mean nothing ----

using Leak = void (*)(const std::uint8_t *, std::uint8_t *);

bool finds(const char *what, Leak leak)
{
    static std::uint8_t output;
    const Verdict verdict = compare_traces([&] { leak(secrets.messages.data(), &output); });
    std::printf("  %-42s %s\n", what,
                verdict.difference.empty() ? "MISSED" : "found, as it should be");
    return !verdict.difference.empty();
}

// ---- The kernels ----

struct Totals {
    unsigned kernels = 0, wrong = 0;
    std::size_t steps = 0;
};

void check_kernel(const Kernel &kernel, Totals &totals)
{
    const std::string id(kernel.id);
    const Verdict verdict = compare_traces([&] { call_kernel(kernel, secrets); });
    const bool is_equal = verdict.difference.empty();
    std::printf("  %-42s %8zu steps, %s%s\n", id.c_str(), verdict.steps,
                is_equal ? "equal" : "DEPENDS ON A SECRET: ", verdict.difference.c_str());
    totals.steps += verdict.steps;
    ++totals.kernels;
    totals.wrong += is_equal ? 0 : 1;
}

Totals check_kernels()
{
    Totals totals;
    const FeatureSet features = this_cpu_features();
    for (const Kernel &kernel : all_kernels()) {
        const std::string obstacle = why_not_runnable(kernel, features);
        if (obstacle.empty()) {
            check_kernel(kernel, totals);
            continue;
        }
        std::printf("  %-42s NOT RUN: %s\n", std::string(kernel.id).c_str(), obstacle.c_str());
    }
    return totals;
}

int check()
{
    const bool finds_branches = finds("a branch that depends on a secret", leak_by_branch);
    const bool finds_addresses = finds("an address that depends on a secret", leak_by_address);
    const Totals totals = check_kernels();
    std::printf("  %u kernels, %zu steps with %zu secrets: %u kernels depend on a secret\n",
                totals.kernels, totals.steps, kinds_of_secrets().size(), totals.wrong);
    return finds_branches && finds_addresses && totals.wrong == 0 ? 0 : 1;
}

} // namespace
} // namespace hashlane::test

int main()
{
    // Children write nothing, and must not write again what is still in this process's buffer.
    std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
    try {
        return hashlane::test::check();
    } catch (const std::exception &error) {
        std::fprintf(stderr, "constant_time: %s\n", error.what());
        return 1;
    }
}
