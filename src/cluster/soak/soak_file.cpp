// SPDX-License-Identifier: MIT
#include "soak.h"

#include "../../backends/gpu/chain.h"
#include "../../lib/core/registry.h"
#include "../../machine/system/cpus.h"
#include "../../machine/system/lists.h"
#include "../../machine/system/text.h"
#include "../../results/fields.h"
#include "hashlane/hashlane.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace hashlane::cluster {
namespace {

constexpr unsigned schema_version = 1;

constexpr auto names_of = [](const std::vector<Workload> &workloads) {
    return machine::each(workloads, workload_name);
};

std::vector<Workload> read_workloads(const results::JsonFields &fields, const char *key)
{
    std::vector<Workload> workloads;
    for (const std::string &name : fields.texts(key)) {
        const std::optional<Workload> workload = find_workload(name);
        if (!workload || !facts_of(*workload).runs_on_devices)
            fields.fail(fmt::format("'{}' has a workload that devices do not compute", key));
        workloads.push_back(*workload);
    }
    if (workloads.empty())
        fields.fail(fmt::format("'{}' is empty", key));
    return workloads;
}

std::vector<std::uint8_t> read_hex(const results::JsonFields &fields, const char *key)
{
    const std::string text = fields.text(key);
    const auto bytes = machine::parse_hex(text);
    if (!bytes && !text.empty())
        fields.fail(fmt::format("'{}' is not in hexadecimal digits", key));
    return bytes.value_or(std::vector<std::uint8_t>());
}

constexpr auto kernel_fields = [](auto &file, auto &kernel) {
    file("kernel", kernel.kernel);
    file("unit", kernel.unit);
    file("seconds", kernel.visit_seconds);
    file("hashes", kernel.hashes);
    file("wrong", kernel.wrong);
};

constexpr auto device_fields = [](auto &file, auto &device) {
    file("device", device.device);
    file("name", device.name);
    file.custom("workloads", device.workloads, names_of, read_workloads);
    file("seconds", device.seconds);
    file.derived("proven_share", [&] { return device.proven_share(); });
    file("proven_seconds", device.proven_seconds);
    file("hashes", device.hashes);
    file("wrong", device.wrong);
    file("failure", device.failure);
};

constexpr auto wrong_fields = [](auto &file, auto &wrong) {
    file.text_if_any("device", wrong.device);
    file.count_up_to_a_million("cpu", wrong.cpu);
    file.count_up_to_a_million("core", wrong.core);
    file.count_up_to_a_million("socket", wrong.socket);
    file("kernel", wrong.kernel);
    file("unit", wrong.unit);
    file("scope", wrong.scope);
    file("at_seconds", wrong.at_seconds);
    file("pass", wrong.pass);
    file.count_up_to_a_million("segment", wrong.segment);
    file.count_up_to_a_million("lane", wrong.lane);
    file.count_up_to_a_million("wrong_lanes", wrong.wrong_lanes);
    file("iterations", wrong.iterations);
    file.custom("start", wrong.start, machine::hex_text, read_hex);
    file.custom("expected", wrong.expected, machine::hex_text, read_hex);
    file.custom("got", wrong.got, machine::hex_text, read_hex);
    file.derived("differing_bits", [&] { return differing_bits(wrong).size(); });
    file("clock_hz", wrong.clock_hz);
    file.with_sign("celsius", wrong.celsius);
    file.times("again_here", wrong.again_here, wrong.tries_here);
    file.count_up_to_a_million("neighbour", wrong.neighbour);
    file.times("again_beside", wrong.again_beside, wrong.tries_beside);
};

constexpr auto soak_fields = [](auto &file, auto &checkpoint) {
    auto &totals = checkpoint.totals;
    const auto core_fields = [&](auto &element, auto &core) {
        element.count_up_to_a_million("cpu", core.cpu);
        element.count_up_to_a_million("core", core.core);
        element.count_up_to_a_million("socket", core.socket);
        element.derived("proven_share", [&] { return totals.proven_share(core); });
        element("proven_seconds", core.proven_seconds);
        element("plain_seconds", core.plain_seconds);
        element("idle_seconds", core.idle_seconds);
        element("hashes", core.hashes);
        element("wrong", core.wrong);
        element("visits", core.visits);
    };
    file.derived("schema_version", [] { return schema_version; });
    file.derived("version", [] { return HASHLANE_VERSION; });
    file("started", checkpoint.started);
    file("updated", checkpoint.updated);
    file.count_up_to_a_million("resumed", checkpoint.resumed);
    file("complete", checkpoint.complete);
    file.derived("request", [&] { return soak_request_json(checkpoint.request); });
    file("seconds", totals.seconds);
    file("passes", totals.passes);
    file.count_up_to_a_million("visits_of_pass", totals.visits_of_pass);
    file("alone_seconds", totals.alone_seconds);
    file("pinned", totals.pinned);
    file.derived("proven_share", [&] { return totals.proven_share(); });
    file.derived("rate_share", [&] { return totals.rate_share(); });
    file("wrong_results", totals.wrong);
    file.derived("not_reached", [&] { return totals.not_reached(); });
    file.list("cores", totals.cores, core_fields);
    file.list("kernels", totals.kernels, kernel_fields);
    if (file.has("devices")) // older files have none
        file.list("devices", totals.devices, device_fields);
    file.list("wrong", totals.found, wrong_fields);
};

double number_within(const results::JsonFields &fields, const char *key, double least, double most)
{
    const double number = fields.number(key);
    if (number < least || number > most)
        fields.fail(fmt::format("'{}' is not a number from {} to {}", key, least, most));
    return number;
}

// A file has the limits of the options.
SoakRequest read_request(const results::JsonFields &fields, const SoakTotals &totals)
{
    const results::JsonFields of = fields.object("request");
    SoakRequest request;
    request.seconds = number_within(of, "for_seconds", 0, most_requested_seconds);
    results::FieldReader{of}("passes", request.passes);
    const auto *const pattern =
        std::ranges::find(soak_patterns, of.text("pattern"), soak_pattern_name);
    if (pattern == std::end(soak_patterns))
        of.fail("'pattern' is not one of steady, bursts, mixed");
    request.pattern = *pattern;
    request.visit_seconds = number_within(of, "visit_seconds", cluster::least_visit_seconds,
                                          cluster::most_visit_seconds);
    constexpr std::size_t most_digits = 16;
    const std::string digits = of.text("seed");
    const auto seed = machine::parse_number<std::uint64_t>(digits, 16);
    if (!seed || digits.size() > most_digits)
        of.fail("'seed' is not 1 to 16 hexadecimal digits");
    request.seed = *seed;
    const std::vector<int> allowed = machine::allowed_cpus();
    for (const SoakCore &core : totals.cores) {
        if (!std::ranges::binary_search(allowed, core.cpu))
            fields.fail(fmt::format("CPU {} may not be used here", core.cpu));
        request.cpus.push_back(core.cpu);
    }
    for (const SoakKernel &soaked : totals.kernels) {
        request.kernels.push_back(find_kernel(soaked.kernel));
        if (request.kernels.back() == nullptr ||
            !is_runnable(*request.kernels.back(), this_cpu_features()))
            fields.fail(fmt::format("kernel '{}' cannot run here: it is of another machine or "
                                    "another hashlane",
                                    soaked.kernel));
    }
    return request;
}

// A soak is judged by its total of wrong results: a file whose parts have more would be called
// right. (A sum of the parts might wrap.)
void require_whole_total(const results::JsonFields &fields, const SoakTotals &totals)
{
    const auto require_no_more = [&](const char *part, std::uint64_t &left, std::uint64_t wrong) {
        if (wrong > left)
            fields.fail(fmt::format("{} more wrong results than 'wrong_results'", part));
        left -= wrong;
    };
    std::uint64_t left = totals.wrong, left_of_kernels = totals.wrong, left_of_list = totals.wrong;
    for (const SoakCore &core : totals.cores)
        require_no_more("'cores' and 'devices' have", left, core.wrong);
    for (const SoakDevice &device : totals.devices)
        require_no_more("'cores' and 'devices' have", left, device.wrong);
    for (const SoakKernel &kernel : totals.kernels)
        require_no_more("'kernels' has", left_of_kernels, kernel.wrong);
    require_no_more("'wrong' has", left_of_list, totals.found.size());
}

void require_each_once(const results::JsonFields &fields, const SoakTotals &totals)
{
    std::set<int> cpus;
    for (const SoakCore &core : totals.cores)
        if (!cpus.insert(core.cpu).second)
            fields.fail(fmt::format("'cores' has CPU {} twice", core.cpu));
    std::set<std::string> kernels;
    for (const SoakKernel &kernel : totals.kernels)
        if (!kernels.insert(kernel.kernel).second)
            fields.fail(fmt::format("'kernels' has {} twice", kernel.kernel));
}

// A soak that is continued begins again. Another one's end lacks the first one's wrong results.
void require_one_soak(const std::string &text, const std::string &path)
{
    std::string started;
    for (std::size_t at = 0; at != std::string::npos; at = text.find("\n{\"begin\":", at + 1)) {
        const std::size_t from = at == 0 ? 0 : at + 1;
        const std::string line = text.substr(from, text.find('\n', from) - from);
        const results::JsonDocument document(line, machine::printable(path));
        const results::JsonFields begin = document.fields().object("begin");
        if (at == 0)
            started = begin.text("started");
        else if (begin.whole("resumed") == 0 || begin.text("started") != started)
            throw results::BadFile(
                fmt::format("'{}' has the lines of two soaks: write each soak to a file of its own",
                            machine::printable(path)));
    }
}

} // namespace

