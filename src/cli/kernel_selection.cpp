// SPDX-License-Identifier: MIT
#include "kernel_selection.h"

#include "../core/registry.h"
#include "exit_code.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane {
namespace {

// " of sha256, sha3", if it is they that lack what the filter finds.
std::string of_these(const IdFilter &filter, std::span<const Workload> workloads)
{
    if (workloads.empty() || std::ranges::none_of(all_kernels(), filter, &Kernel::id))
        return "";
    std::vector<std::string_view> names;
    std::ranges::transform(workloads, std::back_inserter(names), workload_name);
    return fmt::format(" of {}", fmt::join(names, ", "));
}

} // namespace

std::vector<const Kernel *> matching_kernels(const IdFilter &filter,
                                             std::span<const Workload> workloads)
{
    std::vector<const Kernel *> kernels;
    for (const Kernel &kernel : all_kernels())
        if (std::ranges::find(workloads, kernel.workload) != workloads.end() && filter(kernel.id))
            kernels.push_back(&kernel);
    if (kernels.empty())
        throw CommandError(
            fmt::format("--filter: '{}' matches no kernel{}; 'hashlane list' shows their ids",
                        filter.text(), of_these(filter, workloads)));
    return kernels;
}

Selection select_kernels(const IdFilter &filter, std::span<const Workload> workloads)
{
    Selection selection;
    for (const Kernel *kernel : matching_kernels(filter, workloads)) {
        const std::string reason = why_not_runnable(*kernel, this_cpu().features);
        if (reason.empty())
            selection.runnable.push_back(kernel);
        else
            selection.skipped.push_back({std::string(kernel->id), reason});
    }
    if (selection.runnable.empty())
        throw CommandError(fmt::format("{} {}, which this processor or system does not have",
                                       selection.skipped.front().kernel,
                                       selection.skipped.front().reason),
                           exit_absent);
    return selection;
}

} // namespace hashlane
