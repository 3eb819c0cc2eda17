// SPDX-License-Identifier: MIT
#include "tuning_file.h"

#include "../system/cache_directory.h"
#include "../system/open_file.h"

#include <algorithm>
#include <cstdlib>

namespace hashlane {
namespace {

// Beyond the longest that there can be: a line of 60 bytes for every kernel and kind of core.
constexpr std::size_t most_bytes = 1 << 16;

// Memory for the file's text, while it is read.
class Buffer {
public:
    Buffer() : bytes_(static_cast<char *>(std::malloc(most_bytes))) {}
    ~Buffer() { std::free(bytes_); }
    Buffer(const Buffer &) = delete;
    Buffer &operator=(const Buffer &) = delete;
    char *bytes() { return bytes_; }

private:
    char *bytes_;
};

} // namespace

TuningKey this_tuning_key()
{
    const CpuInfo &cpu = this_cpu();
    TuningKey key{"", cpu.features, microcode_revision(), HASHLANE_VERSION};
    key.cpu += cpu.brand.empty() ? "unknown" : cpu.brand.c_str();
    key.cpu += " (";
    key.cpu += cpu_identity(cpu);
    key.cpu += ")";
    return key;
}

PathText user_tuning_path()
{
    PathText path = own_cache_directory();
    if (path.empty())
        return path;
    path += '/';
    path += tuning_file_name(this_tuning_key());
    return path.overflowed() ? PathText() : path;
}

ReadTuning read_tuning(const char *path)
{
    ReadTuning read;
    OpenFile file(path, Owner::anyone);
    if (file.is_missing())
        return read;
    read.status = HASHLANE_NOT_VALID;
    Buffer buffer;
    if (buffer.bytes() == nullptr) {
        read.parsed.problem = "cannot be read: no memory is left";
        return read;
    }
    const std::size_t bytes = file.read(buffer.bytes(), most_bytes);
    if (!file.problem().empty()) {
        read.parsed.problem = "cannot be read: ";
        read.parsed.problem += file.problem();
        return read;
    }
    read.parsed = parse_tuning({buffer.bytes(), bytes}, this_tuning_key());
    if (read.parsed.problem.empty())
        read.status = HASHLANE_OK;
    return read;
}

LoadedTuning load_tuning(const char *path)
{
    const ReadTuning read = read_tuning(path);
    LoadedTuning loaded{read.status, path, read.parsed.problem, {}};
    if (loaded.status != HASHLANE_OK)
        return loaded;
    const Tuning &tuning = read.parsed.tuning;
    const auto *const section = std::ranges::find(tuning, this_core_kind(), &TuningSection::kind);
    if (section == tuning.end()) {
        loaded.status = HASHLANE_NOT_FOUND;
        return loaded;
    }
    if (!activate(measured_dispatch(section->calls))) {
        loaded.status = HASHLANE_NOT_VALID;
        loaded.problem = "cannot be used: no memory is left";
        return loaded;
    }
    loaded.section = *section;
    return loaded;
}

} // namespace hashlane
