// SPDX-License-Identifier: MIT
#include "tuning_file.h"

#include "../system/cache_directory.h"
#include "../system/microcode.h"
#include "../system/regular_file.h"

#include <algorithm>

namespace hashlane {
namespace {

// Ten times the longest that there can be.
constexpr std::size_t most_bytes = 1 << 16;

} // namespace

TuningKey this_tuning_key()
{
    const CpuInfo &cpu = this_cpu();
    const std::string brand = cpu.brand.empty() ? "unknown" : cpu.brand;
    return {brand + " (" + cpu_identity(cpu) + ")", cpu.features, microcode_revision(),
            HASHLANE_VERSION};
}

std::string user_tuning_path()
{
    const std::string directory = own_cache_directory();
    return directory.empty() ? "" : directory + "/" + tuning_file_name(this_tuning_key());
}

ReadTuning read_tuning(const std::string &path)
{
    const FileContent file = read_regular_file(path, Owner::anyone, most_bytes);
    if (file.is_missing)
        return {};
    if (!file.problem.empty())
        return {HASHLANE_NOT_VALID, "cannot be read: " + file.problem, {}};
    ParsedTuning parsed = parse_tuning(file.text, this_tuning_key());
    if (!parsed.problem.empty())
        return {HASHLANE_NOT_VALID, std::move(parsed.problem), {}};
    return {HASHLANE_OK, "", std::move(parsed.tuning)};
}

LoadedTuning load_tuning(const std::string &path)
{
    ReadTuning read = read_tuning(path);
    LoadedTuning loaded{read.status, path, std::move(read.problem), {}};
    if (loaded.status != HASHLANE_OK)
        return loaded;
    const auto section = std::ranges::find(read.tuning, this_core_kind(), &TuningSection::kind);
    if (section == read.tuning.end()) {
        loaded.status = HASHLANE_NOT_FOUND;
        return loaded;
    }
    activate(measured_dispatch(section->calls));
    loaded.section = std::move(*section);
    return loaded;
}

} // namespace hashlane
