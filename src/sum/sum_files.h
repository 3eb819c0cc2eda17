// SPDX-License-Identifier: MIT
//
// Sums of files: several hashed at once, on the lanes of a core and on threads, and the lines of
// the list.
#pragma once

#include "../machine/system/threads.h"
#include "algorithms.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hashlane::sum {

// ---- Files.

struct FileSum {
    std::array<std::uint8_t, most_digest_bytes> digest{}; ///< the algorithm's number of bytes
    std::string problem; ///< why there is no digest: "Permission denied"; or empty
    bool is_missing = false;
    bool is_opened = false; ///< a problem came later
};

/// Progress, for another thread to look at.
struct SumProgress {
    std::atomic<std::uint64_t> bytes = 0;
    std::atomic<std::size_t> files = 0;
};

struct SumRequest {
    const Algorithm &algorithm;
    const BlockTreeForm &form;             ///< for algorithms that are such trees
    const std::vector<std::string> &paths; ///< "-" is standard input
    machine::ThreadPool &pool;
    const std::atomic<bool> &cancel; ///< set, no other file is begun and none is read on
    SumProgress &progress;
};

/// Gives `take` each file's sum in the order of the paths, on the calling thread. False if it was
/// cancelled before the last one.
bool sum_files(const SumRequest &request,
               const std::function<void(std::size_t index, const FileSum &sum)> &take);

// ---- The lines of `hashlane sum`, which are those of sha256sum (GNU coreutils, "cksum output
// modes") or, with a prefix, those of `fsverity digest`.

struct SumLine {
    const Algorithm *algorithm;
    std::vector<std::uint8_t> digest;
    std::string path;
};

/// The format of lines.
struct LineForm {
    bool with_tag = false;        ///< "SHA256 (a.txt) = 00…" instead of "00…  a.txt"
    bool ends_zero = false;       ///< with a zero byte, and then no character of a name is escaped
    std::string_view prefix = ""; ///< "sha256:": "sha256:00… a.txt" instead of "00…  a.txt"
};

/// With its end. A path with a line's end in it is escaped, and a backslash put in front.
std::string write_sum_line(std::string_view tag, std::span<const std::uint8_t> digest,
                           const std::string &path, const LineForm &form);

/// The characters between a digest and a name, where a line has no tag: two, or one, as BSD
/// programs write it. A list has one of the two, or " a" and "a" could not be told apart.
enum class Gap { unknown, one, two };

/// A line without its end; nothing if it is none that sha256sum would read. `untagged`: of lines
/// that do not name their algorithm. `ends_zero`: as it was written. `gap`: of the lines before in
/// the list, and then of this one as well.
std::optional<SumLine> parse_sum_line(std::string_view line, const Algorithm &untagged,
                                      bool ends_zero, Gap &gap);

/// The path as it stands in a line: escaped where it has to be.
std::string escaped_path(const std::string &path);

} // namespace hashlane::sum