bool is_soak(const results::JsonFields &document) { return document.has("soak"); }

std::string end_of_soak_lines(const std::string &text, const std::string &path)
{
    if (!text.starts_with("{\"begin\":"))
        return text;
    const std::size_t last = text.rfind("\n{\"soak\":");
    if (last == std::string::npos)
        throw results::BadFile(fmt::format(
            "'{}' has the lines of 'hashlane soak --format jsonl' without their end; --out keeps a "
            "soak that was stopped",
            path));
    require_one_soak(text, path);
    return text.substr(last + 1);
}

SoakCheckpoint read_soak(const results::JsonFields &document)
{
    const results::JsonFields fields = document.object("soak");
    SoakCheckpoint checkpoint;
    results::FieldReader::read(fields, checkpoint, soak_fields);
    const SoakTotals &totals = checkpoint.totals;
    for (const SoakWrong &wrong : totals.found)
        if (wrong.expected.size() != wrong.got.size())
            fields.fail("'expected' and 'got' differ in length in an element of 'wrong'");
    for (const SoakCore &core : totals.cores)
        if (core.visits.size() != totals.kernels.size())
            fields.fail("'visits' has not one element for each of 'kernels'");
    if (totals.cores.empty() || (totals.kernels.empty() && totals.devices.empty()))
        fields.fail("it has no cores or no kernels");
    require_each_once(fields, totals);
    require_whole_total(fields, totals);
    return checkpoint;
}

