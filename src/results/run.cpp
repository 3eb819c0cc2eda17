// SPDX-License-Identifier: MIT
//
// A run as JSON (docs/reference/json.md): the context, its rows (row.cpp), the kernels without a
// row. It is written as a file or as lines, and read again.
#include "run.h"

#include "../machine/system/lists.h"
#include "../machine/system/text.h"
#include "fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace hashlane::results {
namespace {

namespace key = result_key;

constexpr unsigned newest_schema = 1;

// ---- Values with their own reader and writer.

Json kinds_json(const machine::Topology &topology)
{
    Json kinds = Json::array();
    for (std::size_t kind = 0; kind < topology.kinds.size(); ++kind)
        kinds.push_back(
            {{"name", topology.kinds[kind]}, {"cpus", machine::cpus_of_kind(topology, kind)}});
    return kinds;
}

// Those of one CPU, as Google Benchmark lists them.
Json caches_json(const machine::Topology &topology)
{
    Json caches = Json::array();
    for (const machine::Topology::Cache &cache : topology.caches)
        if (!topology.allowed.empty() && machine::contains(cache.cpus, topology.allowed.front()))
            caches.push_back({{"type", cache.type},
                              {"level", cache.level},
                              {"size", cache.bytes},
                              {"num_sharing", cache.cpus.size()}});
    return caches;
}

std::vector<std::string> read_kinds(const JsonFields &fields, const char *key)
{
    return machine::each(fields.objects(key),
                         [](const JsonFields &kind) { return kind.text(key::name); });
}

// ---- The fields, written and read, in the order of the file.

constexpr auto topology_fields = [](auto &file, auto &topology) {
    const auto core_fields = [&](auto &one, auto &core) {
        one(key::cpus, core.cpus);
        one("package", core.package);
        one("numa_node", core.numa_node);
        one.custom(
            "kind", core.kind, [&](std::size_t kind) { return topology.kinds[kind]; },
            [&](const JsonFields &fields, const char *key) {
                const auto found = std::ranges::find(topology.kinds, fields.text(key));
                if (found == topology.kinds.end())
                    fields.fail("'kind' is none of 'kinds'");
                return static_cast<std::size_t>(found - topology.kinds.begin());
            });
    };
    const auto node_fields = [](auto &one, auto &node) {
        one("number", node.number);
        one("bytes", node.bytes);
        one("cpus", node.cpus);
    };
    file.or_default("source", topology.source);
    file.or_default("packages", topology.packages);
    if (file.has("kinds"))
        file.custom(
            "kinds", topology.kinds, [&](const auto &) { return kinds_json(topology); },
            read_kinds);
    if (file.has(key::cores))
        file.list(key::cores, topology.cores, core_fields);
    if (file.has("numa_nodes"))
        file.list("numa_nodes", topology.numa_nodes, node_fields);
    file.or_default("allowed_cpus", topology.allowed);
    file.or_default("cpu_quota", topology.cpu_quota);
};

constexpr auto program_fields = [](auto &file, auto &context) {
    file.or_default(key::version, context.version);
    file.or_default("command", context.command);
    file.or_default(key::cpu_model, context.cpu_model);
    file.or_default(key::cpu_identity, context.cpu_identity);
    file.or_default(key::microcode, context.microcode);
    file.or_default("features", context.features);
    file.or_default("kernel_release", context.os_release);
    file.or_default("hypervisor", context.hypervisor);
    file.or_default("emulator", context.emulator);
    file.or_default("governor", context.system.governor);
    file.or_default("boost", context.system.boost);
    file.or_default("smt", context.system.smt);
    file.or_default("mitigations", context.system.flaws);
    file.or_default("energy", context.energy_source);
    file.or_default("compiler", context.compiler);
    file.or_default("compiler_flags", context.compiler_flags);
    if (file.has(key::topology))
        file.part(key::topology, context.topology, topology_fields);
};

constexpr auto context_fields = [](auto &file, auto &context, double clock_hz = 0) {
    const std::string &governor = context.system.governor;
    file.or_default("date", context.date);
    file.or_default("host_name", context.host);
    file.or_default("executable", context.executable);
    file.derived("num_cpus", [&] { return context.topology.allowed.size(); });
    file.derived("mhz_per_cpu", [&] { return std::lround(clock_hz / 1e6); });
    file.derived("cpu_scaling_enabled",
                 [&] { return !governor.empty() && governor != "performance"; });
    file.derived("caches", [&] { return caches_json(context.topology); });
    if (file.has("load_avg"))
        // Google Benchmark has the loads of three spans of time.
        file.custom(
            "load_avg", context.load_average,
            [](double load) { return Json(std::vector<double>{load}); },
            [](const JsonFields &fields, const char *key) {
                const std::vector<double> loads = fields.numbers(key);
                return loads.empty() ? 0 : loads.front();
            });
    file.or_default("library_build_type", context.build_type);
    file.derived(key::json_schema_version, [] { return newest_schema; });
    file.part(key::hashlane, context, program_fields);
};

constexpr auto skipped_fields = [](auto &file, auto &skipped) {
    file.or_default("kernel", skipped.name);
    file.or_default("reason", skipped.reason);
};

constexpr auto mismatch_fields = [](auto &file, auto &mismatch) {
    file.or_default(key::kernel, mismatch.kernel);
    file.or_default("lane", mismatch.lane);
    file.or_default("iteration", mismatch.iteration);
    file.or_default("where", mismatch.where);
};

constexpr auto end_fields = [](auto &file, auto &report) {
    if (file.has("skipped"))
        file.list("skipped", report.skipped, skipped_fields);
    if (file.has(key::mismatches))
        file.list(key::mismatches, report.mismatches, mismatch_fields);
};

// The clock is that of the processor's first row.
Json context_json(const Context &context, const std::vector<Row> &rows)
{
    const auto of_processor = [](const Row &row) { return row.identity.device.empty(); };
    const auto first = std::ranges::find_if(rows, of_processor);
    const double clock_hz = first == rows.end() ? 0 : first->figures.clock_hz;
    return FieldWriter::written(context, [&](auto &file, const Context &written) {
        context_fields(file, written, clock_hz);
    });
}

// Fails for what is no report of ours. A newer schema is looked for first: its other keys may be
// anywhere.
void require_report(const JsonFields &file)
{
    if (!file.has(key::context))
        file.fail("not a result file: it has no 'context'");
    const JsonFields context = file.object(key::context);
    if (context.has(key::json_schema_version) &&
        context.count(key::json_schema_version) > newest_schema)
        file.fail(fmt::format("json_schema_version is {}, and this hashlane reads {}: "
                              "use the version of hashlane that wrote it",
                              context.count(key::json_schema_version), newest_schema));
    if (!context.has(key::hashlane))
        file.fail("not a result file: it has no 'context.hashlane'");
}

// Joins the texts of the rows, each once.
template <class TextOf>
std::string texts_of(const std::vector<Row> &rows, const char *between, TextOf text_of)
{
    std::set<std::string> texts;
    for (const Row &row : rows)
        if (const std::string text(text_of(row)); !text.empty())
            texts.insert(text);
    return machine::joined(texts, between);
}

std::string fact(const Report &report, const std::string &what)
{
    const std::vector<RunFact> facts = run_facts(report);
    return std::ranges::find(facts, what, &RunFact::what)->value;
}

} // namespace

