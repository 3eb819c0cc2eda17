// SPDX-License-Identifier: MIT
#include "result_log.h"

#include "../report/report.h"

namespace hashlane {

const Row &ResultLog::add(Row row)
{
    report_.rows.push_back(std::move(row));
    save();
    return report_.rows.back();
}

void ResultLog::add(Mismatch mismatch)
{
    report_.mismatches.push_back(std::move(mismatch));
    save();
}

void ResultLog::skip(const std::vector<Skipped> &skipped)
{
    report_.skipped.insert(report_.skipped.end(), skipped.begin(), skipped.end());
}

void ResultLog::save() const
{
    if (out_.is_wanted())
        out_.write(write_json(report_));
}

} // namespace hashlane
