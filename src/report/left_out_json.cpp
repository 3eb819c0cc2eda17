// SPDX-License-Identifier: MIT
#include "left_out_json.h"

namespace hashlane {

Json skipped_json(const std::vector<Skipped> &skipped)
{
    Json json = Json::array();
    for (const Skipped &one : skipped)
        json.push_back({{"kernel", one.kernel}, {"reason", one.reason}});
    return json;
}

Json mismatches_json(const std::vector<Mismatch> &mismatches)
{
    Json json = Json::array();
    for (const Mismatch &mismatch : mismatches)
        json.push_back({{"kernel", mismatch.kernel},
                        {"lane", mismatch.lane},
                        {"iteration", mismatch.iteration},
                        {"where", mismatch.where}});
    return json;
}

} // namespace hashlane
