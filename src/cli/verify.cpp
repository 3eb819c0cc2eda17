// SPDX-License-Identifier: MIT
#include "../measure/verify.h"
#include "../system/interrupt.h"
#include "commands.h"
#include "exit_code.h"
#include "kernel_selection.h"
#include "messages.h"
#include "settings.h"

#include <fmt/format.h>

namespace hashlane {
int execute(const VerifySettings &settings, const std::string & /*line*/)
{
    watch_interrupts();
    const Selection selection = select_kernels(settings.filter, all_workloads);
    int code = exit_ok;
    for (const Kernel *kernel : selection.runnable) {
        if (interrupted())
            return exit_interrupted;
        const auto wrong = verify_kernel(*kernel);
        if (wrong)
            code = exit_wrong_digest;
        print(
            fmt::format("{:<28} {}\n", kernel->id, wrong ? "WRONG: " + describe(*wrong) : "right"));
    }
    for (const Skipped &skipped : selection.skipped)
        print(fmt::format("{:<28} not run: {}\n", skipped.kernel, skipped.reason));
    return code;
}

} // namespace hashlane
