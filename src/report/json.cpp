// SPDX-License-Identifier: MIT
#include "../compare/result_keys.h"
#include "context_json.h"
#include "left_out_json.h"
#include "report.h"
#include "row_json.h"

namespace hashlane {

std::string write_json(const Report &report)
{
    Json rows = Json::array();
    for (const Row &row : report.rows)
        rows.push_back(row_json(row, rows.size()));
    return json_text({{result_key::context, context_json(report.context, report.rows)},
                      {result_key::benchmarks, std::move(rows)},
                      {result_key::skipped, skipped_json(report.skipped)},
                      {result_key::mismatches, mismatches_json(report.mismatches)}});
}

} // namespace hashlane
