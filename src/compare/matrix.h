// SPDX-License-Identifier: MIT
//
// Kernels against files: the way this field reports compilers and machines.
#ifndef HASHLANE_SRC_COMPARE_MATRIX_H
#define HASHLANE_SRC_COMPARE_MATRIX_H

#include "series.h"

#include <optional>
#include <string>
#include <vector>

namespace hashlane {

struct Matrix {
    struct Cell {
        double hashes_per_second = 0;          ///< all threads together
        std::optional<double> cycles_per_hash; ///< of the core; of one thread
        bool trustworthy = true;

        /// The rate of all `threads` at 0.1 GHz.
        std::optional<double> hashes_per_second_at_tenth_ghz(unsigned threads) const;
    };
    struct Line {
        RowKey key;
        double bytes_per_hash = 0;
        std::vector<std::optional<Cell>> cells; ///< one a file; nothing where it has no such row
    };
    std::vector<std::string> paths;
    std::vector<std::string> labels; ///< what distinguishes each file from the others
    std::vector<Line> lines;         ///< in the order in which they first appear in a file
};

/// What distinguishes each file from the others.
std::vector<std::string> distinct_labels(const std::vector<const ResultFile *> &files);

/// Labels are the compilers, or else the processors, or else the names of the files, whichever
/// differs between all of them.
Matrix make_matrix(const std::vector<ResultFile> &files);

} // namespace hashlane

#endif
