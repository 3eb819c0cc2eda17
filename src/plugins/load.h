// SPDX-License-Identifier: MIT
//
// A plug-in in the process that runs it: opened, checked, called.
#ifndef HASHLANE_SRC_PLUGINS_LOAD_H
#define HASHLANE_SRC_PLUGINS_LOAD_H

#include "exchange.h"

#include "hashlane/plugin.h"

#include <functional>
#include <string>
#include <vector>

namespace hashlane {

/// Why a file is no plug-in that can be used: one line.
class PluginRefused : public ForeignFailure {
public:
    using ForeignFailure::ForeignFailure;
};

/// The kernels of a file, of which there is one at least. It stays loaded until the process ends.
/// Throws a PluginRefused.
std::vector<const hashlane_plugin *> load_plugin(const std::string &file);

/// The same of kernels that are here: the first one and those that it leads to.
std::vector<const hashlane_plugin *> checked_kernels(const hashlane_plugin *first);

Workload workload_of(const hashlane_plugin &kernel);

/// What it says of itself. Throws a PluginRefused where it counts unknown instructions.
PluginKernel describe(const hashlane_plugin &kernel);

/// Advances the lanes of `data`, which lie one after the other, in place.
using Advance = std::function<void(std::uint8_t *data, std::uint64_t iterations)>;

/// Precondition: `message` is there for sha3, and only there.
Advance advance_with(const hashlane_plugin &kernel, const std::optional<MessageShape> &message);

} // namespace hashlane

#endif
