// SPDX-License-Identifier: MIT
//
// What the commands of `hashlane chain` share.
#ifndef HASHLANE_SRC_CLI_CHAIN_SHARED_H
#define HASHLANE_SRC_CLI_CHAIN_SHARED_H

#include "chain_settings.h"
#include "devices.h"
#include "exit_code.h"

#include <filesystem>
#include <vector>

namespace hashlane {

inline double mega_hashes(std::uint64_t hashes, double seconds)
{
    return seconds > 0 ? static_cast<double>(hashes) / seconds / 1e6 : 0;
}

/// Ends the command where none of those that are asked for is there; says which are missing.
std::vector<Device *> devices_of(const FoundDevices &found, const DeviceRequest &request);

/// A BadProof is the user's to mend.
template <class Function> int with_proof_errors(const Function &function)
{
    try {
        return function();
    } catch (const BadProof &error) {
        throw CommandError(error.what());
    } catch (const std::filesystem::filesystem_error &error) {
        throw CommandError(error.what());
    }
}

} // namespace hashlane

#endif
