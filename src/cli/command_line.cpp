// SPDX-License-Identifier: MIT
#include "command_line.h"

#include "command_options.h"
#include "exit_code.h"

#include "hashlane/hashlane.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <functional>
#include <memory>

namespace hashlane {
namespace {

constexpr const char *footer =
    "'hashlane COMMAND --help' lists the options of a command.\n"
    "Exit codes: 0 success, 1 usage or internal error, 2 wrong digest,\n"
    "3 kernel, device or browser absent, 4 untrustworthy (--strict),\n"
    "5 regression (compare) or a node to be looked at (fleet), 130 interrupted.";

// The subcommands, each with its settings, which its options write to.
class Program {
public:
    Program()
        : app_("Measures how fast a processor really hashes, and proves each result.", "hashlane")
    {
        app_.set_version_flag("--version", "hashlane " HASHLANE_VERSION);
        app_.require_subcommand(0, 1);
        app_.footer(footer);
        add<RunSettings>("run", "Measure every kernel of every workload");
        add<SweepSettings>("sweep", "Measure lanes × threads on one core, on one kind of core or "
                                    "on all: rates and scaling");
        add<Sha256Settings>("sha256", "Measure SHA-256 chains");
        add<KeccakSettings>("keccak", "Run the Keccak chains of a range of keys, each once");
        add<Sha3Settings>("sha3",
                          "Measure SHA3 and SHAKE, in cycles per byte for each message length");
        add<CompareSettings>("compare",
                             "Show what changed between result files, and how certain that is");
        add<ReportSettings>("report",
                            "Make a page with plots from result files, or one plot, or text");
        add<KnownSettings>("known", "List published results, each with its source");
        add<ListSettings>("list", "List the kernels, and which can run on this machine");
        add<InfoSettings>(
            "info",
            "Describe this machine, its cycle sources, and the kernels that dispatch prefers");
        add<TuneSettings>("tune",
                          "Measure which kernels are best here, and make dispatch use them");
        add<VerifySettings>("verify",
                            "Check every kernel against known answers and an independent kernel");
        add_chain();
        add<SoakSettings>("soak", "Compute with every kernel on every core for long, and prove "
                                  "each result: is a core wrong?");
        add<SumSettings>("sum", "Hash files, many at once, or check their sums, as sha256sum does");
        add<FleetSettings>("fleet",
                           "Judge many machines by their node files: which are wrong, slow, "
                           "missing or set otherwise");
        add<NodeSettings>("node",
                          "Measure a node of a cluster: each core alone, then all together");
        add<HealthSettings>("health", "Check a node against a baseline within seconds");
    }

    Request parse(const std::vector<std::string> &arguments)
    {
        try {
            // CLI11 takes them last first.
            app_.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
        } catch (const CLI::CallForHelp &) {
            return ShowText{app_.help()};
        } catch (const CLI::CallForVersion &version) {
            return ShowText{std::string(version.what()) + "\n"};
        } catch (const CLI::ExtrasError &) {
            throw CommandError(fmt::format("not expected here: {}; '{} --help' lists what is",
                                           fmt::join(app_.remaining(true), " "), called()));
        } catch (const CLI::ParseError &error) {
            throw CommandError(
                fmt::format("{}; '{} --help' lists what there is", error.what(), called()));
        }
        for (const auto &command : commands_)
            if (command.app->parsed())
                return command.settings();
        return ShowText{app_.help()};
    }

private:
    struct Command {
        CLI::App *app;
        std::function<Request()> settings;
    };

    void add_chain()
    {
        CLI::App &chain = *app_.add_subcommand(
            "chain", "Create and verify chains of SHA-256 that prove how much was computed");
        chain.require_subcommand(1);
        add<ChainCreateSettings>(chain, "create", "Create a chain, and store its checkpoints");
        add<ChainVerifySettings>(chain, "verify", "Verify a proof, on all lanes and threads");
        add<ChainBenchSettings>(chain, "bench", "Time one real proof of each kind");
    }

    template <class Settings> void add(const std::string &name, const std::string &description)
    {
        add<Settings>(app_, name, description);
    }

    template <class Settings>
    void add(CLI::App &parent, const std::string &name, const std::string &description)
    {
        CLI::App *const app = parent.add_subcommand(name, description);
        const auto settings = std::make_shared<Settings>();
        declare(*app, *settings);
        commands_.push_back({app, [settings] { return Request(*settings); }});
    }

    // "hashlane chain verify" as far as it was understood.
    std::string called() const
    {
        std::string name = "hashlane";
        for (auto chosen = app_.get_subcommands(); !chosen.empty();
             chosen = chosen.front()->get_subcommands())
            name += " " + chosen.front()->get_name();
        return name;
    }

    CLI::App app_;
    std::vector<Command> commands_;
};

} // namespace

Request parse_command_line(const std::vector<std::string> &arguments)
{
    return Program().parse(arguments);
}

} // namespace hashlane
