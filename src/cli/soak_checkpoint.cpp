// SPDX-License-Identifier: MIT
#include "soak_checkpoint.h"

#include "../compare/json_fields.h"
#include "../core/registry.h"
#include "../gpu/chain.h"
#include "../system/cpu_list.h"
#include "exit_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace hashlane {
namespace {

constexpr unsigned schema_version = 1;
constexpr double most_exact = 9007199254740992; // 2^53

std::uint64_t whole(const JsonFields &fields, const char *key, double most = most_exact)
{
    const double number = fields.number(key);
    if (number > most || number != std::floor(number))
        fields.fail(fmt::format("'{}' is not a whole number up to {:.0f}", key, most));
    return static_cast<std::uint64_t>(number);
}

// Of what a machine has a million of at most.
std::size_t number_of(const JsonFields &fields, const char *key)
{
    return static_cast<std::size_t>(whole(fields, key, 1e6));
}

int int_of(const JsonFields &fields, const char *key)
{
    return static_cast<int>(number_of(fields, key));
}

std::vector<std::uint8_t> bytes_of(const JsonFields &fields, const char *key)
{
    const std::string text = fields.text(key);
    std::vector<std::uint8_t> bytes(text.size() / 2);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const char *const pair = text.data() + 2 * i;
        if (std::from_chars(pair, pair + 2, bytes[i], 16).ptr != pair + 2)
            fields.fail(fmt::format("'{}' is not in hexadecimal digits", key));
    }
    return bytes;
}

std::optional<double> number_if_known(const JsonFields &fields, const char *key)
{
    return fields.has_value(key) ? std::optional(fields.number(key)) : std::nullopt;
}

// "again_here": [7, 10].
void read_times(const JsonFields &fields, const char *key, unsigned &wrong, unsigned &tries)
{
    const std::vector<double> times = fields.numbers(key);
    if (times.size() != 2 || times[0] > times[1] || times[1] > 1000)
        fields.fail(fmt::format("'{}' is not how often of how many times", key));
    wrong = static_cast<unsigned>(times[0]);
    tries = static_cast<unsigned>(times[1]);
}

SoakWrong read_wrong(const JsonFields &fields)
{
    SoakWrong wrong;
    if (fields.has_value("device"))
        wrong.device = fields.text("device");
    wrong.cpu = int_of(fields, "cpu");
    wrong.core = number_of(fields, "core");
    wrong.socket = int_of(fields, "socket");
    wrong.kernel = fields.text("kernel");
    wrong.unit = fields.text("unit");
    wrong.scope = fields.text("scope");
    wrong.at_seconds = fields.number("at_seconds");
    wrong.pass = whole(fields, "pass");
    wrong.segment = number_of(fields, "segment");
    wrong.lane = number_of(fields, "lane");
    wrong.wrong_lanes = number_of(fields, "wrong_lanes");
    wrong.iterations = whole(fields, "iterations");
    wrong.start = bytes_of(fields, "start");
    wrong.expected = bytes_of(fields, "expected");
    wrong.got = bytes_of(fields, "got");
    if (wrong.expected.size() != wrong.got.size())
        fields.fail("'expected' and 'got' differ in length");
    wrong.clock_hz = number_if_known(fields, "clock_hz");
    wrong.celsius = number_if_known(fields, "celsius");
    read_times(fields, "again_here", wrong.again_here, wrong.tries_here);
    read_times(fields, "again_beside", wrong.again_beside, wrong.tries_beside);
    if (fields.has_value("neighbour"))
        wrong.neighbour = int_of(fields, "neighbour");
    return wrong;
}

SoakCore read_core(const JsonFields &fields)
{
    return {.cpu = int_of(fields, "cpu"),
            .core = number_of(fields, "core"),
            .socket = int_of(fields, "socket"),
            .idle_seconds = fields.number("idle_seconds"),
            .proven_seconds = fields.number("proven_seconds"),
            .plain_seconds = fields.number("plain_seconds"),
            .hashes = whole(fields, "hashes"),
            .wrong = whole(fields, "wrong")};
}

SoakKernel read_kernel(const JsonFields &fields)
{
    return {.kernel = fields.text("kernel"),
            .unit = fields.text("unit"),
            .visit_seconds = fields.number("seconds"),
            .hashes = whole(fields, "hashes"),
            .wrong = whole(fields, "wrong")};
}

