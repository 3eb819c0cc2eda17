// SPDX-License-Identifier: MIT
//
// The messages between the process of a plug-in and the program, and a descriptor's description of
// itself.
#include "backends/plugins/plugin.h"
#include "backends/plugins/exchange.h"
#include "target.h"

#include <cmath>

namespace hashlane::fuzz::plugin_target {
namespace {

// The reader's own values are written as it read them, and bytes beyond the last are no matter.
template <class Message> void read_and_write(const std::string &bytes)
{
    const std::string written = backends::written(backends::read<Message>(bytes));
    require(backends::written(backends::read<Message>(written)) == written,
            "another value after it was written");
}

// One kernel leads to the next; the last may lead to the first.
void check_descriptors(Input &input)
{
    constexpr const char *names[] = {"mine", "", "A Name", "0-9",
                                     "a-name-of-more-than-forty-letters-and-digits"};
    constexpr const char *instructions[] = {"rnds2", "add_z", "none", "", nullptr};
    constexpr double counts[] = {1, 0, 1.5, -1, HUGE_VAL};
    std::vector<hashlane_plugin> kernels(input.size(1, 4));
    std::vector<hashlane_plugin_count> counted(kernels.size());
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        hashlane_plugin &kernel = kernels[i];
        counted[i] = {input.pick(instructions), input.pick(counts), input.pick(counts)};
        kernel.version = static_cast<std::uint32_t>(input.number(1, 2));
        kernel.workload = static_cast<std::uint32_t>(input.number(0, 4));
        const std::size_t name = input.size(0, std::size(names));
        kernel.name = name < std::size(names) ? names[name] : nullptr;
        kernel.lanes = static_cast<std::uint32_t>(input.number(0, 65));
        kernel.counted = static_cast<std::uint32_t>(input.number(0, 1));
        kernel.counts = input.number(0, 7) == 7 ? nullptr : &counted[i];
        if (input.number(0, 7) != 7)
            kernel.sha256_chain = [](std::uint8_t *, std::uint64_t) {};
        if (input.number(0, 7) != 7)
            kernel.keccak_chain = [](std::uint64_t *, std::uint64_t) {};
        kernel.next = i + 1 < kernels.size() ? &kernels[i + 1] : nullptr;
    }
    if (input.number(0, 15) == 15)
        kernels.back().next = kernels.data();
    try {
        for (const hashlane_plugin *kernel : backends::checked_entries(kernels.data())) {
            const backends::PluginKernel described = backends::describe(*kernel);
            require(described.lanes >= 1 && described.lanes <= max_lanes, "lanes");
            require(described.name != "" && described.name.size() <= 40, "a name");
            require(described.operations.has_value() == (kernel->counted != 0), "a bound");
        }
    } catch (const backends::Unusable &refused) {
        require_one_line(refused.what());
    }
}

void check_workloads(Input &input)
{
    constexpr const char *texts[] = {"mine",
                                     "",
                                     "A Name",
                                     "0-9",
                                     "sha3",
                                     "call",
                                     nullptr,
                                     "a text of more than sixty letters, which no title may have, "
                                     "and no name or unit either"};
    hashlane_workload workload{};
    workload.version = static_cast<std::uint32_t>(input.number(1, 2));
    for (const char **const text :
         {&workload.workload, &workload.name, &workload.title, &workload.unit})
        *text = input.pick(texts);
    workload.state_bytes = input.number(0, 1) << input.number(0, 63);
    if (input.number(0, 7) != 7)
        workload.run = [](void *, std::uint64_t) {};
    if (input.number(0, 7) != 7)
        workload.is_right = [](const void *, std::uint64_t) { return 1; };
    try {
        const backends::PluginKernel described =
            backends::describe(*backends::checked_entries(&workload).front());
        require(!described.workload.ours(), "a workload of its own");
        require(workload_name(described.workload) == workload.workload, "its name");
    } catch (const backends::Unusable &refused) {
        require_one_line(refused.what());
    }
}

void exchange(Input &input)
{
    const std::uint64_t kind = input.number(0, 3);
    const bool is_answer = kind % 2 != 0;
    // Raw bytes, or numbers of 8 bytes, most of them small: a byte of the input for each, unless
    // it is 255.
    std::string bytes = kind >= 2 ? input.rest() : "";
    while (!input.is_empty()) {
        const std::uint64_t small = input.number(0, 255);
        const std::uint64_t word = small == 255 ? input.number(0, UINT64_MAX) : small;
        bytes.append(reinterpret_cast<const char *>(&word), sizeof word);
    }
    try {
        if (is_answer)
            read_and_write<backends::PluginAnswer>(bytes);
        else
            read_and_write<backends::PluginRequest>(bytes);
    } catch (const backends::WireError &) {
        // Overwritten.
    } catch (const results::BadWork &refused) {
        require_one_line(refused.what());
    }
}

void run(Input &input)
{
    constexpr void (*parts[])(Input &) = {exchange, check_descriptors, check_workloads};
    input.pick(parts)(input);
}

const Target target("plugin", run, mutate_words);

} // namespace
} // namespace hashlane::fuzz::plugin_target
