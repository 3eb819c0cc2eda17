// SPDX-License-Identifier: MIT
//
// Files hashed at once: small ones on the lanes of a core, large ones on threads.
#ifndef HASHLANE_SRC_SUM_SUM_FILES_H
#define HASHLANE_SRC_SUM_SUM_FILES_H

#include "algorithm.h"

#include <array>
#include <atomic>
#include <functional>
#include <string>
#include <vector>

namespace hashlane {

struct FileSum {
    std::array<std::uint8_t, most_digest_bytes> digest{}; ///< the algorithm's number of bytes
    std::string problem; ///< why there is no digest: "Permission denied"; or empty
    bool is_missing = false;
};

/// How far it is, for another thread to look at.
struct SumProgress {
    std::atomic<std::uint64_t> bytes = 0;
    std::atomic<std::size_t> files = 0;
};

struct SumRequest {
    const Algorithm &algorithm;
    const std::vector<std::string> &paths; ///< "-" is standard input
    ThreadPool &pool;
    const std::atomic<bool> &cancel; ///< set, no other file is begun and none is read on
    SumProgress &progress;
};

/// Gives `take` each file's sum in the order of the paths, on the calling thread. False if it was
/// cancelled before the last one.
bool sum_files(const SumRequest &request,
               const std::function<void(std::size_t index, const FileSum &sum)> &take);

} // namespace hashlane

#endif
