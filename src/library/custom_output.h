// SPDX-License-Identifier: MIT
//
// What the functions of sp800_185.h do alike: check arguments, end a message, write output.
#ifndef HASHLANE_SRC_LIBRARY_CUSTOM_OUTPUT_H
#define HASHLANE_SRC_LIBRARY_CUSTOM_OUTPUT_H

#include "../sha3/sp800_185.h"

namespace hashlane {

/// NULL stands for no bytes only.
inline bool is_string(const std::uint8_t *bytes, std::size_t size)
{
    return bytes != nullptr || size == 0;
}

/// ..._init(): a context that takes nothing where an argument is bad.
hashlane_status begin_custom(hashlane_custom_sponge &hash, const CustomFunction &function,
                             std::string_view name, const std::uint8_t *customization,
                             std::size_t customization_bytes);

/// ..._final() of a message whose ending is `fixed` or `unending`; leaves a context that takes
/// nothing and knows nothing.
hashlane_status finish_custom(hashlane_custom_sponge &hash, std::uint8_t *output,
                              std::size_t bytes);

/// ..._squeeze() of one whose ending is `unending`.
hashlane_status squeeze_custom(hashlane_custom_sponge &hash, std::uint8_t *output,
                               std::size_t bytes);

/// Whether it is a started message with that ending, which may have ended.
bool gives_output(const hashlane_custom_sponge &hash, Ending ending);

} // namespace hashlane

#endif
