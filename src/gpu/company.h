// SPDX-License-Identifier: MIT
//
// Devices that are measured at the same time, a thread each: they start together when all are
// ready, and none stops before all have enough. One that fails holds nobody up.
#ifndef HASHLANE_SRC_GPU_COMPANY_H
#define HASHLANE_SRC_GPU_COMPANY_H

#include "../measure/runner.h"
#include "chain.h"

#include <barrier>
#include <functional>
#include <variant>
#include <vector>

namespace hashlane {

/// What the devices of one company share.
struct Company {
    explicit Company(std::size_t devices)
        : start(static_cast<std::ptrdiff_t>(devices)),
          end(static_cast<std::ptrdiff_t>(devices)),
          together(devices)
    {
    }
    std::barrier<> start, end;
    Together together;
};

/// One device's part in a company, for its thread alone; or alone, where it waits for nobody.
/// When it goes, it no longer holds up the others, however far it has come.
class Participant {
public:
    Participant() = default;
    explicit Participant(Company &company) : company_(&company) {}
    ~Participant();
    Participant(const Participant &) = delete;
    Participant &operator=(const Participant &) = delete;

    /// Ready; waits until the others are. Once.
    void start();
    /// Has measured enough; may be said again.
    void have_enough();
    /// Whether all that are still there have.
    bool all_have_enough() const;
    /// Has stopped; waits until the others have, so that what follows disturbs none. Once.
    void end();

    /// The launches that its figures are of, for the sum of the company.
    std::vector<Launch> reported;

private:
    Company *company_ = nullptr;
    bool started_ = false, enough_ = false, ended_ = false;
};

/// Calls measure(index, participant) on a thread for each of `count` devices and waits for all.
/// Returns for each what it yields, or why its device failed. Another exception is thrown here.
template <class Result>
std::vector<std::variant<Result, DeviceError>>
measure_in_company(std::size_t count,
                   const std::function<Result(std::size_t, Participant &)> &measure)
{
    Company company(count);
    std::vector<std::variant<Result, DeviceError>> results(count, DeviceError("not measured"));
    on_threads(count, [&](std::size_t i) {
        Participant participant(company);
        try {
            results[i] = measure(i, participant);
        } catch (const DeviceError &error) {
            results[i] = error;
        }
    });
    return results;
}

/// Indices of devices that may run at the same time, in groups to be run one after the other. Two
/// with one PCI address are one piece of hardware behind two interfaces: they are in different
/// groups. The first group has every piece of hardware once.
std::vector<std::vector<std::size_t>> groups_at_once(const std::vector<MonitoredDevice> &devices);

} // namespace hashlane

#endif
