// SPDX-License-Identifier: MIT
#include "soak_file.h"

#include "../backends/gpu/chain.h"
#include "../cli/messages.h"
#include "../lib/core/registry.h"
#include "../machine/system/cpus.h"
#include "../machine/system/text.h"
#include "../results/json.h"
#include "hashlane/hashlane.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace hashlane::commands {
namespace {

constexpr unsigned schema_version = 1;
constexpr double most_exact = 9007199254740992; // 2^53
constexpr double most_few = 1e6;                // of what a machine has a million of at most

// One list of fields is what is written and what is read back: a Writer or a Reader goes through
// it.
class Writer {
public:
    void operator()(const char *key, const auto &value) { json_[key] = value; }
    void operator()(const char *key, const std::vector<std::uint8_t> &bytes)
    {
        json_[key] = machine::hex_text(bytes);
    }
    void operator()(const char *key, const std::vector<Workload> &workloads)
    {
        results::Json names = results::Json::array();
        for (const Workload workload : workloads)
            names.push_back(workload_name(workload));
        json_[key] = std::move(names);
    }
    void few(const char *key, const auto &value) { json_[key] = value; }
    // Null where it is empty.
    void text_if_any(const char *key, const std::string &text)
    {
        json_[key] = text.empty() ? results::Json() : results::Json(text);
    }
    // Two counts, the second of all tries: [7, 10].
    void times(const char *key, unsigned wrong, unsigned tries)
    {
        json_[key] = results::Json::Array{wrong, tries};
    }
    // Values that follow from the rest are not read back.
    void derived(const char *key, const auto &value) { json_[key] = value(); }
    void list(const char *key, const auto &items, const auto &fields, bool /*is_needed*/ = true)
    {
        results::Json array = results::Json::array();
        for (const auto &item : items) {
            Writer element;
            fields(element, item);
            array.push_back(element.json());
        }
        json_[key] = std::move(array);
    }

    const results::Json &json() const { return json_; }

private:
    results::Json json_ = results::Json::object();
};

class Reader {
public:
    explicit Reader(const results::JsonFields &fields) : fields_(fields) {}

    void operator()(const char *key, double &value) { value = fields_.number(key); }
    void operator()(const char *key, std::uint64_t &value) { value = whole(key, most_exact); }
    void operator()(const char *key, std::string &value) { value = fields_.text(key); }
    void operator()(const char *key, bool &value) { value = fields_.flag(key); }
    void operator()(const char *key, std::optional<double> &value)
    {
        if (fields_.has_value(key))
            value = fields_.number(key);
    }
    void operator()(const char *key, std::vector<std::uint8_t> &bytes)
    {
        const std::string text = fields_.text(key);
        const auto parsed = machine::parse_hex(text);
        if (!parsed && !text.empty())
            fields_.fail(fmt::format("'{}' is not in hexadecimal digits", key));
        bytes = parsed.value_or(std::vector<std::uint8_t>());
    }
    void operator()(const char *key, std::vector<Workload> &workloads)
    {
        for (const std::string &name : fields_.texts(key)) {
            const std::optional<Workload> workload = find_workload(name);
            if (!workload || !backends::runs_on_devices(*workload))
                fields_.fail(fmt::format("'{}' has a workload that devices do not compute", key));
            workloads.push_back(*workload);
        }
        if (workloads.empty())
            fields_.fail(fmt::format("'{}' is empty", key));
    }
    void operator()(const char *key, std::vector<std::uint64_t> &counts)
    {
        for (const double number : fields_.numbers(key))
            counts.push_back(whole(key, number, most_exact));
    }
    template <class Number> void few(const char *key, Number &value)
    {
        value = static_cast<Number>(whole(key, most_few));
    }
    void few(const char *key, std::optional<int> &value)
    {
        if (fields_.has_value(key))
            few(key, value.emplace());
    }
    void text_if_any(const char *key, std::string &text)
    {
        if (fields_.has_value(key))
            text = fields_.text(key);
    }
    void times(const char *key, unsigned &wrong, unsigned &tries)
    {
        const std::vector<double> times = fields_.numbers(key);
        if (times.size() != 2 || times[0] > times[1] || times[1] > 1000)
            fields_.fail(fmt::format("'{}' is not a pair of counts", key));
        wrong = static_cast<unsigned>(times[0]);
        tries = static_cast<unsigned>(times[1]);
    }
    void derived(const char * /*key*/, const auto & /*value*/) {}
    void list(const char *key, auto &items, const auto &fields, bool is_needed = true)
    {
        if (!is_needed && !fields_.has(key))
            return;
        for (const results::JsonFields &one : fields_.objects(key)) {
            Reader element(one);
            fields(element, items.emplace_back());
        }
    }

private:
    std::uint64_t whole(const char *key, double most) const
    {
        return whole(key, fields_.number(key), most);
    }