Json report_json(const Report &report)
{
    return FieldWriter::written(report, [](auto &file, const Report &written) {
        file.derived(key::context, [&] { return context_json(written.context, written.rows); });
        file.derived(key::benchmarks, [&] {
            Json rows = Json::array();
            for (const Row &row : written.rows)
                rows.push_back(row_json(row, rows.size()));
            return rows;
        });
        end_fields(file, written);
    });
}

bool are_same_processor(const Context &a, const Context &b)
{
    return a.cpu_model == b.cpu_model && a.cpu_identity == b.cpu_identity;
}

std::string processor_name(const Context &context)
{
    const std::string &identity = context.cpu_identity;
    const std::size_t family = std::min(identity.find("family "), identity.size());
    const std::string number = identity.substr(family, identity.find(" stepping") - family);
    return number.empty() ? context.cpu_model : fmt::format("{} ({})", context.cpu_model, number);
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
    return json_line(FieldWriter::written(report, end_fields));
}

Report read_run(const JsonDocument &document, const std::string &path)
{
    const JsonFields &fields = document.fields();
    require_report(fields);
    Report report;
    report.path = machine::printable(path);
    FieldReader::read(fields.object(key::context), report.context, context_fields);
    for (const JsonFields &row : fields.objects(key::benchmarks))
        report.rows.push_back(read_row(row));
    std::erase_if(report.rows, [](const Row &row) { return !has_figures(row); });
    FieldReader::read(fields, report, end_fields);
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
