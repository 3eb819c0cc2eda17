// SPDX-License-Identifier: MIT
#include "../cli/messages.h"
#include "../cli/options.h"
#include "../lib/core/registry.h"
#include "../machine/system/lists.h"
#include "../machine/system/terminal.h"
#include "../workloads/table.h"
#include "commands.h"
#include "jobs.h"

#include <algorithm>

namespace hashlane::commands {
namespace {

struct SelfTestSettings {
    cli::IdFilter filter;
    std::vector<Workload> workloads;
    std::vector<std::string> plugins;
};

void declare(CLI::App &app, SelfTestSettings &test)
{
    cli::explain(app, "Compares with known answers and an independent kernel; 'hashlane chain "
                      "verify FILE' verifies a proof, 'hashlane sum --check FILE' files.");
    cli::in_group(app, ""); // hidden: only to name the command that takes a file
    cli::add_option(app, "FILE", {"", ""}, [](auto &, auto &text) {
        cli::fail("self-test checks kernels; use 'hashlane chain verify {0}' for a proof, "
                  "'hashlane sum --check {0}' for a list of checksums",
                  text);
    });
    cli::add_filter(app, test.filter);
    add_workloads(app, test.workloads);
    cli::add_plugins(app, test.plugins);
    cli::add_examples(app, {"hashlane self-test", "hashlane self-test --plugin ./mine.so"});
}

void print_line(std::string_view id, const std::string &verdict)
{
    cli::print("{:<28} {}\n", id, verdict);
}

int print_verdict(std::string_view id, const std::optional<results::Mismatch> &wrong)
{
    print_line(id, wrong ? "WRONG: " + results::describe(*wrong) : "right");
    return wrong ? cli::exit_wrong_digest : cli::exit_ok;
}

int verify(const backends::ForeignKernel &kernel)
try {
    const auto failure = backends::verify_plugin(kernel, machine::interrupted());
    if (failure && std::holds_alternative<measure::Interrupted>(*failure))
        return cli::exit_interrupted;
    return print_verdict(backends::plugin_kernel_id(kernel),
                         failure ? std::optional(*std::get_if<results::Mismatch>(&*failure))
                                 : std::nullopt);
} catch (const machine::ChildFailure &failure) {
    print_line(backends::plugin_kernel_id(kernel), std::string("FAILED: ") + failure.what());
    return cli::exit_usage;
}

int verify(const Plugins &plugins)
{
    int code = cli::exit_ok;
    for (const backends::ForeignKernel &kernel : plugins.kernels)
        code = cli::graver(code, machine::interrupted() ? cli::exit_interrupted : verify(kernel));
    for (const results::Skipped &failed : plugins.failed) {
        print_line(failed.name, "FAILED: " + failed.reason);
        code = cli::graver(code, cli::exit_usage);
    }
    for (const results::Skipped &skipped : plugins.skipped)
        print_line(skipped.name, "not run: " + skipped.reason);
    return code;
}

int verify(const Selection &selection)
{
    int code = cli::exit_ok;
    for (const Kernel *kernel : selection.runnable) {
        if (machine::interrupted())
            return cli::graver(code, cli::exit_interrupted);
        code = cli::graver(
            code, print_verdict(kernel->id, workloads::entry_of(kernel->workload).verify(*kernel)));
    }
    for (const results::Skipped &skipped : selection.skipped)
        print_line(skipped.name, "not run: " + skipped.reason);
    return code;
}

int execute(const SelfTestSettings &settings, const std::string & /*line*/)
{
    machine::watch_interrupts();
    Plugins plugins = open_plugins(settings.plugins, settings.filter);
    const bool is_any = settings.workloads.size() == std::size(all_workloads);
    std::erase_if(plugins.kernels, [&](const backends::ForeignKernel &kernel) {
        const auto workload = kernel.workload.ours();
        return workload ? !machine::contains(settings.workloads, *workload) : !is_any;
    });
    // A filter may find plug-ins alone.
    const bool any_plugin =
        !plugins.kernels.empty() || !plugins.skipped.empty() || !plugins.failed.empty();
    int code = cli::exit_ok;
    if (!any_plugin || finds_kernel(settings.filter, settings.workloads))
        code = verify(select_kernels(settings.filter, settings.workloads));
    return cli::graver(code, verify(plugins));
}

} // namespace

const cli::Declare self_test_command = cli::command<SelfTestSettings, declare, execute>;

} // namespace hashlane::commands