    std::uint64_t whole(const char *key, double number, double most) const
    {
        if (number > most || number != std::floor(number))
            fields_.fail(fmt::format("'{}' is not a whole number up to {:.0f}", key, most));
        return static_cast<std::uint64_t>(number);
    }

    const results::JsonFields &fields_;
};

void core_fields(auto &file, auto &core, const cluster::SoakTotals &totals)
{
    file.few("cpu", core.cpu);
    file.few("core", core.core);
    file.few("socket", core.socket);
    file.derived("proven_share", [&] { return totals.proven_share(core); });
    file("proven_seconds", core.proven_seconds);
    file("plain_seconds", core.plain_seconds);
    file("idle_seconds", core.idle_seconds);
    file("hashes", core.hashes);
    file("wrong", core.wrong);
    file("visits", core.visits);
}

void kernel_fields(auto &file, auto &kernel)
{
    file("kernel", kernel.kernel);
    file("unit", kernel.unit);
    file("seconds", kernel.visit_seconds);
    file("hashes", kernel.hashes);
    file("wrong", kernel.wrong);
}

void device_fields(auto &file, auto &device)
{
    file("device", device.device);
    file("name", device.name);
    file("workloads", device.workloads);
    file("seconds", device.seconds);
    file.derived("proven_share", [&] { return device.proven_share(); });
    file("proven_seconds", device.proven_seconds);
    file("hashes", device.hashes);
    file("wrong", device.wrong);
    file("failure", device.failure);
}

void wrong_fields(auto &file, auto &wrong)
{
    file.text_if_any("device", wrong.device);
    file.few("cpu", wrong.cpu);
    file.few("core", wrong.core);
    file.few("socket", wrong.socket);
    file("kernel", wrong.kernel);
    file("unit", wrong.unit);
    file("scope", wrong.scope);
    file("at_seconds", wrong.at_seconds);
    file("pass", wrong.pass);
    file.few("segment", wrong.segment);
    file.few("lane", wrong.lane);
    file.few("wrong_lanes", wrong.wrong_lanes);
    file("iterations", wrong.iterations);
    file("start", wrong.start);
    file("expected", wrong.expected);
    file("got", wrong.got);
    file.derived("differing_bits", [&] { return cluster::differing_bits(wrong).size(); });
    file("clock_hz", wrong.clock_hz);
    file("celsius", wrong.celsius);
    file.times("again_here", wrong.again_here, wrong.tries_here);
    file.few("neighbour", wrong.neighbour);
    file.times("again_beside", wrong.again_beside, wrong.tries_beside);
}

void soak_fields(auto &file, auto &checkpoint)
{
    auto &totals = checkpoint.totals;
    file.derived("schema_version", [] { return schema_version; });
    file.derived("version", [] { return HASHLANE_VERSION; });
    file("started", checkpoint.started);
    file("updated", checkpoint.updated);
    file.few("resumed", checkpoint.resumed);
    file("complete", checkpoint.complete);
    file.derived("request", [&] { return soak_request_json(checkpoint.request); });
    file("seconds", totals.seconds);
    file("passes", totals.passes);
    file.few("visits_of_pass", totals.visits_of_pass);
    file("alone_seconds", totals.alone_seconds);
    file("pinned", totals.pinned);
    file.derived("proven_share", [&] { return totals.proven_share(); });
    file.derived("rate_share", [&] { return totals.rate_share(); });
    file("wrong_results", totals.wrong);
    file.derived("not_reached", [&] { return totals.not_reached(); });
    file.list("cores", totals.cores,
              [&](auto &element, auto &core) { core_fields(element, core, totals); });
    file.list("kernels", totals.kernels,
              [](auto &element, auto &kernel) { kernel_fields(element, kernel); });
    file.list(
        "devices", totals.devices,
        [](auto &element, auto &device) { device_fields(element, device); },
        false); // files of before have none
    file.list("wrong", totals.found,
              [](auto &element, auto &wrong) { wrong_fields(element, wrong); });
}

const Kernel *kernel_here(const results::JsonFields &fields, const std::string &id)
{
    const Kernel *const kernel = find_kernel(id);
    if (kernel == nullptr || !is_runnable(*kernel, this_cpu_features()))
        fields.fail(fmt::format("kernel '{}' cannot run here: it is of another machine or another "
                                "hashlane",
                                id));
    return kernel;
}

double number_within(const results::JsonFields &fields, const char *key, double least, double most)
{
    const double number = fields.number(key);
    if (number < least || number > most)
        fields.fail(fmt::format("'{}' is not a number from {} to {}", key, least, most));
    return number;
}

// A file has the limits of the options.
cluster::SoakRequest read_request(const results::JsonFields &fields,
                                  const cluster::SoakTotals &totals)
{
    const results::JsonFields of = fields.object("request");
    cluster::SoakRequest request;
    request.seconds = number_within(of, "for_seconds", 0, cluster::most_requested_seconds);
    Reader{of}("passes", request.passes);
    const auto pattern = cluster::find_soak_pattern(of.text("pattern"));
    if (!pattern)
        of.fail("'pattern' is not one of steady, bursts, mixed");
    request.pattern = *pattern;
    request.visit_seconds = number_within(of, "visit_seconds", cluster::least_visit_seconds,
                                          cluster::most_visit_seconds);
    const std::string seed = of.text("seed");
    if (std::from_chars(seed.data(), seed.data() + seed.size(), request.seed, 16).ptr !=
        seed.data() + seed.size())
        of.fail("'seed' is not in hexadecimal digits");
    const std::vector<int> allowed = machine::allowed_cpus();
    for (const cluster::SoakCore &core : totals.cores) {
        if (!std::ranges::binary_search(allowed, core.cpu))
            fields.fail(fmt::format("CPU {} may not be used here", core.cpu));
        request.cpus.push_back(core.cpu);
    }
    for (const cluster::SoakKernel &kernel : totals.kernels)
        request.kernels.push_back(kernel_here(fields, kernel.kernel));
    if (request.cpus.empty() || request.kernels.empty())
        fields.fail("it has no cores or no kernels");
    return request;
}

} // namespace

