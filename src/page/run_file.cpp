// SPDX-License-Identifier: MIT
#include "run_file.h"

#include "../compare/json_fields.h"
#include "../compare/renamed_kernels.h"
#include "../compare/result_keys.h"
#include "../compare/result_rows.h"
#include "../system/printable.h"

#include <algorithm>

namespace hashlane {
namespace {

namespace key = result_key;

constexpr char kept = 'k';

double number_or_zero(const JsonFields &fields, const char *name)
{
    return fields.has(name) ? fields.number(name) : 0;
}

std::vector<double> numbers_or_none(const JsonFields &fields, const char *name)
{
    return fields.has(name) ? fields.numbers(name) : std::vector<double>();
}

std::optional<Range> read_interval(const JsonFields &fields)
{
    const std::vector<double> ends = numbers_or_none(fields, key::interval_cycles_per_hash);
    if (ends.size() != 2 || ends[0] > ends[1])
        return {};
    return Range{ends[0], ends[1]};
}

RunRow::Visits read_visits(const JsonFields &fields)
{
    if (!fields.has(key::visits))
        return {};
    const JsonFields visits = fields.object(key::visits);
    return {numbers_or_none(visits, key::cycles_per_hash),
            numbers_or_none(visits, key::ns_per_hash), numbers_or_none(visits, key::kept_share)};
}

std::vector<RunRow::Sample> read_samples(const JsonFields &fields)
{
    std::vector<RunRow::Sample> samples;
    if (!fields.has(key::samples))
        return samples;
    for (const JsonFields &thread : fields.objects(key::samples)) {
        const std::vector<double> cycles = numbers_or_none(thread, key::cycles_per_hash);
        const std::vector<double> ns = numbers_or_none(thread, key::ns_per_hash);
        const std::string verdicts = thread.text(key::verdict);
        const std::vector<double> &costs = cycles.empty() ? ns : cycles;
        for (std::size_t i = 0; i < std::min(costs.size(), verdicts.size()); ++i) {
            const bool has_clock = i < cycles.size() && i < ns.size() && ns[i] > 0;
            samples.push_back(
                {costs[i], has_clock ? cycles[i] / ns[i] * 1e9 : 0, verdicts[i] == kept});
        }
    }
    return samples;
}

std::optional<RunRow::Energy> read_energy(const JsonFields &fields)
{
    if (!fields.has(key::joules_per_hash))
        return {};
    return RunRow::Energy{fields.number(key::joules_per_hash), number_or_zero(fields, key::watts),
                          number_or_zero(fields, key::idle_watts)};
}

RunRow read_run_row(const JsonFields &unnamed, const ResultRow &compared)
{
    const JsonFields fields = unnamed.named(unnamed.text(key::name));
    RunRow row;
    row.key = compared.key;
    row.kernel = row.key.name.substr(0, row.key.name.find('/'));
    row.lanes = fields.has(key::lanes) ? fields.count(key::lanes) : 1;
    row.bytes_per_hash = compared.bytes_per_hash;
    row.cycles = has_cycles(compared) ? compared.cycles_per_hash : 0;
    row.hashes_per_second = compared.hashes_per_second;
    row.interval = read_interval(fields);
    if (fields.has(key::bound_cycles_per_hash))
        row.bound = fields.number(key::bound_cycles_per_hash);
    row.clock_hz = number_or_zero(fields, key::clock_hz);
    row.cycle_source = compared.cycle_source;
    row.noise = compared.noise;
    row.noise_note = compared.noise_note;
    row.trustworthy = compared.trustworthy;
    row.device = compared.device;
    row.proof = fields.text_or_empty(key::proof);
    row.cpus = fields.cpu_numbers(key::cpus);
    row.thread_rates = numbers_or_none(fields, key::thread_hashes_per_second);
    row.cores = fields.has(key::cores) ? fields.count(key::cores) : 0;
    row.visits = read_visits(fields);
    row.samples = read_samples(fields);
    row.energy = read_energy(fields);
    row.kept_samples = number_or_zero(fields, key::iterations);
    row.discarded_samples = number_or_zero(fields, key::discarded_samples);
    return row;
}

void read_topology(const JsonFields &program, RunFile &file)
{
    if (!program.has(key::topology))
        return;
    for (const JsonFields &core : program.object(key::topology).objects(key::cores))
        file.cores.push_back({core.cpu_numbers(key::cpus), core.text_or_empty("kind"),
                              number_or_zero(core, "package"), number_or_zero(core, "numa_node")});
}

void read_program(const JsonFields &program, RunFile &file)
{
    const std::pair<const char *, std::string RunFile::*> texts[] = {
        {"command", &RunFile::command},         {key::cpu_model, &RunFile::cpu},
        {key::microcode, &RunFile::microcode},  {key::compiler, &RunFile::compiler},
        {key::version, &RunFile::version},      {key::hypervisor, &RunFile::hypervisor},
        {"emulator", &RunFile::emulator},       {key::governor, &RunFile::governor},
        {key::kernel_release, &RunFile::system}};
    for (const auto &[name, member] : texts)
        file.*member = program.text_or_empty(name);
    read_topology(program, file);
}

// How many there are; the kernels of those that have one.
std::vector<std::string> kernels_in(const JsonFields &report, const char *list)
{
    std::vector<std::string> kernels;
    if (report.has(list))
        for (const JsonFields &one : report.objects(list))
            kernels.push_back(one.text_or_empty(key::kernel));
    return kernels;
}

} // namespace

RunFile run_file_of(const JsonDocument &document, const std::string &path)
{
    RunFile file;
    file.path = path;
    file.compared = result_file_of(document, path);
    file.date = file.compared.date;
    const JsonFields &report = document.fields();
    read_program(report.object(key::context).object(key::hashlane), file);
    for (const JsonFields &row : report.objects(key::benchmarks)) {
        const ResultRow compared = read_row(row);
        if (has_figures(compared))
            file.rows.push_back(read_run_row(row, compared));
    }
    file.mismatches = kernels_in(report, key::mismatches);
    file.skipped = kernels_in(report, key::skipped).size();
    return file;
}

RunFile read_run_file(const std::string &path)
{
    return run_file_of(JsonDocument(text_of_result_file(path), printable(path)), path);
}

} // namespace hashlane
