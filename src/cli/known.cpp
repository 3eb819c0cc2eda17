// SPDX-License-Identifier: MIT
#include "../known/published.h"
#include "../report/exporters.h"
#include "commands.h"
#include "exit_code.h"
#include "messages.h"
#include "settings.h"
#include "style.h"

#include <fmt/format.h>

namespace hashlane {
namespace {

// What a filter is held against: "sha256-chain Zen 4 fast, Windows/VS2022".
std::string text_of(const PublishedResult &result)
{
    return fmt::format("{} {} {} {} {}", result.workload, result.message, result.machine,
                       result.core, result.implementation);
}

} // namespace

int execute(const KnownSettings &settings, const std::string & /*line*/)
{
    std::vector<PublishedResult> results;
    for (const PublishedResult &result : published_results())
        if (settings.filter(text_of(result)))
            results.push_back(result);
    if (results.empty())
        throw CommandError("--filter: no published result matches");
    print(write_as(settings.output.format, known_exporters, results, style_for(settings.output)));
    return exit_ok;
}

} // namespace hashlane
