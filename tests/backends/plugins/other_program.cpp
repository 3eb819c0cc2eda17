// SPDX-License-Identifier: MIT
//
// Stands for another hashlane program: its kernel costs 100 cycles, or what the name that it is
// called by says, on any machine.
#include "backends/plugins/plugin.h"
#include "machine/system/child_process.h"

#include <cstdlib>
#include <filesystem>
#include <string>

namespace hashlane {
namespace {

constexpr double hz = 3e9, sample_ns = 1e6;

backends::OfferedJob job(const std::string &name)
{
    return {"sha256-chain", name, name, "sha256-chain", 1, std::nullopt};
}

backends::Offer offer(const std::string &self)
{
    return {"0.9." + self,
            "a compiler",
            "",
            "release",
            {job("sha256-chain.both.x1"), job("sha256-chain." + self + ".x1")}};
}

// Visits differ by up to 0.2 %.
measure::Visit visit(const measure::VisitRequest &request, double cycles)
{
    cycles *= 1 + 0.002 * request.layout.data_bytes / 65536;
    measure::Sample sample;
    sample.iterations = static_cast<std::uint64_t>(sample_ns * hz / 1e9 / cycles);
    const double of_sample = cycles * static_cast<double>(sample.iterations);
    sample.interval = {of_sample / hz * 1e9, of_sample, hz, 0, true};
    sample.end_ns = sample.interval.ns;
    measure::ThreadSamples thread;
    thread.samples.taken.assign(11, sample);
    thread.samples.iterations_per_sample = sample.iterations;
    measure::Visit visit;
    visit.threads.assign(request.cpus.size(), thread);
    visit.clocks.assign(request.cpus.size(), {machine::CycleSource::chain, ""});
    visit.pinned = true;
    return visit;
}

backends::ProgramAnswer answer(const std::string &self, const backends::ProgramRequest &request)
{
    const auto *const asked = std::get_if<backends::VisitJobRequest>(&request);
    if (asked == nullptr)
        return offer(self);
    if (self == "dies_later")
        std::abort();
    if (self == "lies")
        return results::Mismatch{asked->job, 0, 7, ""};
    if (self == "empty")
        return measure::Visit{};
    return visit(asked->visit, self == "slower" ? 105 : self == "faster" ? 95 : 100);
}

} // namespace
} // namespace hashlane

int main(int argc, char **argv)
{
    using namespace hashlane;
    if (argc != 2 || argv[1] != std::string(backends::program_host_argument))
        return 1;
    const std::string self = std::filesystem::path(argv[0]).filename().string();
    machine::answer_parent([&](const std::string &request) {
        std::string bytes = backends::written<backends::ProgramAnswer>(
            answer(self, backends::read<backends::ProgramRequest>(request)));
        if (self == "newer")
            bytes.front() = static_cast<char>(backends::program_wire_version + 1);
        if (self == "forges")
            bytes.resize(bytes.size() - 1);
        return bytes;
    });
    return 1;
}
