// SPDX-License-Identifier: MIT
#include "mismatch.h"

namespace hashlane {

std::string describe(const Mismatch &mismatch)
{
    std::string text = mismatch.kernel + ": wrong result in lane " + std::to_string(mismatch.lane) +
                       " at iteration " + std::to_string(mismatch.iteration);
    return mismatch.where.empty() ? text : text + " (" + mismatch.where + ")";
}

} // namespace hashlane
