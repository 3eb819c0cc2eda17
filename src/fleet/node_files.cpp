// SPDX-License-Identifier: MIT
#include "node_files.h"

#include "../compare/result_file.h"
#include "../system/printable.h"
#include "../system/thread_pool.h"
#include "read_node.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

namespace hashlane {
namespace {

namespace fs = std::filesystem;

// A machine of 4,096 CPUs has a few megabytes.
constexpr std::uintmax_t most_bytes = std::uintmax_t{64} << 20;

std::string shown(const fs::path &path) { return printable(path.string()); }

std::string node_of(const fs::path &path)
{
    const std::string stem = path.stem().string();
    return is_node_name(stem) ? stem : "";
}

// What is read, each file once.
class Listing {
public:
    explicit Listing(NodeFiles &files) : files_(files) {}

    void add(const fs::path &path)
    {
        std::error_code error;
        if (fs::is_directory(path, error))
            add_folder(path);
        else
            add_file(path);
    }

    const std::vector<fs::path> &paths() const { return paths_; }

private:
    void add_file(const fs::path &path)
    {
        std::error_code error;
        const fs::path real = fs::weakly_canonical(path, error);
        if (seen_.insert(error ? path : real).second)
            paths_.push_back(path);
    }

    void add_folder(const fs::path &folder)
    {
        std::error_code error;
        std::vector<fs::path> found, others;
        for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
             entry.increment(error)) {
            const bool is_result = entry->path().extension() == ".json" &&
                                   !entry->path().filename().string().starts_with('.');
            (is_result ? found : others).push_back(entry->path());
        }
        if (error)
            files_.bad.push_back(
                {fmt::format("cannot read '{}': {}", shown(folder), error.message()), ""});
        std::ranges::sort(found);
        for (const fs::path &path : found)
            add_file(path);
        if (!others.empty())
            files_.remarks.push_back(fmt::format(
                "'{}': {} left alone: '{}'{}", shown(folder),
                others.size() == 1
                    ? "an entry whose name does not end in .json is"
                    : fmt::format("{} entries whose names do not end in .json are", others.size()),
                printable(std::ranges::min(others).filename().string()),
                others.size() == 1 ? "" : ", …"));
    }

    NodeFiles &files_;
    std::vector<fs::path> paths_;
    std::set<fs::path> seen_;
};

// What one file came to: a node, or why there is none.
struct Reading {
    NodeFile node;
    BadNodeFile bad;
};

void read(const fs::path &path, Reading &reading)
{
    std::error_code error;
    if (fs::status(path, error).type() == fs::file_type::not_found)
        throw BadFile(fmt::format("'{}' is not there", shown(path)));
    if (const auto bytes = fs::file_size(path, error); !error && bytes > most_bytes)
        throw BadFile(
            fmt::format("'{}': {} bytes are too many for a node file", shown(path), bytes));
    std::string text;
    try {
        text = text_of_result_file(path.string());
    } catch (const BadFile &bad) {
        // It is there, and nobody knows what it says.
        throw CutFile(bad.what());
    }
    reading.node = node_file_of(text, path.string());
}

void read_or_say_why(const fs::path &path, Reading &reading) noexcept
try {
    try {
        read(path, reading);
    } catch (const CutFile &cut) {
        reading.bad = {cut.what(), node_of(path)};
    } catch (const BadFile &bad) {
        reading.bad = {bad.what(), ""};
    }
} catch (const std::exception &) {
    reading.bad = {"'" + shown(path) + "': too little memory to read it", node_of(path)};
}

} // namespace

NodeFiles read_node_files(const std::vector<std::string> &paths, ThreadPool &pool)
{
    NodeFiles files;
    Listing listing(files);
    for (const std::string &path : paths)
        listing.add(path);
    std::vector<Reading> readings(listing.paths().size());
    pool.run(readings.size(), [&](std::size_t index, std::size_t) {
        read_or_say_why(listing.paths()[index], readings[index]);
    });
    for (Reading &reading : readings)
        if (reading.bad.problem.empty())
            files.nodes.push_back(std::move(reading.node));
        else
            files.bad.push_back(std::move(reading.bad));
    return files;
}

} // namespace hashlane
