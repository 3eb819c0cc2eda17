// SPDX-License-Identifier: MIT
#include "declare_option.h"

#include <CLI/CLI.hpp>

namespace hashlane {

CLI::Option *add_option(CLI::App &app, const std::string &names, const OptionHelp &help,
                        const TakeText &take)
{
    return app.add_option_function<std::string>(names, take, help.text)
        ->type_name(help.type)
        ->default_str(help.shown_default);
}

void add_positional(CLI::App &app, const std::string &name, const OptionHelp &help,
                    const TakeText &take)
{
    app.add_option_function<std::string>(name, take, help.text)->default_str(help.shown_default);
}

void add_plugins(CLI::App &app, std::vector<std::string> &files)
{
    app.add_option("--plugin", files,
                   "also the kernels of this plug-in (docs/plugins.md); may be repeated")
        ->type_name("FILE")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

} // namespace hashlane
