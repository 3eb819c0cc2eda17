// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_CLI_RESULT_LOG_H
#define HASHLANE_SRC_CLI_RESULT_LOG_H

#include "../measure/result.h"
#include "out_file.h"

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace hashlane {

/// What a run has yielded so far. --out is rewritten with every addition, so that whatever ends the
/// program loses nothing.
class ResultLog {
public:
    ResultLog(Context context, const std::string &out_path)
        : out_(out_path), report_{std::move(context), {}, {}, {}}
    {
    }

    /// The row stays valid until the next one.
    const Row &add(Row row);

    /// Keeps so many places in a row for rows to come, and returns the first one's number.
    std::size_t reserve(std::size_t places);

    /// Puts a row into its place, or a better one in its stead. It stays valid until the next one.
    /// --out follows within a second.
    const Row &put(std::size_t place, Row row);

    /// Takes the row of that place back, if there is one: it has turned out to be wrong.
    void remove(std::size_t place);

    void add(Mismatch mismatch);
    void skip(const std::vector<Skipped> &skipped);
    void set_interrupted() { interrupted_ = true; }
    /// Something kept a row from being measured. The run goes on, and fails at its end.
    void set_failure(const std::string &reason);
    void set_energy_source(const std::string &source) { report_.context.energy_source = source; }
    /// Writes --out, if it was asked for. Where that fails, out_failure() has the reason until a
    /// later save works.
    void save();

    std::size_t next_place() const { return next_place_; }
    bool is_interrupted() const { return interrupted_; }
    const std::string &failure() const { return failure_; }         ///< the first one; or empty
    const std::string &out_failure() const { return out_failure_; } ///< of the last save; or empty
    const Report &report() const { return report_; }

private:
    std::size_t find(std::size_t place) const;
    void write_out();

    OutFile out_;
    Report report_;
    std::vector<std::size_t> places_; ///< one for each row of the report, ascending
    std::size_t next_place_ = 0;
    std::chrono::steady_clock::time_point saved_;
    bool interrupted_ = false;
    std::string failure_, out_failure_;
};

} // namespace hashlane

#endif
