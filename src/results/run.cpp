// SPDX-License-Identifier: MIT
//
// A run as JSON (docs/reference/json.md): the context, its rows (row.cpp), the kernels without a
// row. It is written as a file or as lines, and read again.
#include "run.h"

#include "../machine/system/text.h"
#include "json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace hashlane::results {
namespace {

namespace key = result_key;

constexpr unsigned newest_schema = 1;

// Google Benchmark lists the caches of one CPU: of the first one that may be used.
Json caches_json(const machine::Topology &topology)
{
    Json caches = Json::array();
    for (const machine::Topology::Cache &cache : topology.caches)
        if (!topology.allowed.empty() &&
            std::ranges::find(cache.cpus, topology.allowed.front()) != cache.cpus.end())
            caches.push_back({{"type", cache.type},
                              {"level", cache.level},
                              {"size", cache.bytes},
                              {"num_sharing", cache.cpus.size()}});
    return caches;
}

Json topology_json(const machine::Topology &topology)
{
    Json kinds = Json::array(), cores = Json::array(), nodes = Json::array();
    for (std::size_t kind = 0; kind < topology.kinds.size(); ++kind)
        kinds.push_back(
            {{"name", topology.kinds[kind]}, {"cpus", machine::cpus_of_kind(topology, kind)}});
    for (const machine::Topology::Core &core : topology.cores)
        cores.push_back({{"cpus", core.cpus},
                         {"package", core.package},
                         {"numa_node", core.numa_node},
                         {"kind", topology.kinds[core.kind]}});
    for (const machine::Topology::NumaNode &node : topology.numa_nodes)
        nodes.push_back({{"number", node.number}, {"bytes", node.bytes}, {"cpus", node.cpus}});
    return {{"source", topology.source},
            {"packages", topology.packages},
            {"kinds", kinds},
            {key::cores, cores},
            {"numa_nodes", nodes},
            {"allowed_cpus", topology.allowed},
            {"cpu_quota", topology.cpu_quota}};
}

Json mitigations_json(const machine::SystemState &system)
{
    Json mitigations = Json::object();
    for (const machine::SystemState::Flaw &flaw : system.flaws)
        mitigations[flaw.name] = flaw.state;
    return mitigations;
}

struct ContextText {
    const char *key;
    std::string Context::*text;
};

// Texts of context.hashlane, written and read, in the order of the file.
constexpr ContextText texts_of_program[] = {
    {key::version, &Context::version},        {"command", &Context::command},
    {key::cpu_model, &Context::cpu_model},    {key::cpu_identity, &Context::cpu_identity},
    {key::microcode, &Context::microcode},    {"features", &Context::features},
    {"kernel_release", &Context::os_release}, {"hypervisor", &Context::hypervisor},
    {"emulator", &Context::emulator},
};
constexpr ContextText texts_of_build[] = {
    {"energy", &Context::energy_source},
    {"compiler", &Context::compiler},
    {"compiler_flags", &Context::compiler_flags},
};

Json our_context(const Context &c)
{
    Json json = Json::object();
    for (const ContextText &one : texts_of_program)
        json[one.key] = c.*one.text;
    json[key::governor] = c.system.governor;
    json["boost"] = c.system.boost;
    json["smt"] = c.system.smt;
    json["mitigations"] = mitigations_json(c.system);
    for (const ContextText &one : texts_of_build)
        json[one.key] = c.*one.text;
    json[key::topology] = topology_json(c.topology);
    return json;
}

// The clock is that of the processor's first row.
Json context_json(const Context &c, const std::vector<Row> &rows)
{
    const auto of_processor = [](const Row &row) { return row.identity.device.empty(); };
    const auto first = std::ranges::find_if(rows, of_processor);
    const double mhz = first == rows.end() ? 0 : first->figures.clock_hz / 1e6;
    const std::string &governor = c.system.governor;
    return {{key::date, c.date},
            {key::host_name, c.host},
            {"executable", c.executable},
            {"num_cpus", c.topology.allowed.size()},
            {"mhz_per_cpu", std::lround(mhz)},
            {"cpu_scaling_enabled", !governor.empty() && governor != "performance"},
            {"caches", caches_json(c.topology)},
            {"load_avg", std::vector<double>{c.load_average}},
            {key::library_build_type, c.build_type},
            {key::json_schema_version, 1},
            {key::hashlane, our_context(c)}};
}

Json skipped_json(const std::vector<Skipped> &skipped)
{
    Json json = Json::array();
    for (const Skipped &one : skipped)
        json.push_back({{"kernel", one.kernel}, {"reason", one.reason}});
    return json;
}

Json mismatches_json(const std::vector<Mismatch> &mismatches)
{
    Json json = Json::array();
    for (const Mismatch &mismatch : mismatches)
        json.push_back({{"kernel", mismatch.kernel},
                        {"lane", mismatch.lane},
                        {"iteration", mismatch.iteration},
                        {"where", mismatch.where}});
    return json;
}

// A newer schema is looked for first: its other keys may be anywhere.
JsonFields program_context(const JsonFields &report)
{
    if (!report.has(key::context))
        report.fail("not a hashlane report: it has no 'context'");
    const JsonFields context = report.object(key::context);
    if (context.has(key::json_schema_version) &&
        context.count(key::json_schema_version) > newest_schema)
        report.fail(fmt::format("json_schema_version is {}, and this hashlane reads {}: "
                                "use the version of hashlane that wrote it",
                                context.count(key::json_schema_version), newest_schema));
    if (!context.has(key::hashlane))
        report.fail("not a hashlane report: it has no 'context.hashlane'");
    return context.object(key::hashlane);
}

unsigned read_number(const JsonFields &fields, const char *name)
{
    return fields.has(name) ? static_cast<unsigned>(std::min<std::uint64_t>(
                                  fields.whole(name), std::numeric_limits<int>::max()))
                            : 0;
}

// Reads the part that pages draw. A contribution lacks it.
void read_cores(const JsonFields &fields, machine::Topology &topology)
{
    if (!fields.has(key::cores))
        return;
    for (const JsonFields &core : fields.objects(key::cores)) {
        const std::string kind = core.text_or_empty("kind");
        const auto known = std::ranges::find(topology.kinds, kind);
        const auto place = static_cast<std::size_t>(known - topology.kinds.begin());
        if (known == topology.kinds.end())
            topology.kinds.push_back(kind);
        topology.cores.push_back({core.cpu_numbers(key::cpus),
                                  static_cast<int>(read_number(core, "package")),
                                  static_cast<int>(read_number(core, "numa_node")), place});
    }
}

Context read_context(const JsonFields &report)
{
    const JsonFields program = program_context(report);
    const JsonFields fields = report.object(key::context);
    Context context;
    for (const ContextText &one : texts_of_program)
        context.*one.text = program.text_or_empty(one.key);
    for (const ContextText &one : texts_of_build)
        context.*one.text = program.text_or_empty(one.key);
    context.system.governor = program.text_or_empty(key::governor);
    context.date = fields.text_or_empty(key::date);
    context.host = fields.text_or_empty(key::host_name);
    context.build_type = fields.text_or_empty(key::library_build_type);
    if (program.has(key::topology))
        read_cores(program.object(key::topology), context.topology);
    return context;
}

// Joins the texts of the rows, each once.
template <class TextOf>
std::string texts_of(const std::vector<Row> &rows, const char *between, TextOf text_of)
{
    std::set<std::string> texts;
    for (const Row &row : rows)
        if (const std::string text(text_of(row)); !text.empty())
            texts.insert(text);
    return fmt::format("{}", fmt::join(texts, between));
}

std::string fact(const Report &report, const std::string &what)
{
    const std::vector<RunFact> facts = run_facts(report);
    return std::ranges::find(facts, what, &RunFact::what)->value;
}

} // namespace

