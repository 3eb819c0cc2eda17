// SPDX-License-Identifier: MIT
#include "../measure/verify.h"
#include "../core/registry.h"
#include "../system/interrupt.h"
#include "commands.h"
#include "exit_code.h"
#include "kernel_selection.h"
#include "messages.h"
#include "plugins.h"
#include "settings.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane {
namespace {

void print_line(std::string_view id, const std::string &verdict)
{
    print(fmt::format("{:<28} {}\n", id, verdict));
}

int print_verdict(std::string_view id, const std::optional<Mismatch> &wrong)
{
    print_line(id, wrong ? "WRONG: " + describe(*wrong) : "right");
    return wrong ? exit_wrong_digest : exit_ok;
}

// A wrong digest is the gravest of what happens, and an interrupt ends it all.
int graver(int one, int other)
{
    constexpr int order[] = {exit_ok, exit_usage, exit_wrong_digest, exit_interrupted};
    return std::max(one, other, [&](int a, int b) {
        return std::ranges::find(order, a) < std::ranges::find(order, b);
    });
}

int verify(const PluginChoice &choice)
try {
    const auto failure = verify_plugin(choice.file, choice.kernel, interrupted());
    if (failure && std::holds_alternative<Interrupted>(*failure))
        return exit_interrupted;
    return print_verdict(choice.id(),
                         failure ? std::optional(*std::get_if<Mismatch>(&*failure)) : std::nullopt);
} catch (const ForeignFailure &failure) {
    print_line(choice.id(), std::string("FAILED: ") + failure.what());
    return exit_usage;
}

int verify(const Plugins &plugins)
{
    int code = exit_ok;
    for (const PluginChoice &choice : plugins.kernels)
        code = interrupted() ? exit_interrupted : graver(code, verify(choice));
    for (const Skipped &failed : plugins.failed) {
        print_line(failed.kernel, "FAILED: " + failed.reason);
        code = graver(code, exit_usage);
    }
    for (const Skipped &skipped : plugins.skipped)
        print_line(skipped.kernel, "not run: " + skipped.reason);
    return code;
}

int verify(const Selection &selection)
{
    int code = exit_ok;
    for (const Kernel *kernel : selection.runnable) {
        if (interrupted())
            return exit_interrupted;
        code = graver(code, print_verdict(kernel->id, verify_kernel(*kernel)));
    }
    for (const Skipped &skipped : selection.skipped)
        print_line(skipped.kernel, "not run: " + skipped.reason);
    return code;
}

} // namespace

int execute(const VerifySettings &settings, const std::string & /*line*/)
{
    watch_interrupts();
    const auto is_chosen = [&](Workload workload) {
        return std::ranges::find(settings.workloads, workload) != settings.workloads.end();
    };
    Plugins plugins = open_plugins(settings.plugins, settings.filter);
    std::erase_if(plugins.kernels, [&](const PluginChoice &choice) {
        return !is_chosen(choice.described().workload);
    });
    // A filter may find plug-ins alone.
    const bool any_kernel = std::ranges::any_of(all_kernels(), [&](const Kernel &kernel) {
        return is_chosen(kernel.workload) && settings.filter(kernel.id);
    });
    const int code = any_kernel || !plugins.any()
                         ? verify(select_kernels(settings.filter, settings.workloads))
                         : exit_ok;
    return code == exit_interrupted ? code : graver(code, verify(plugins));
}

} // namespace hashlane
