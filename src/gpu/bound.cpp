// SPDX-License-Identifier: MIT
#include "bound.h"

#include <algorithm>
#include <string_view>

namespace hashlane {
namespace {

// 32-bit operations a unit, by the pipe that takes them.
struct Operations {
    double logic;     // three-input logic, rotations, shifts: LOP3, SHF
    double additions; // of two numbers: IMAD, with a multiplier of one
};

std::optional<Operations> operations_of(Workload workload)
{
    switch (workload) {
    case Workload::sha256_chain:
        return Operations{974, 565};
    case Workload::keccak_chain:
        return Operations{4152, 0};
    case Workload::sha3:
    case Workload::sha256:
    case Workload::sha256_nodes:
    case Workload::sha256_salted:
        break;
    }
    return std::nullopt;
}

// 32-bit results a clock and multiprocessor. Four schedulers issue an instruction of 32 lanes each;
// the pipes beside them take 16 lanes. NVIDIA, CUDA C++ Best Practices Guide 13, "Throughput of
// Native Arithmetic Instructions": logic, shifts and multiplications all 64.
constexpr double logic_rate = 64;
constexpr double addition_rate = 64;
constexpr double issue_rate = 128;

constexpr std::string_view architectures[] = {"sm_75", "sm_80",  "sm_86",  "sm_87",  "sm_89",
                                              "sm_90", "sm_100", "sm_103", "sm_120", "sm_121"};

} // namespace

std::optional<double> device_bound_cycles_per_unit(const DeviceFacts &facts, Workload workload)
{
    const auto operations = operations_of(workload);
    if (!operations || facts.compute_units == 0 ||
        std::ranges::find(architectures, facts.architecture) == std::end(architectures))
        return std::nullopt;
    const double cycles =
        std::max({operations->logic / logic_rate, operations->additions / addition_rate,
                  (operations->logic + operations->additions) / issue_rate});
    return cycles / facts.compute_units;
}

} // namespace hashlane