SoakCheckpoint read_soak_checkpoint(const std::string &text, const std::string &path)
{
    try {
        const results::JsonDocument document(text, path);
        if (!document.fields().has("soak"))
            document.fields().fail("not written by 'hashlane soak'");
        const results::JsonFields fields = document.fields().object("soak");
        if (fields.count("schema_version") > schema_version)
            fields.fail(fmt::format("schema_version is {}, and this hashlane reads {}",
                                    fields.count("schema_version"), schema_version));
        SoakCheckpoint checkpoint;
        Reader reader(fields);
        soak_fields(reader, checkpoint);
        for (const cluster::SoakWrong &wrong : checkpoint.totals.found)
            if (wrong.expected.size() != wrong.got.size())
                fields.fail("'expected' and 'got' differ in length in an element of 'wrong'");
        for (const cluster::SoakCore &core : checkpoint.totals.cores)
            if (core.visits.size() != checkpoint.totals.kernels.size())
                fields.fail("'visits' is not one number per kernel in an element of 'cores'");
        checkpoint.request = read_request(fields, checkpoint.totals);
        return checkpoint;
    } catch (const results::BadFile &bad) {
        cli::quit("--resume: {}", bad.what());
    }
}

results::Json soak_wrong_json(const cluster::SoakWrong &wrong)
{
    Writer writer;
    wrong_fields(writer, wrong);
    return writer.json();
}

results::Json soak_request_json(const cluster::SoakRequest &request)
{
    return {{"cpus", request.cpus},
            {"kernels", request.kernels.size()},
            {"for_seconds", request.seconds},
            {"passes", request.seconds > 0 ? 0 : request.passes},
            {"pattern", cluster::soak_pattern_name(request.pattern)},
            {"visit_seconds", request.visit_seconds},
            {"seed", fmt::format("{:016x}", request.seed)}};
}

results::Json soak_json(const SoakCheckpoint &checkpoint)
{
    Writer writer;
    soak_fields(writer, checkpoint);
    return {{"soak", writer.json()}};
}

} // namespace hashlane::commands
