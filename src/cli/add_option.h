// SPDX-License-Identifier: MIT
//
// How the options of several commands are declared.
#ifndef HASHLANE_SRC_CLI_ADD_OPTION_H
#define HASHLANE_SRC_CLI_ADD_OPTION_H

#include "../report/exporter.h"
#include "option_values.h"

#include <CLI/CLI.hpp>

#include <functional>
#include <string>
#include <vector>

namespace hashlane {

using Take = std::function<void(const std::string &text)>;

struct OptionHelp {
    const char *type;
    const char *text;
    const char *shown_default = "";
};

/// `take` turns the text into a value, or throws a CommandError.
inline CLI::Option *add_option(CLI::App &app, const std::string &names, const OptionHelp &help,
                               const Take &take)
{
    return app.add_option_function<std::string>(names, take, help.text)
        ->type_name(help.type)
        ->default_str(help.shown_default);
}

/// A command has the formats in which its result can be written.
template <class Thing>
void add_output(CLI::App &app, OutputSettings &output, const Exporters<Thing> &exporters)
{
    const std::string help = format_list(formats_of(exporters));
    add_option(app, "--format", {"FORMAT", help.c_str(), "table"},
               [&](auto &text) { output.format = parse_format(text, formats_of(exporters)); });
    add_option(app, "--color", {"WHEN", "auto, always or never", "auto"},
               [&](auto &text) { output.color = parse_color(text); });
}

inline void add_filter(CLI::App &app, IdFilter &filter)
{
    add_option(app, "--filter,--benchmark_filter",
               {"REGEX", "only kernels whose id matches this regular expression"},
               [&](auto &text) { filter = IdFilter(text); });
}

inline void add_devices(CLI::App &app, DeviceRequest &devices)
{
    add_option(app, "--device", {"LIST", "compute devices: opencl:0,opencl:1, all or none", "none"},
               [&](auto &text) { devices = parse_device_request(text); });
}

/// --plugin, which may be repeated.
inline void add_plugins(CLI::App &app, std::vector<std::string> &files)
{
    app.add_option("--plugin", files,
                   "also the kernels of this plug-in (docs/plugins.md); may be repeated")
        ->type_name("FILE")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

} // namespace hashlane

#endif
