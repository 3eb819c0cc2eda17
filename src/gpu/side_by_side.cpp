// SPDX-License-Identifier: MIT
#include "side_by_side.h"

#include <map>

namespace hashlane {

std::vector<std::vector<std::size_t>> groups_at_once(const std::vector<MonitoredDevice> &devices)
{
    std::map<std::string, std::size_t> times_seen;
    std::vector<std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < devices.size(); ++i) {
        const std::string &address = devices[i].device->facts().pci_address;
        const std::size_t group = address.empty() ? 0 : times_seen[address]++;
        if (group >= groups.size())
            groups.resize(group + 1);
        groups[group].push_back(i);
    }
    return groups;
}

} // namespace hashlane