SoakDevice read_device(const JsonFields &fields)
{
    SoakDevice device;
    device.device = fields.text("device");
    device.name = fields.text("name");
    for (const std::string &name : fields.texts("workloads")) {
        const std::optional<Workload> workload = find_workload(name);
        if (!workload || !runs_on_devices(*workload))
            fields.fail("'workloads' has one that devices do not compute");
        device.workloads.push_back(*workload);
    }
    if (device.workloads.empty())
        fields.fail("'workloads' is empty");
    device.seconds = fields.number("seconds");
    device.proven_seconds = fields.number("proven_seconds");
    device.hashes = whole(fields, "hashes");
    device.wrong = whole(fields, "wrong");
    device.failure = fields.text("failure");
    return device;
}

SoakTotals read_totals(const JsonFields &fields)
{
    SoakTotals totals;
    totals.seconds = fields.number("seconds");
    totals.passes = whole(fields, "passes");
    totals.visits_of_pass = number_of(fields, "visits_of_pass");
    totals.alone_seconds = fields.number("alone_seconds");
    totals.pinned = fields.flag("pinned");
    totals.wrong = whole(fields, "wrong_results");
    for (const JsonFields &core : fields.objects("cores"))
        totals.cores.push_back(read_core(core));
    for (const JsonFields &kernel : fields.objects("kernels"))
        totals.kernels.push_back(read_kernel(kernel));
    if (fields.has("devices")) // files of before have none
        for (const JsonFields &device : fields.objects("devices"))
            totals.devices.push_back(read_device(device));
    for (const JsonFields &wrong : fields.objects("wrong"))
        totals.found.push_back(read_wrong(wrong));
    return totals;
}

const Kernel *kernel_here(const JsonFields &fields, const std::string &id)
{
    const auto kernel = std::ranges::find(all_kernels(), id, &Kernel::id);
    if (kernel == all_kernels().end() || !is_runnable(*kernel, this_cpu_features()))
        fields.fail(fmt::format("kernel '{}' cannot run here: it is of another machine or another "
                                "hashlane",
                                id));
    return &*kernel;
}

SoakRequest read_request(const JsonFields &fields, const SoakTotals &totals)
{
    const JsonFields of = fields.object("request");
    SoakRequest request;
    request.seconds = of.number("for_seconds");
    request.passes = whole(of, "passes");
    const auto pattern = find_soak_pattern(of.text("pattern"));
    if (!pattern)
        of.fail("'pattern' is not one of steady, bursts, mixed");
    request.pattern = *pattern;
    request.visit_seconds = of.number("visit_seconds");
    const std::string seed = of.text("seed");
    if (std::from_chars(seed.data(), seed.data() + seed.size(), request.seed, 16).ptr !=
        seed.data() + seed.size())
        of.fail("'seed' is not in hexadecimal digits");
    const std::vector<int> allowed = allowed_cpus();
    for (const SoakCore &core : totals.cores) {
        if (!std::ranges::binary_search(allowed, core.cpu))
            fields.fail(fmt::format("CPU {} may not be used here", core.cpu));
        request.cpus.push_back(core.cpu);
    }
    for (const SoakKernel &kernel : totals.kernels)
        request.kernels.push_back(kernel_here(fields, kernel.kernel));
    if (request.cpus.empty() || request.kernels.empty())
        fields.fail("it has no cores or no kernels");
    return request;
}

} // namespace

SoakCheckpoint read_soak_checkpoint(const std::string &text, const std::string &path)
{
    try {
        const JsonDocument document(text, path);
        if (!document.fields().has("soak"))
            document.fields().fail("not written by 'hashlane soak'");
        const JsonFields fields = document.fields().object("soak");
        if (fields.count("schema_version") > schema_version)
            fields.fail(fmt::format("schema_version is {}, and this hashlane reads {}",
                                    fields.count("schema_version"), schema_version));
        SoakCheckpoint checkpoint;
        checkpoint.totals = read_totals(fields);
        checkpoint.request = read_request(fields, checkpoint.totals);
        checkpoint.started = fields.text("started");
        checkpoint.updated = fields.text("updated");
        checkpoint.resumed = static_cast<unsigned>(number_of(fields, "resumed"));
        checkpoint.complete = fields.flag("complete");
        return checkpoint;
    } catch (const BadFile &bad) {
        throw CommandError(fmt::format("--resume: {}", bad.what()));
    }
}

} // namespace hashlane
