// SPDX-License-Identifier: MIT
#include "command_line.h"

#include "../machine/system/lists.h"
#include "../machine/system/used_files.h"
#include "help.h"

#include "hashlane/hashlane.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <utility>

namespace hashlane::cli {
namespace {

using Words = std::vector<std::string>;

Words words_of(std::string_view text) { return machine::split(text, ' '); }

// ---- The word that was meant

constexpr std::size_t most_letters = 64; // of the words that are compared

// Optimal string alignment: rows of the table of distances between all beginnings.
std::size_t mistakes(std::string_view from, std::string_view to)
{
    std::vector<std::size_t> before, last(to.size() + 1), row(to.size() + 1);
    for (std::size_t j = 0; j <= to.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= from.size(); ++i) {
        before = std::exchange(last, row);
        row[0] = i;
        for (std::size_t j = 1; j <= to.size(); ++j) {
            const bool same = from[i - 1] == to[j - 1];
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
            if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row.back();
}

// " (did you mean 'run'?)" for "rnu", or nothing if no known word is near. An insertion, a removal,
// a replacement, and an exchange of two neighbours are one mistake each; a third of the letters may
// be mistaken. The beginning of a word is near, too: "--fil".
std::string did_you_mean(std::string_view typed, const std::vector<std::string> &known)
{
    constexpr std::size_t least_beginning = 5;
    std::size_t fewest = std::min(typed.size(), most_letters) / 3 + 1;
    const std::string *nearest = nullptr;
    if (typed.size() <= most_letters)
        for (const std::string &word : known) {
            const bool begins = typed.size() >= least_beginning && word.starts_with(typed);
            if (const std::size_t count = begins ? 0 : mistakes(typed, word); count < fewest) {
                fewest = count;
                nearest = &word;
            }
        }
    return nearest == nullptr ? "" : fmt::format(" (did you mean '{}'?)", *nearest);
}

// ---- The command

bool is_option(const std::string &word) { return word.size() > 1 && word.front() == '-'; }

const Command *find(const CommandTable &table, std::string_view name)
{
    const auto command = std::ranges::find(table.commands, name, &Command::name);
    return command == table.commands.end() ? nullptr : &*command;
}

// "create", "verify", "bench" of "chain"; of "" the names without a space.
Words names_in(const CommandTable &table, const std::string &family)
{
    const std::string prefix = family.empty() ? "" : family + ' ';
    Words names;
    for (const Command &command : table.commands) {
        const std::string_view name = command.name;
        if (name.starts_with(prefix) && name.find(' ', prefix.size()) == std::string_view::npos)
            names.emplace_back(name.substr(prefix.size()));
    }
    return names;
}

[[noreturn]] void refuse_command(const CommandTable &table, const std::string &word)
{
    if (is_option(word))
        fail("unknown option '{}'{}; see 'hashlane help'. Options of a command follow it", word,
             did_you_mean(word, {"--help", "--version"}));
    const auto hint = std::ranges::find(table.hints, word, &Synonym::word);
    if (hint != table.hints.end())
        fail("there is no command '{}': use '{}'", word, hint->meant);
    Words known = names_in(table, "");
    for (const Synonym &alias : table.aliases)
        known.emplace_back(alias.word);
    fail("unknown command '{}'{}; see 'hashlane help'", word, did_you_mean(word, known));
}

// The command of a family that the second word names; or the family itself, for its help.
const Command *find_member(const CommandTable &table, const Command &family, const Words &words)
{
    const Words names = names_in(table, family.name);
    if (words.size() < 2)
        fail("{} needs a command: {}; see 'hashlane help {}'", family.name, fmt::join(names, ", "),
             family.name);
    if (words[1] == "--help" || words[1] == "-h" || words[1] == "help")
        return &family;
    if (is_option(words[1]))
        fail("unknown option '{}'; see 'hashlane help {}'", words[1], family.name);
    const Command *const command = find(table, fmt::format("{} {}", family.name, words[1]));
    if (command == nullptr)
        fail("unknown command '{} {}'{}: {} has the commands {}", family.name, words[1],
             did_you_mean(words[1], names), family.name, fmt::join(names, ", "));
    return command;
}

// ---- Its options

bool needs_value(const CLI::Option &option) { return option.get_items_expected_min() > 0; }

[[noreturn]] void refuse_option(const CLI::App &app, const std::string &name)
{
    Words known;
    for (const CLI::Option *const option : app.get_options())
        for (const std::string &one : option->get_lnames())
            known.push_back("--" + one);
    fail("unknown option '{}'{}; see 'hashlane help {}'", name,
         name.starts_with("--") ? did_you_mean(name, known) : "", app.get_name());
}

// The last option of a word, -t of "-qt2", or the one for help. `has_value`: its value follows in
// the word.
const CLI::Option &last_option(const CLI::App &app, const std::string &word, bool &has_value)
{
    const CLI::Option *option = nullptr;
    if (word.starts_with("--")) {
        const std::string name = word.substr(0, word.find('='));
        has_value = name != word;
        option = app.get_option_no_throw(name);
        if (option == nullptr)
            refuse_option(app, name);
        return *option;
    }
    for (std::size_t i = 1; i < word.size(); ++i) {
        if (word[i] == '=' && option != nullptr)
            fail("-{} takes no value", word[i - 1]);
        const std::string name = {'-', word[i]};
        option = app.get_option_no_throw(name);
        if (option == nullptr) // of a character that is not ASCII the name would be a part
            refuse_option(app, static_cast<unsigned char>(word[i]) < 0x80 ? name : word);
        has_value = i + 1 < word.size();
        if (needs_value(*option) || option->check_lname("help"))
            break;
    }
    return *option;
}

[[noreturn]] void refuse_further(const std::string &word, const std::string &command)
{
    fail("unexpected argument '{}'; see 'hashlane help{}'", word,
         command.empty() ? "" : " " + command);
}

// CLI11 would report an unknown option with the words after it, and call a missing value
// "1 required LIST missing". Returns true if help is asked for.
bool check_options(const CLI::App &app, const Words &arguments)
{
    for (std::size_t i = 0; i < arguments.size() && arguments[i] != "--"; ++i) {
        const std::string &word = arguments[i];
        const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
        if (!is_option(word) || is_digit(word[1]))
            continue;
        bool has_value = false;
        const CLI::Option &option = last_option(app, word, has_value);
        if (option.check_lname("help"))
            return true;
        if (option.get_items_expected_max() == 0 && has_value)
            fail("{} takes no value", word.substr(0, word.find('=')));
        const bool takes_next =
            !has_value && option.get_items_expected_max() > 0 && i + 1 < arguments.size();
        if (needs_value(option) && !has_value && !takes_next)
            fail("{} needs a value; {}", word, one_line_help(option));
        // Such as a variable of the shell that is not set: no option means that.
        const std::string name = word.substr(0, word.find('='));
        if (has_value ? word == name + '=' : takes_next && arguments[i + 1].empty())
            fail("{}: its value is empty", name);
        if (needs_value(option) && takes_next)
            ++i;
    }
    return false;
}

void parse(CLI::App &app, const Words &arguments)
{
    try {
        app.parse(Words(arguments.rbegin(), arguments.rend())); // CLI11 takes them last first
    } catch (const CLI::ExtrasError &) {
        refuse_further(app.remaining().front(), app.get_name());
    } catch (const CLI::RequiredError &error) {
        const std::string name = words_of(error.what()).front(); // "FILE is required"
        fail("{} is required; {}", name, one_line_help(*app.get_option(name)));
    } catch (const CLI::ExcludesError &error) {
        const Words words = words_of(error.what()); // "--budget excludes --quick"
        fail("{} cannot be combined with {}", words.front(), words.back());
    } catch (const CLI::RequiresError &error) {
        fail("{}", error.what());
    } catch (const CLI::ArgumentMismatch &error) {
        const std::string text = error.what();
        fail("{} can be given only once", text.substr(0, text.find(':')));
    } catch (const CLI::ParseError &error) {
        fail("{}; see 'hashlane help {}'", error.what(), app.get_name());
    }
}

int run(const Command &command, const Execute &execute, const std::string &line)
{
    const auto check = [&](int code) {
        if (!machine::contains(command.outcomes, code, &Outcome::code))
            say("hashlane: internal error: the help of '{}' does not list exit code {}\n",
                command.name, code);
    };
    const machine::FilesOfCommand files;
    try {
        const int code = execute(line);
        check(code);
        return code;
    } catch (const CommandError &error) {
        check(error.code());
        throw;
    }
}

Execute show_text(std::string text)
{
    return [text = std::move(text)](const std::string & /*line*/) {
        print(text);
        return exit_ok;
    };
}

} // namespace

Execute parse_command_line(const CommandTable &table, Words arguments)
{
    const auto is_first = [&](std::initializer_list<std::string_view> words) {
        return !arguments.empty() && std::ranges::count(words, arguments.front()) != 0;
    };
    const bool wants_help = is_first({"help", "--help", "-h"});
    if (wants_help)
        arguments.erase(arguments.begin());
    const bool wants_version = !wants_help && is_first({"--version", "-V"});
    if ((wants_version || (wants_help && is_first({"all", "help"}))) && arguments.size() > 1)
        refuse_further(arguments[1], "");
    if (wants_version)
        return show_text("hashlane " HASHLANE_VERSION "\n");
    if (arguments.empty() || (wants_help && is_first({"all", "help"})))
        return show_text(overview(table, is_first({"all"})));
    std::size_t alias_arguments = 0; // words of the alias that are not the command's name
    if (const auto alias = std::ranges::find(table.aliases, arguments.front(), &Synonym::word);
        alias != table.aliases.end()) {
        const Words meant = words_of(alias->meant);
        alias_arguments = meant.size() - 1;
        arguments.erase(arguments.begin());
        arguments.insert(arguments.begin(), meant.begin(), meant.end());
    }

    const Command *command = find(table, arguments.front());
    if (command == nullptr)
        refuse_command(table, arguments.front());
    std::size_t name_words = 1;
    const bool wants_family = wants_help && arguments.size() == 1;
    if (command->declare == nullptr && !wants_family) {
        command = find_member(table, *command, arguments);
        name_words = 2;
    }
    if (command->declare == nullptr)
        return show_text(family_help(table, *command));

    CLI::App app(fmt::format("{}.", command->summary), command->name);
    app.set_help_flag();
    Execute execute = command->declare(app);
    app.option_defaults()->group(output_group);
    app.add_flag("-h,--help")->description("Show this help");
    arguments.erase(arguments.begin(), arguments.begin() + static_cast<std::ptrdiff_t>(name_words));
    if (wants_help && arguments.size() > alias_arguments)
        refuse_further(arguments.back(), command->name);
    if (wants_help || check_options(app, arguments))
        return show_text(help_of(*command, app));
    parse(app, arguments);
    return [command, execute = std::move(execute)](const std::string &line) {
        return run(*command, execute, line);
    };
}

} // namespace hashlane::cli
