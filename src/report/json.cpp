// SPDX-License-Identifier: MIT
#include "../compare/result_keys.h"
#include "context_json.h"
#include "report.h"
#include "row_json.h"

namespace hashlane {

std::string write_json(const Report &report)
{
    Json rows = Json::array(), skipped = Json::array(), mismatches = Json::array();
    for (const Row &row : report.rows)
        rows.push_back(row_json(row, rows.size()));
    for (const Skipped &one : report.skipped)
        skipped.push_back({{"kernel", one.kernel}, {"reason", one.reason}});
    for (const Mismatch &mismatch : report.mismatches)
        mismatches.push_back({{"kernel", mismatch.kernel},
                              {"lane", mismatch.lane},
                              {"iteration", mismatch.iteration},
                              {"where", mismatch.where}});
    return json_text({{result_key::context, context_json(report.context, report.rows)},
                      {result_key::benchmarks, std::move(rows)},
                      {"skipped", std::move(skipped)},
                      {"mismatches", std::move(mismatches)}});
}

} // namespace hashlane
