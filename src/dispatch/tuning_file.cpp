// SPDX-License-Identifier: MIT
#include "tuning_file.h"

#include "../system/cache_directory.h"
#include "../system/microcode.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace hashlane {
namespace {

// Ten times the longest that there can be.
constexpr std::size_t most_bytes = 1 << 16;

ReadTuning not_read(int error)
{
    if (error == ENOENT || error == ENOTDIR)
        return {};
    return {HASHLANE_NOT_VALID, std::string("cannot be read: ") + std::strerror(error), {}};
}

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
    std::FILE *const file = std::fopen(path.c_str(), "rb");
    if (file == nullptr)
        return not_read(errno);
    std::string text(most_bytes, '\0');
    text.resize(std::fread(text.data(), 1, text.size(), file));
    const int error = std::ferror(file) != 0 ? errno : 0;
    std::fclose(file);
    if (error != 0)
        return not_read(error);
    ParsedTuning parsed = parse_tuning(text, this_tuning_key());
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
