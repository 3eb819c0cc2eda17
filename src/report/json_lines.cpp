// SPDX-License-Identifier: MIT
#include "json_lines.h"

#include "../compare/result_keys.h"
#include "context_json.h"
#include "left_out_json.h"
#include "row_json.h"

namespace hashlane {

namespace key = result_key;

std::string context_line(const Context &context)
{
    return json_line({{key::context, context_json(context, {})}});
}

std::string row_line(const Row &row, std::size_t place, bool is_final)
{
    return json_line(
        {{key::place, place}, {key::final, is_final}, {key::row, row_json(row, place)}});
}

std::string withdrawal_line(std::size_t place)
{
    return json_line({{key::place, place}, {key::final, true}, {key::row, nullptr}});
}

std::string end_line(const Report &report)
{
    return json_line({{key::skipped, skipped_json(report.skipped)},
                      {key::mismatches, mismatches_json(report.mismatches)}});
}

} // namespace hashlane
