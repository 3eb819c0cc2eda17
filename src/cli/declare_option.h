// SPDX-License-Identifier: MIT
//
// What the declarations of several options share.
#ifndef HASHLANE_SRC_CLI_DECLARE_OPTION_H
#define HASHLANE_SRC_CLI_DECLARE_OPTION_H

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace hashlane {

/// Turns the text into a value, or throws a CommandError.
using TakeText = std::function<void(const std::string &text)>;

struct OptionHelp {
    const char *type;
    const char *text;
    const char *shown_default = "";
};

CLI::Option *add_option(CLI::App &app, const std::string &names, const OptionHelp &help,
                        const TakeText &take);
void add_positional(CLI::App &app, const std::string &name, const OptionHelp &help,
                    const TakeText &take);

/// --plugin, which may be repeated.
void add_plugins(CLI::App &app, std::vector<std::string> &files);

} // namespace hashlane

#endif
