// SPDX-License-Identifier: MIT
//
// The benchmark of whole messages, for any hash function.
#ifndef HASHLANE_SRC_MEASURE_MESSAGE_TASK_H
#define HASHLANE_SRC_MEASURE_MESSAGE_TASK_H

#include "task.h"

namespace hashlane {

struct MessageTaskParts {
    std::string id; ///< of the code that is timed, and its lanes
    unsigned lanes;
    std::string function; ///< "sha3-256"
    std::size_t digest_bytes;
    std::size_t bytes; ///< of a message: at least digest_bytes
    HashMessages hash;
    HashMessages independent; ///< takes one message: to check against
};

/// A message in each lane, each beginning with the lane's digest before.
std::unique_ptr<Task> make_message_task(MessageTaskParts parts, std::uint32_t data_bytes);

} // namespace hashlane

#endif
