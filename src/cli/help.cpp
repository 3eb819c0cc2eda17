// SPDX-License-Identifier: MIT
#include "help.h"

#include "../machine/system/lists.h"
#include "../show/svg/text.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <sstream>

namespace hashlane::cli {
namespace {

constexpr std::size_t width = 80;
constexpr std::size_t text_column = 28; // of options; a longer left side has a line of its own

std::string entry(const std::string &left, std::size_t column, const std::string &text)
{
    if (left.size() + 2 > column)
        return left + '\n' + show::wrap(text, width, std::string(column, ' '), column);
    return show::wrap(text, width, left + std::string(column - left.size(), ' '), column);
}

// ---- Options

bool takes_many(const CLI::Option &option)
{
    return option.get_positional() && option.get_items_expected_max() > 1;
}

// "    --filter REGEX", "-t, --threads N", "WORKLOAD...".
std::string left_side(const CLI::Option &option)
{
    if (option.get_positional())
        return "  " + option.get_name(true) + (takes_many(option) ? "..." : "");
    const auto &short_names = option.get_snames(), &long_names = option.get_lnames();
    std::string text = short_names.empty() ? "      " : "  -" + short_names.front();
    if (!long_names.empty())
        text += (short_names.empty() ? "--" : ", --") + long_names.front();
    const bool is_flag = option.get_items_expected_max() == 0;
    return is_flag ? text : text + " " + option.get_type_name();
}

std::string text_of(const CLI::Option &option)
{
    std::string text = option.get_description();
    if (!option.get_default_str().empty())
        text += fmt::format(" (default: {})", option.get_default_str());
    std::vector<std::string> excluded;
    for (const CLI::Option *const other : option.get_excludes())
        excluded.push_back("--" + other->get_lnames().front());
    std::ranges::sort(excluded); // they are in the order of addresses
    if (!excluded.empty())
        text += fmt::format("; not with {}", fmt::join(excluded, " or "));
    return text;
}

std::string usage_of(const CLI::App &app, const std::vector<const CLI::Option *> &options)
{
    std::string usage = fmt::format("Usage: hashlane {} [OPTIONS]", app.get_name());
    for (const CLI::Option *const option : options)
        if (option->get_positional()) {
            const std::string name = option->get_name(true) + (takes_many(*option) ? "..." : "");
            usage += option->get_required() ? " " + name : fmt::format(" [{}]", name);
        }
    return usage + '\n';
}

// A group after the other, in the order in which they begin.
std::string groups_of(const std::vector<const CLI::Option *> &options)
{
    const auto group_of = [](const CLI::Option *option) -> std::string {
        return option->get_positional() ? "Arguments" : option->get_group();
    };
    std::string text;
    for (const auto &group : machine::grouped(options, group_of)) {
        text += '\n' + group_of(group.front()) + ":\n";
        for (const CLI::Option *const option : group)
            text += entry(left_side(*option), text_column, text_of(*option));
    }
    return text;
}

// Further names of options: "--fail-over for --fail-above".
std::string other_names(const std::vector<const CLI::Option *> &options)
{
    std::vector<std::string> names;
    for (const CLI::Option *const option : options)
        for (std::size_t i = 1; i < option->get_lnames().size(); ++i)
            names.push_back(fmt::format("--{} for --{}", option->get_lnames()[i],
                                        option->get_lnames().front()));
    const std::string heading = "Other names: ";
    return names.empty()
               ? ""
               : '\n' + show::wrap(machine::joined(names), width, heading, heading.size());
}

// ---- Lists of commands

using Lines = std::vector<std::pair<std::string, std::string>>; // a name and its text

std::size_t column_for(const Lines &lines)
{
    std::size_t longest = 0;
    for (const auto &[name, text] : lines)
        longest = std::max(longest, name.size());
    return longest + 4;
}

std::string list_of(const Lines &lines, std::size_t column)
{
    std::string list;
    for (const auto &[name, text] : lines)
        list += entry("  " + name, column, text);
    return list;
}

// Names and texts of commands with their headings, in the order of the table.
std::vector<std::pair<std::string, Lines>> groups_of(const CommandTable &table, bool all)
{
    std::vector<std::pair<std::string, Lines>> groups;
    for (const Command &command : table.commands) {
        const bool is_in_family =
            std::string_view(command.name).find(' ') != std::string_view::npos;
        if (!all && (is_in_family || command.group == std::string_view(suites_group) ||
                     command.group == std::string_view(names_group)))
            continue;
        if (groups.empty() || groups.back().first != command.group)
            groups.push_back({command.group, {}});
        groups.back().second.emplace_back(command.name, command.summary);
    }
    if (all)
        for (const Synonym &alias : table.aliases)
            groups.back().second.emplace_back(alias.word,
                                              fmt::format("Same as 'hashlane {}'", alias.meant));
    return groups;
}

} // namespace

std::string overview(const CommandTable &table, bool all)
{
    std::string text = "Measures how fast a processor hashes, and verifies every result.\n"
                       "\n"
                       "Usage: hashlane COMMAND [OPTIONS]\n"
                       "       hashlane help [COMMAND | all]\n"
                       "       hashlane --version\n"
                       "\n";
    const auto groups = groups_of(table, all);
    std::size_t column = 0;
    for (const auto &[heading, lines] : groups)
        column = std::max(column, column_for(lines));
    for (const auto &[heading, lines] : groups)
        text += heading + ":\n" + list_of(lines, column);
    return text +
           (all ? "\n'hashlane help COMMAND' shows the options, exit codes and examples of a "
                  "command.\n"
                : "\n'hashlane help COMMAND' shows the options, exit codes and examples of a "
                  "command;\n'hashlane help all' also lists other names and the commands "
                  "that are\ncompatible with published benchmark suites.\n");
}

std::string family_help(const CommandTable &table, const Command &family)
{
    Lines lines;
    for (const Command &command : table.commands)
        if (std::string_view(command.name).starts_with(family.name + std::string(" ")))
            lines.emplace_back(command.name, command.summary);
    return fmt::format("{}.\n\nUsage: hashlane {} COMMAND [OPTIONS]\n\nCommands:\n{}\n"
                       "'hashlane help {} COMMAND' shows the options of a command.\n",
                       family.summary, family.name, list_of(lines, column_for(lines)), family.name);
}

std::string help_of(const Command &command, const CLI::App &app)
{
    std::vector<const CLI::Option *> options = app.get_options();
    // Options whose group is empty are hidden; those of output come last.
    std::erase_if(options, [](const CLI::Option *one) { return one->get_group().empty(); });
    std::ranges::stable_partition(
        options, [](const CLI::Option *one) { return one->get_group() != output_group; });
    std::string text = show::wrap(app.get_description(), width, "", 0) + '\n' +
                       usage_of(app, options) + groups_of(options) + other_names(options);
    std::istringstream examples(app.get_footer());
    text += "\nExamples:\n";
    for (std::string line; std::getline(examples, line);)
        text += "  " + line + '\n';
    text += "\nExit codes:\n";
    for (const Outcome &outcome : command.outcomes)
        text += entry(fmt::format("  {}", static_cast<int>(outcome.code)), 7, outcome.meaning);
    return text;
}

std::string one_line_help(const CLI::Option &option)
{
    const std::string left = left_side(option);
    return left.substr(left.find_first_not_of(' ')) + ": " + text_of(option);
}

} // namespace hashlane::cli
