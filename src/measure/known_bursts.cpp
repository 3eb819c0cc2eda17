// SPDX-License-Identifier: MIT
#include "known_bursts.h"

#include "../clock/contention_burst.h"
#include "../core/cpu_features.h"
#include "../system/cache_directory.h"
#include "../system/regular_file.h"
#include "../system/replace_file.h"

#include <fmt/format.h>

#include <cctype>
#include <filesystem>
#include <sstream>

namespace hashlane {
namespace {

// Operations that a core starts in a cycle.
constexpr double narrowest = 1, widest = 16;

// Bursts repeat within this: what is less quicker is not worth a write.
constexpr double worth_keeping = 0.998;

// A word of its own, so that names of kinds can have spaces.
constexpr std::string_view only_kind = "all";

bool is_plausible(double cycles)
{
    const double width = static_cast<double>(burst_operations) / cycles;
    return width >= narrowest && width <= widest;
}

std::string text_of(const KnownBursts &bursts)
{
    std::string text;
    for (const auto &[kind, cycles] : bursts)
        text += fmt::format("{:.1f} {}\n", cycles, kind.empty() ? only_kind : kind);
    return text;
}

// Letters and digits of it: a file's name.
std::string file_name_of(const std::string &identity)
{
    std::string name = "bursts-";
    for (const char c : identity)
        name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '-';
    return name + ".txt";
}

} // namespace

std::string known_bursts_path()
{
    const std::string directory = own_cache_directory();
    return directory.empty() ? "" : directory + "/" + file_name_of(cpu_identity(this_cpu()));
}

KnownBursts read_known_bursts(const std::string &path)
{
    KnownBursts bursts;
    std::istringstream file(read_regular_file(path).text);
    std::string line;
    while (std::getline(file, line)) {
        std::istringstream words(line);
        double cycles = 0;
        std::string kind;
        if (words >> cycles >> std::ws && std::getline(words, kind) && is_plausible(cycles))
            bursts[kind == only_kind ? "" : kind] = cycles;
    }
    return bursts;
}

void keep_known_bursts(const std::string &path, const KnownBursts &learnt)
{
    if (path.empty())
        return;
    KnownBursts bursts = read_known_bursts(path);
    bool quicker = false;
    for (const auto &[kind, cycles] : learnt) {
        const auto known = bursts.find(kind);
        const bool keep = known == bursts.end() || cycles < known->second * worth_keeping;
        if (!keep || !is_plausible(cycles))
            continue;
        bursts[kind] = cycles;
        quicker = true;
    }
    if (!quicker)
        return;
    std::error_code ignored;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
    remove_abandoned_files(path);
    ignored = replace_file(path, text_of(bursts));
}

} // namespace hashlane
