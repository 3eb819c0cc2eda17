// SPDX-License-Identifier: MIT
#include "company.h"

#include <map>

namespace hashlane {

Participant::~Participant()
{
    if (company_ == nullptr)
        return;
    if (!started_)
        company_->start.arrive_and_drop();
    have_enough();
    if (!ended_)
        company_->end.arrive_and_drop();
}

void Participant::start()
{
    started_ = true;
    if (company_ != nullptr)
        company_->start.arrive_and_wait();
}

void Participant::have_enough()
{
    if (company_ != nullptr && !enough_)
        company_->together.one_is_ready();
    enough_ = true;
}

bool Participant::all_have_enough() const
{
    return company_ == nullptr ? enough_ : company_->together.all_are_ready();
}

void Participant::end()
{
    ended_ = true;
    if (company_ != nullptr)
        company_->end.arrive_and_wait();
}

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
