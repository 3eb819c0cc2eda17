// SPDX-License-Identifier: MIT
#include "node_name.h"

#include <algorithm>
#include <cstdlib>
#include <initializer_list>

namespace hashlane {
namespace {

bool belongs_into_a_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '-' || c == '_';
}

// Neither hidden nor a folder above.
std::string as_name(std::string text)
{
    std::ranges::replace_if(text, [](char c) { return !belongs_into_a_name(c); }, '_');
    text.erase(0, text.find_first_not_of('.'));
    return text.empty() ? "_" : text;
}

std::string first_of(const Environment &environment, std::initializer_list<const char *> names)
{
    for (const char *name : names)
        if (std::string value = environment(name); !value.empty())
            return as_name(std::move(value));
    return "";
}

} // namespace

std::string environment_variable(const char *name)
{
    const char *const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

// mpirun within a job of Slurm: the ranks are MPI's, and Slurm's are those of its own daemons.
NodeName node_name(const std::string &host, const Environment &environment)
{
    NodeName name;
    name.name = first_of(environment, {"SLURMD_NODENAME"});
    if (name.name.empty())
        name.name = host.empty() ? "unknown" : as_name(host);
    name.job = first_of(environment, {"SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID", "PMIX_NAMESPACE",
                                      "OMPI_MCA_ess_base_jobid", "PMI_JOBID"});
    name.task =
        first_of(environment, {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID"});
    return name;
}

std::optional<std::string> fill_placeholders(const std::string &pattern, const NodeName &name)
{
    std::string text;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] != '%') {
            text += pattern[i];
            continue;
        }
        switch (++i < pattern.size() ? pattern[i] : '\0') {
        case 'h':
            text += name.name;
            break;
        case 'j':
            text += name.job;
            break;
        case 't':
            text += name.task;
            break;
        case '%':
            text += '%';
            break;
        default:
            return std::nullopt;
        }
    }
    return text;
}

} // namespace hashlane
