// SPDX-License-Identifier: MIT
//
// Reads what 'hashlane run --out FILE' wrote; docs/json.md describes it.
#ifndef HASHLANE_SRC_COMPARE_RESULT_FILE_H
#define HASHLANE_SRC_COMPARE_RESULT_FILE_H

#include "../statistics/observations.h"
#include "bad_file.h"

#include <string>
#include <vector>

namespace hashlane {

class JsonDocument;

/// What makes rows of two files the same measurement. CPU numbers do not: only how many there are.
struct RowKey {
    std::string name; ///< the kernel's id, with "/sha3-256/64" behind it for a message
    std::string workload;
    unsigned threads = 1;
    unsigned cpus = 1;     ///< different ones
    std::string core_kind; ///< empty where the processor has but one
    std::string scope;     ///< of a sweep; else empty
    bool operator==(const RowKey &) const = default;

    /// The name, and the placement unless it is one thread: "sha256-chain.shani.x4, 2 threads".
    std::string label() const;
    std::string short_label() const; ///< without the workload
};

/// Whether these are cycles of the core: neither ticks nor those of a clock that the user stated.
bool are_core_cycles(const std::string &cycle_source);

/// One repetition of a measurement.
struct ResultRow {
    RowKey key;
    std::string device;        ///< and its driver; empty for the processor
    double bytes_per_hash = 0; ///< 0 for a permutation
    double cycles_per_hash = 0;
    double hashes_per_second = 0; ///< all threads together
    std::string cycle_source;
    bool trustworthy = true;
    std::string noise, noise_note;
    /// The samples that count, a stream for each thread; none where the file has none.
    std::vector<CostSeries> cycles, ns;
    /// What each visit of the row says; empty where the file has none.
    CostSeries visit_cycles, visit_ns;
};

/// Whether there is a figure to show: of some rows no sample was left.
bool has_figures(const ResultRow &row);

/// Whether it has cycles of any kind: a device's row has none, nor one where nothing counts them.
bool has_cycles(const ResultRow &row);

/// A file as a whole. Facts are what a reader should know to differ, in a fixed order.
struct ResultFile {
    struct Fact {
        std::string what; ///< "compiler"
        std::string value;
    };
    std::string path;
    std::string date;
    std::vector<Fact> facts;
    std::vector<ResultRow> rows;

    const std::string &fact(const std::string &what) const;
};

/// Throws a BadFile when it cannot be read or is no report of ours.
ResultFile read_result_file(const std::string &path);

/// The same in two steps, for who reads more of the document. Both throw a BadFile.
std::string text_of_result_file(const std::string &path);
ResultFile result_file_of(const JsonDocument &document, const std::string &path);

/// Makes one of each `runs` files in a row: their rows are then repetitions. Throws a BadFile when
/// files of one group differ in processor, devices, compiler or version.
std::vector<ResultFile> pool_files(std::vector<ResultFile> files, std::size_t runs);

} // namespace hashlane

#endif
