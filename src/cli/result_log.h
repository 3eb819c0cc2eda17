// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_CLI_RESULT_LOG_H
#define HASHLANE_SRC_CLI_RESULT_LOG_H

#include "../measure/result.h"
#include "out_file.h"

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
    void add(Mismatch mismatch);
    void skip(const std::vector<Skipped> &skipped);
    void set_interrupted() { interrupted_ = true; }
    void set_energy_source(const std::string &source) { report_.context.energy_source = source; }
    /// Writes --out, if it was asked for.
    void save() const;

    bool is_interrupted() const { return interrupted_; }
    const Report &report() const { return report_; }

private:
    OutFile out_;
    Report report_;
    bool interrupted_ = false;
};

} // namespace hashlane

#endif
