// SPDX-License-Identifier: MIT
#include "command_line.h"

#include "messages.h"

#include "hashlane/hashlane.h"

#include <CLI/CLI.hpp>

#include <utility>

namespace hashlane::cli {
namespace {

constexpr const char *footer =
    "'hashlane COMMAND --help' lists the options of a command.\n"
    "Exit codes: 0 success, 1 usage or internal error, 2 wrong digest,\n"
    "3 kernel, device or browser absent, 4 untrustworthy (--strict),\n"
    "5 regression (compare) or a node to be looked at (fleet), 130 interrupted.";

// "hashlane chain verify" as far as it was understood.
std::string called(const CLI::App &app)
{
    std::string name = "hashlane";
    for (auto chosen = app.get_subcommands(); !chosen.empty();
         chosen = chosen.front()->get_subcommands())
        name += " " + chosen.front()->get_name();
    return name;
}

CLI::App &add(CLI::App &app, const Command &command)
{
    const std::string name = command.name;
    const std::size_t space = name.find(' ');
    CLI::App &parent =
        space == std::string::npos ? app : *app.get_subcommand(name.substr(0, space));
    return *parent.add_subcommand(name.substr(space + 1), command.summary);
}

} // namespace

Request parse_command_line(std::span<const Command> commands,
                           const std::vector<std::string> &arguments)
{
    CLI::App app("Measures how fast a processor really hashes, and proves each result.",
                 "hashlane");
    app.set_version_flag("--version", "hashlane " HASHLANE_VERSION);
    app.require_subcommand(0, 1);
    app.footer(footer);
    std::vector<std::pair<CLI::App *, Execute>> declared;
    for (const Command &command : commands) {
        CLI::App &added = add(app, command);
        if (command.declare == nullptr)
            added.require_subcommand(1);
        else
            declared.emplace_back(&added, command.declare(added));
    }
    try {
        // CLI11 takes them last first.
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    } catch (const CLI::CallForHelp &) {
        return ShowText{app.help()};
    } catch (const CLI::CallForVersion &version) {
        return ShowText{std::string(version.what()) + "\n"};
    } catch (const CLI::ExtrasError &) {
        quit("not expected here: {}; '{} --help' lists what is",
             fmt::join(app.remaining(true), " "), called(app));
    } catch (const CLI::ParseError &error) {
        quit("{}; '{} --help' lists what there is", error.what(), called(app));
    }
    for (const auto &[command, execute] : declared)
        if (command->parsed())
            return execute;
    return ShowText{app.help()};
}

} // namespace hashlane::cli
