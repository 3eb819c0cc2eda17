// SPDX-License-Identifier: MIT
#include "custom_output.h"

#include "../compiler/wipe.h"
#include "single_absorb.h"

namespace hashlane {

hashlane_status begin_custom(hashlane_custom_sponge &hash, const CustomFunction &function,
                             std::string_view name, const std::uint8_t *customization,
                             std::size_t customization_bytes)
{
    if (function.plain == nullptr || !is_string(customization, customization_bytes)) {
        hash = {};
        return HASHLANE_BAD_ARGUMENT;
    }
    const auto *letters = reinterpret_cast<const std::uint8_t *>(name.data());
    custom_init(hash, function, single_absorb(), {letters, name.size()},
                {customization, customization_bytes});
    return HASHLANE_OK;
}

bool gives_output(const hashlane_custom_sponge &hash, Ending ending)
{
    return hash.ending == static_cast<std::uint32_t>(ending) && is_usable(hash.sponge);
}

hashlane_status finish_custom(hashlane_custom_sponge &hash, std::uint8_t *output, std::size_t bytes)
{
    if (!takes_message(hash) || !is_string(output, bytes))
        return HASHLANE_BAD_ARGUMENT;
    end_custom_message(hash, single_absorb(), bytes);
    sponge_squeeze(hash.sponge, single_absorb(), {output, bytes});
    wipe(&hash, sizeof hash);
    return HASHLANE_OK;
}

hashlane_status squeeze_custom(hashlane_custom_sponge &hash, std::uint8_t *output,
                               std::size_t bytes)
{
    if (!gives_output(hash, Ending::unending) || !is_string(output, bytes))
        return HASHLANE_BAD_ARGUMENT;
    if (!hash.sponge.squeezing)
        end_custom_message(hash, single_absorb(), 0);
    sponge_squeeze(hash.sponge, single_absorb(), {output, bytes});
    return HASHLANE_OK;
}

} // namespace hashlane
