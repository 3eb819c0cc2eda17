// SPDX-License-Identifier: MIT
#include "plugins.h"

#include "../plugins/load.h"
#include "../system/child_process.h"
#include "../system/interrupt.h"
#include "benchmark_messages.h"
#include "exit_code.h"
#include "parse.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace hashlane {
namespace {

constexpr double default_deadline_seconds = 10;
constexpr double most_deadline_seconds = 86400;

double deadline_seconds()
{
    constexpr const char *variable = "HASHLANE_PLUGIN_DEADLINE";
    const char *const text = std::getenv(variable);
    return text == nullptr ? default_deadline_seconds
                           : parse_positive(variable, text, most_deadline_seconds, "s");
}

PluginFile open_one(const std::string &path)
try {
    auto opened = open_plugin(path, deadline_seconds(), interrupted());
    if (auto *const file = std::get_if<PluginFile>(&opened))
        return std::move(*file);
    throw CommandError("interrupted before anything was measured", exit_interrupted);
} catch (const PluginRefused &refused) {
    throw CommandError(fmt::format("--plugin: '{}': {}", path, refused.what()));
}

void require_own_id(const Plugins &plugins, const PluginChoice &added)
{
    const auto same = std::ranges::find(plugins.kernels, added.id(), &PluginChoice::id);
    if (same != plugins.kernels.end())
        throw CommandError(fmt::format("--plugin: '{}' and '{}' both have a kernel {}; give one of "
                                       "them another name",
                                       same->file.path, added.file.path, added.id()));
}

} // namespace

std::string Plugins::failure() const
{
    return failed.empty() ? "" : failed.front().kernel + ": " + failed.front().reason;
}

std::vector<Job> jobs_of(const PluginChoice &choice)
{
    if (choice.described().workload != Workload::sha3)
        return {plugin_job(choice.file, choice.kernel, std::nullopt)};
    std::vector<Job> jobs;
    for (const std::size_t bytes : benchmark_message_bytes)
        jobs.push_back(
            plugin_job(choice.file, choice.kernel, MessageShape{HASHLANE_SHA3_256, bytes}));
    return jobs;
}

Plugins open_plugins(const std::vector<std::string> &paths, const IdFilter &finds)
{
    Plugins plugins;
    if (paths.empty())
        return plugins;
    if (!has_child_processes())
        throw CommandError(
            "--plugin: plug-ins need Linux, where they run in a process of their own", exit_absent);
    watch_interrupts();
    for (const std::string &path : paths) {
        PluginFile file;
        try {
            file = open_one(path);
        } catch (const ForeignFailure &failure) {
            plugins.failed.push_back({path, failure.what()});
            continue;
        }
        for (std::size_t i = 0; i < file.kernels.size(); ++i) {
            PluginChoice choice{file, i};
            if (!finds(choice.id()))
                continue;
            require_own_id(plugins, choice);
            if (choice.described().supported)
                plugins.kernels.push_back(std::move(choice));
            else
                plugins.skipped.push_back({choice.id(), "says that it cannot run here"});
        }
    }
    return plugins;
}

} // namespace hashlane
