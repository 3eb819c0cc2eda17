// SPDX-License-Identifier: MIT
#include "../core/choice.h"
#include "../core/registry.h"
#include "../report/kernel_list.h"
#include "commands.h"
#include "dispatch.h"
#include "options.h"
#include "session.h"

#include <fmt/format.h>

#include <memory>

namespace hashlane {
namespace {

int list(const Options &options)
{
    const Format format =
        chosen_format(options, {Format::table, Format::csv, Format::json, Format::markdown});
    const Style style = chosen_style(options);
    const FeatureSet features = this_cpu().features;
    use_tuning();
    std::vector<KernelLine> lines;
    for (const Kernel *kernel : matching_kernels(options.filter, all_workloads))
        lines.push_back({kernel, why_not_runnable(*kernel, features),
                         kernel == &active_choice().kernel(kernel->workload)});
    switch (format) {
    case Format::csv:
        fmt::print("{}", write_kernels_csv(lines));
        break;
    case Format::json:
        fmt::print("{}", write_kernels_json(lines));
        break;
    case Format::markdown:
        fmt::print("{}", write_kernels_markdown(lines));
        break;
    case Format::table:
    case Format::classic:
        fmt::print("{}", write_kernels_table(lines, style));
        break;
    }
    return 0;
}

} // namespace

Command add_list(CLI::App &program)
{
    CLI::App *app =
        program.add_subcommand("list", "List the kernels, and which can run on this machine");
    const auto options = std::make_shared<Options>();
    add_filter_option(*app, *options);
    add_output_options(*app, *options);
    return {app, [options](const std::string &) { return list(*options); }};
}

} // namespace hashlane
