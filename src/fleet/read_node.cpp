// SPDX-License-Identifier: MIT
#include "read_node.h"

#include "../compare/json_fields.h"
#include "../compare/result_keys.h"
#include "../system/printable.h"
#include "node_keys.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane {
namespace {

namespace key = node_key;

constexpr unsigned newest_schema = 1;
constexpr std::size_t longest_name = 255;
constexpr double most_wrong = 4e9;

std::optional<double> number_if_known(const JsonFields &fields, const char *name)
{
    return fields.has_value(name) ? std::optional(fields.number(name)) : std::nullopt;
}

NodeSensors sensors_of(const JsonFields &fields)
{
    return {number_if_known(fields, key::temperature_c),
            number_if_known(fields, key::throttle_count), number_if_known(fields, key::steal_share),
            number_if_known(fields, key::load_average)};
}

void require_length(const JsonFields &fields, const char *name, std::size_t length,
                    std::size_t wanted)
{
    if (length != wanted)
        fields.fail(fmt::format("'{}' has {} values for {} CPUs", name, length, wanted));
}

CoreColumns columns_of(const JsonFields &fields)
{
    CoreColumns columns{fields.text(key::kernel),
                        fields.text(key::workload),
                        fields.text(key::scope),
                        fields.cpu_numbers(key::cpus),
                        fields.numbers_or_nan(key::cycles_per_unit),
                        fields.numbers_or_nan(key::clock_hz),
                        {},
                        {}};
    const std::size_t cpus = columns.cpus.size();
    require_length(fields, key::cycles_per_unit, columns.cycles_per_unit.size(), cpus);
    require_length(fields, key::clock_hz, columns.clock_hz.size(), cpus);
    for (const double noisy : fields.numbers(key::noisy))
        columns.noisy.push_back(noisy != 0);
    require_length(fields, key::noisy, columns.noisy.size(), cpus);
    for (const double wrong : fields.numbers(key::wrong))
        columns.wrong.push_back(static_cast<unsigned>(std::min(wrong, most_wrong)));
    require_length(fields, key::wrong, columns.wrong.size(), cpus);
    return columns;
}

std::optional<std::pair<unsigned, unsigned>> repetition_of(const JsonFields &fields,
                                                           const char *name)
{
    if (!fields.has_value(name))
        return {};
    const std::vector<double> counts = fields.numbers(name);
    if (counts.size() != 2)
        fields.fail(fmt::format("'{}' is not two numbers: wrong, and of how many", name));
    return std::pair(static_cast<unsigned>(std::min(counts[0], most_wrong)),
                     static_cast<unsigned>(std::min(counts[1], most_wrong)));
}

std::vector<WrongCore> wrong_cores_of(const JsonFields &node)
{
    std::vector<WrongCore> wrong;
    if (!node.has_value(key::soak))
        return wrong;
    for (const JsonFields &core : node.object(key::soak).objects(key::wrong))
        wrong.push_back({static_cast<int>(std::min(core.number(key::cpu), 1e6)),
                         core.text(key::kernel), core.text_or_empty(key::unit),
                         repetition_of(core, key::again_here),
                         repetition_of(core, key::again_beside)});
    return wrong;
}

// The kinds' CPUs matter only where there are several.
void read_topology(const JsonFields &topology, NodeFile &file)
{
    for (const JsonFields &kind : topology.objects("kinds")) {
        file.core_kinds.push_back(kind.text(result_key::name));
        file.cpus_of_kind.push_back(kind.cpu_numbers(key::cpus));
    }
}

void read_settings(const JsonFields &node, NodeFile &file)
{
    const JsonFields settings = node.object(key::settings);
    for (const std::string &name : settings.keys())
        file.settings[printable(name)] = settings.text(name.c_str());
}

void read_node(const JsonFields &node, NodeFile &file)
{
    if (node.has(key::schema_version) && node.count(key::schema_version) > newest_schema)
        node.fail(fmt::format("schema_version is {}, and this hashlane reads {}: judge it with the "
                              "hashlane that wrote it",
                              node.count(key::schema_version), newest_schema));
    file.name = node.text(key::name);
    if (!is_node_name(file.name))
        node.fail(fmt::format("'name' is no host name: '{}'", file.name));
    file.job = node.text_or_empty(key::job);
    file.task = node.text_or_empty(key::task);
    file.started = node.text(key::started);
    file.seconds = node.number(key::seconds);
    file.complete = node.flag(key::complete);
    file.incomplete_reason = node.text_or_empty(key::incomplete_reason);
    read_settings(node, file);
    file.sensors = sensors_of(node.object(key::sensors));
    for (const JsonFields &columns : node.objects(key::cores))
        file.cores.push_back(columns_of(columns));
    file.wrong_cores = wrong_cores_of(node);
}

JsonFields program_of(const JsonFields &report)
{
    if (report.has(result_key::context) &&
        report.object(result_key::context).has(result_key::hashlane)) {
        const JsonFields program = report.object(result_key::context).object(result_key::hashlane);
        if (program.has_value(key::node))
            return program;
    }
    report.fail("not a node file: it has no 'context.hashlane.node'; 'hashlane node --out' "
                "writes one");
}

// JSON of an object that ends before the object does.
bool is_cut(const std::string &text, const std::string &problem)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const bool begins = first == std::string::npos || text[first] == '{';
    const std::size_t last = text.find_last_not_of(" \t\r\n");
    const bool ends = last != std::string::npos && text[last] == '}';
    return begins && (!ends || problem.find("not JSON") != std::string::npos);
}

} // namespace

bool is_node_name(const std::string &name)
{
    const auto is_alphanumeric = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    };
    return !name.empty() && name.size() <= longest_name && is_alphanumeric(name.front()) &&
           std::ranges::all_of(name, [&](char c) {
               return is_alphanumeric(c) || c == '.' || c == '-' || c == '_';
           });
}

NodeFile node_file_of(const std::string &text, const std::string &path)
{
    std::optional<JsonDocument> document;
    try {
        document.emplace(text, printable(path));
    } catch (const BadFile &bad) {
        if (is_cut(text, bad.what()))
            throw CutFile(bad.what());
        throw;
    }
    const JsonFields program = program_of(document->fields());
    NodeFile file;
    file.path = printable(path);
    file.cpu_model = program.text_or_empty(result_key::cpu_model);
    file.cpu_identity = program.text_or_empty(result_key::cpu_identity);
    file.version = program.text_or_empty(result_key::version);
    if (program.has_value(result_key::topology))
        read_topology(program.object(result_key::topology), file);
    read_node(program.object(key::node), file);
    file.settings[result_key::microcode] = program.text_or_empty(result_key::microcode);
    if (document->fields().has_value(result_key::mismatches))
        file.mismatches = document->fields().objects(result_key::mismatches).size();
    return file;
}

} // namespace hashlane