Json report_json(const Report &report)
{
    Json rows = Json::array();
    for (const Row &row : report.rows)
        rows.push_back(row_json(row, rows.size()));
    return {{key::context, context_json(report.context, report.rows)},
            {key::benchmarks, std::move(rows)},
            {key::skipped, skipped_json(report.skipped)},
            {key::mismatches, mismatches_json(report.mismatches)}};
}

bool are_same_processor(const Context &a, const Context &b)
{
    return a.cpu_model == b.cpu_model && a.cpu_identity == b.cpu_identity;
}

std::string write_json(const Report &report) { return json_text(report_json(report)); }

std::string context_line(const Context &context)
{
    return json_line({{key::context, context_json(context, {})}});
}

std::string row_line(const Row &row, std::size_t place, bool is_final)
{
    return json_line(
        {{key::place, place}, {key::final, is_final}, {key::row, row_json(row, place)}});
}

std::string withdrawal_line(std::size_t place)
{
    return json_line({{key::place, place}, {key::final, true}, {key::row, nullptr}});
}

std::string end_line(const Report &report)
{
    return json_line({{key::skipped, skipped_json(report.skipped)},
                      {key::mismatches, mismatches_json(report.mismatches)}});
}

Report read_run(const JsonDocument &document, const std::string &path)
{
    const JsonFields &fields = document.fields();
    Report report;
    report.path = machine::printable(path);
    report.context = read_context(fields);
    for (const JsonFields &row : fields.objects(key::benchmarks))
        report.rows.push_back(read_row(row));
    std::erase_if(report.rows, [](const Row &row) { return !has_figures(row); });
    if (fields.has(key::mismatches))
        for (const JsonFields &one : fields.objects(key::mismatches))
            report.mismatches.push_back({one.text_or_empty(key::kernel), 0, 0, ""});
    if (fields.has(key::skipped))
        for (const JsonFields &one : fields.objects(key::skipped))
            report.skipped.push_back({one.text_or_empty("kernel"), one.text_or_empty("reason")});
    return report;
}

