// SPDX-License-Identifier: MIT
#include "fail_on.h"

#include <algorithm>
#include <array>

namespace hashlane::commands {
namespace {

constexpr const char *group_word = "group"; // in addition to the classes

// Returns "slow-clock": a name on the command line has no space.
std::string word_of(cluster::NodeClass node_class)
{
    std::string word = cluster::class_name(node_class);
    std::ranges::replace(word, ' ', '-');
    return word;
}

using Words = std::array<std::string, cluster::node_classes>;

// Returns the classes' words, in their order.
const Words &class_words()
{
    static const Words words = [] {
        Words all;
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i] = word_of(static_cast<cluster::NodeClass>(i));
        return all;
    }();
    return words;
}

cluster::NodeClass read_class(const std::string &name, const std::string &text)
{
    std::string word = text;
    std::ranges::replace(word, ' ', '-');
    const Words &words = class_words();
    const auto *const found = std::ranges::find(words, word);
    if (found == words.end())
        cli::refuse_name(name, text, {words.begin(), words.end()});
    return static_cast<cluster::NodeClass>(found - words.begin());
}

cluster::FailOn read_fail_on(const std::string &name, const std::string &text)
{
    cluster::FailOn fail_on{{}, false};
    for (const std::string &item : cli::items_of(text))
        if (item == group_word)
            fail_on.groups = true;
        else
            fail_on.classes.insert(read_class(name, item));
    if (fail_on.classes.contains(cluster::NodeClass::healthy))
        cli::quit("{}: a healthy node is no failure", name);
    return fail_on;
}

} // namespace

std::vector<cluster::NodeClass> read_classes(const std::string &name, const std::string &text)
{
    return cli::items_by(read_class)(name, text);
}

CLI::Option *add_fail_on(CLI::App &app, cluster::FailOn &fail_on)
{
    return cli::add_option(app, "--fail-on",
                           {"CLASSES",
                            "Exit with an error for these classes only, such as "
                            "slow-clock,one-bad-core, for 'group' (a whole group differs), "
                            "and for wrong, which always fails (default: all but healthy)"},
                           fail_on, read_fail_on);
}

cli::ExitCode exit_code_of(const cluster::FleetReport &report, const cluster::FailOn &fail_on)
{
    return static_cast<cli::ExitCode>(report.exit_code(fail_on));
}

} // namespace hashlane::commands
