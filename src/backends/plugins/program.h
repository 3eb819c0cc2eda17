// SPDX-License-Identifier: MIT
//
// Another hashlane program, whose kernels are measured in a process of it: two versions of hashlane
// in one run.
#ifndef HASHLANE_SRC_BACKENDS_PLUGINS_PROGRAM_H
#define HASHLANE_SRC_BACKENDS_PLUGINS_PROGRAM_H

#include "../../measure/runner.h"
#include "exchange.h"

#include <atomic>
#include <string>
#include <variant>
#include <vector>

namespace hashlane::backends {

/// The program's only argument where it is to measure for another. It is no command of the user's.
constexpr const char *program_host_argument = "kernel-host";

/// Runs the whole process: reads one request, answers it, and ends the process. Returns only if
/// there is no request.
void host_kernels();

/// The reason that a file is no program whose kernels can be measured: one line.
class ProgramRefused : public measure::ForeignFailure {
public:
    using measure::ForeignFailure::ForeignFailure;
};

struct Program {
    std::string path; ///< as it is started: with a '/', or found on the PATH
    double deadline_seconds = 10;
    Offer offer;
};

/// Asks a program for its kernels that can run here. Throws a ProgramRefused.
std::variant<Program, measure::Interrupted>
open_program(const std::string &path, double deadline_seconds, const std::atomic<bool> &stop);

/// Makes the job of one of its kernels. Each visit has a process of its own, which checks every
/// result as `run` does. Precondition: results::find_work() knows the job's workload.
measure::Job program_job(const Program &program, const OfferedJob &offered);

} // namespace hashlane::backends

#endif