SoakCheckpoint read_soak_checkpoint(const std::string &text, const std::string &path)
{
    const results::JsonDocument document(text, path);
    if (!is_soak(document.fields()))
        document.fields().fail("not written by 'hashlane soak'");
    const results::JsonFields fields = document.fields().object("soak");
    if (fields.count("schema_version") > schema_version)
        fields.fail(fmt::format("schema_version is {}, and this hashlane reads {}",
                                fields.count("schema_version"), schema_version));
    SoakCheckpoint checkpoint = read_soak(document.fields());
    checkpoint.request = read_request(fields, checkpoint.totals);
    return checkpoint;
}

results::Json soak_wrong_json(const SoakWrong &wrong)
{
    return results::FieldWriter::written(wrong, wrong_fields);
}

results::Json soak_request_json(const SoakRequest &request)
{
    return {{"cpus", request.cpus},
            {"kernels", request.kernels.size()},
            {"for_seconds", request.seconds},
            {"passes", request.seconds > 0 ? 0 : request.passes},
            {"pattern", soak_pattern_name(request.pattern)},
            {"visit_seconds", request.visit_seconds},
            {"seed", fmt::format("{:016x}", request.seed)}};
}

results::Json soak_json(const SoakCheckpoint &checkpoint)
{
    return {{"soak", results::FieldWriter::written(checkpoint, soak_fields)}};
}

} // namespace hashlane::cluster