Report read_run_file(const std::string &path)
{
    return read_run(JsonDocument(text_of_result_file(path), machine::printable(path)), path);
}

std::vector<RunFact> run_facts(const Report &report)
{
    const Context &context = report.context;
    return {{"CPU", context.cpu_model},
            {"CPU identity", context.cpu_identity},
            {"microcode", context.microcode},
            {"features", context.features},
            {"hypervisor", context.hypervisor},
            {"system", context.os_release},
            {"governor", context.system.governor},
            {"compiler", context.compiler},
            {"compiler flags", context.compiler_flags},
            {"hashlane", context.version},
            {"build type", context.build_type},
            {"host", context.host},
            {"cycle source", texts_of(report.rows, ", ",
                                      [](const Row &row) {
                                          return machine::cycle_source_name(
                                              row.figures.cycle_source);
                                      })},
            {"devices",
             texts_of(report.rows, "; ", [](const Row &row) { return row.identity.device; })}};
}

std::vector<Report> pool_runs(std::vector<Report> files, std::size_t runs)
{
    std::vector<Report> pooled;
    for (std::size_t i = 0; i < files.size(); ++i) {
        Report &file = files[i];
        if (i % runs == 0) {
            pooled.push_back(std::move(file));
            continue;
        }
        Report &first = pooled.back();
        for (const char *what :
             {"CPU", "CPU identity", "compiler", "compiler flags", "hashlane", "devices"})
            if (fact(file, what) != fact(first, what))
                throw BadFile(fmt::format("--pool: '{}' and '{}' differ in {}: '{}' and '{}'",
                                          first.path, file.path, what, fact(first, what),
                                          fact(file, what)));
        std::ranges::move(file.rows, std::back_inserter(first.rows));
        std::ranges::move(file.mismatches, std::back_inserter(first.mismatches));
        std::ranges::move(file.skipped, std::back_inserter(first.skipped));
    }
    return pooled;
}

} // namespace hashlane::results
