// SPDX-License-Identifier: MIT
//
// Lists of CPUs as users and /sys write them.
#include "machine/system/cpus.h"
#include "target.h"

#include <numeric>

namespace hashlane::fuzz::cpu_list_target {
namespace {

std::vector<int> drawn_cpus(Input &input)
{
    std::vector<int> cpus;
    int cpu = -1;
    for (std::size_t left = input.size(1, 12); left != 0; --left)
        cpus.push_back(cpu += static_cast<int>(input.number(1, 40)));
    return cpus;
}

void run(Input &input)
{
    const std::vector<int> allowed = drawn_cpus(input);
    const std::string text = input.rest();
    if (const std::optional<int> cpu = machine::cpu_number(text))
        require(*cpu >= 0 && !text.empty(), "a CPU number from ", text);
    require(machine::parse_cpu_list(machine::format_cpu_list(allowed), allowed) == allowed,
            "a list is not read as it was written");
    try {
        const std::vector<int> cpus = machine::parse_cpu_list(text, allowed);
        require(!cpus.empty() && std::ranges::is_sorted(cpus), "no ascending list");
        require(std::ranges::adjacent_find(cpus) == cpus.end(), "a CPU twice");
        require(std::ranges::includes(allowed, cpus), "a CPU that is not allowed");
        require(machine::parse_cpu_list(machine::format_cpu_list(cpus), allowed) == cpus,
                "another list after it was written");
    } catch (const std::invalid_argument &refused) {
        require(std::string_view(refused.what()) != "", "no reason");
    }
}

const Target target("cpu_list", run, mutate_list);

} // namespace
} // namespace hashlane::fuzz::cpu_list_target
