// SPDX-License-Identifier: MIT
#include "../measure/verify.h"
#include "../system/interrupt.h"
#include "commands.h"
#include "exit_code.h"
#include "session.h"

#include <fmt/format.h>

#include <memory>

namespace hashlane {
namespace {

int verify(const Options &options)
{
    const Selection selection = select_kernels(options.filter, all_workloads);
    int code = exit_ok;
    for (const Kernel *kernel : selection.runnable) {
        if (interrupted())
            return exit_interrupted;
        const auto wrong = verify_kernel(*kernel);
        if (wrong)
            code = exit_wrong_digest;
        fmt::print("{:<28} {}\n", kernel->id, wrong ? "WRONG: " + describe(*wrong) : "right");
    }
    for (const Skipped &skipped : selection.skipped)
        fmt::print("{:<28} not run: {}\n", skipped.kernel, skipped.reason);
    return code;
}

} // namespace

Command add_verify(CLI::App &program)
{
    CLI::App *app = program.add_subcommand(
        "verify", "Check every kernel against known answers and an independent kernel");
    const auto options = std::make_shared<Options>();
    add_filter_option(*app, *options);
    return {app, [options](const std::string &) { return verify(*options); }};
}

} // namespace hashlane
