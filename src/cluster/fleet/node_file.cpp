// SPDX-License-Identifier: MIT
#include "node_file.h"

#include "../../machine/system/lists.h"
#include "../../machine/system/text.h"
#include "../../results/device_hardware.h"
#include "../../results/fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace hashlane::cluster {
namespace {

constexpr unsigned newest_schema = 1;
constexpr const char *schema_version = "schema_version";

// ---- Values with a spelling of their own.

using Again = std::optional<std::pair<unsigned, unsigned>>;

results::Json again_json(const Again &again)
{
    return again ? results::Json(results::Json::Array{again->first, again->second})
                 : results::Json();
}

Again read_again(const results::JsonFields &fields, const char *key)
{
    if (!fields.has_value(key))
        return {};
    std::vector<unsigned> counts;
    results::FieldReader{fields}(key, counts);
    if (counts.size() != 2)
        fields.fail(fmt::format("'{}' is not two numbers: wrong, and of how many", key));
    return std::pair(counts[0], counts[1]);
}

constexpr auto read_numbers = std::mem_fn(&results::JsonFields::numbers_or_nan);

results::Json whole_numbers(const std::vector<double> &numbers)
{
    results::Json values = results::Json::array();
    for (const double number : numbers)
        values.push_back(std::isnan(number) ? results::Json()
                                            : results::Json(std::llround(number)));
    return values;
}

constexpr auto zeros_and_ones = [](const std::vector<bool> &flags) {
    return std::vector<int>(flags.begin(), flags.end());
};

std::vector<bool> read_flags(const results::JsonFields &fields, const char *key)
{
    const std::vector<double> numbers = fields.numbers(key);
    return {numbers.begin(), numbers.end()};
}

using Texts = std::map<std::string, std::string>;

Texts without_microcode(Texts settings)
{
    settings.erase(results::result_key::microcode); // the context has it
    return settings;
}

constexpr auto read_settings = std::mem_fn(&results::JsonFields::texts_by_name);

// ---- The fields, written and read.

constexpr auto module_fields = [](auto &file, auto &module) {
    file("label", module.label);
    file("corrected", module.corrected);
    file("uncorrected", module.uncorrected);
};

constexpr auto sensors_fields = [](auto &file, auto &sensors) {
    file.with_sign("temperature_c", sensors.temperature_c);
    file("throttle_count", sensors.throttle_count);
    file("steal_share", sensors.steal_share);
    file("load_average", sensors.load_average);
    file("memory_errors_corrected", sensors.memory_errors_corrected);
    file("memory_errors_corrected_now", sensors.memory_errors_corrected_now);
    file("memory_errors_uncorrected", sensors.memory_errors_uncorrected);
    file("memory_bytes_per_second", sensors.memory_bytes_per_second);
    file.or_default("memory_reason", sensors.memory_reason);
    if (file.has("memory_modules"))
        file.list("memory_modules", sensors.memory_modules, module_fields);
};

constexpr auto remark_fields = [](auto &file, auto &remark) {
    file("cpu", remark.cpu);
    file("remark", remark.remark);
};

bool are_different(std::vector<int> cpus)
{
    std::ranges::sort(cpus);
    return std::ranges::adjacent_find(cpus) == cpus.end();
}

constexpr auto columns_fields = [](auto &file, auto &columns) {
    file("kernel", columns.kernel);
    file("workload", columns.workload);
    file("scope", columns.scope);
    file.derived("at_once", [&] { return columns.at_once; });
    file.derived("bound_cycles_per_unit", [&] { return columns.bound_cycles_per_unit; });
    file("cpus", columns.cpus);
    file.or_nan("cycles_per_unit", columns.cycles_per_unit);
    file.custom("clock_hz", columns.clock_hz, whole_numbers, read_numbers);
    file.custom("noisy", columns.noisy, zeros_and_ones, read_flags);
    file("wrong", columns.wrong);
    file.derived("remarks", [&] {
        return results::FieldWriter::written_list(columns.remarks, remark_fields);
    });
    for (const auto &[key, length] :
         {std::pair("cycles_per_unit", columns.cycles_per_unit.size()),
          std::pair("clock_hz", columns.clock_hz.size()), std::pair("noisy", columns.noisy.size()),
          std::pair("wrong", columns.wrong.size())})
        file.require(length == columns.cpus.size(), "'{}' has {} values for {} CPUs", key, length,
                     columns.cpus.size());
    file.require(are_different(columns.cpus), "'cpus' has a number twice");
};

constexpr auto wrong_fields = [](auto &file, auto &core) {
    file.count_up_to_a_million("cpu", core.cpu);
    file("kernel", core.kernel);
    file.or_default("unit", core.unit);
    file.custom("again_here", core.again_here, again_json, read_again);
    file.custom("again_beside", core.again_beside, again_json, read_again);
};

constexpr auto soak_fields = [](auto &file, auto &soak) {
    file.derived("seconds", [&] { return soak.seconds; });
    file.derived("proven_share", [&] { return soak.proven_share; });
    file.or_default("kernels", soak.kernels);
    file.or_default("reached", soak.reached);
    file.list("wrong", soak.wrong, wrong_fields);
};

constexpr auto device_figure_fields = [](auto &file, auto &figure) {
    file("kernel", figure.kernel);
    file("workload", figure.workload);
    file("scope", figure.scope);
    file.rounded("units_per_second", figure.units_per_second);
    file.rounded("clock_hz", figure.clock_hz);
    file.with_sign("temperature_celsius", figure.celsius);
    file("watts", figure.watts);
    file("limits", figure.limits);
    file("throttled_launches", figure.throttled_launches);
    file("noisy", figure.noisy);
    file("remark", figure.remark);
    file("wrong", figure.wrong);
};

constexpr auto device_copies_fields = [](auto &file, auto &copies) {
    file("scope", copies.scope);
    file.rounded("to_bytes_per_second", copies.to_bytes_per_second);
    file.rounded("from_bytes_per_second", copies.from_bytes_per_second);
};

constexpr auto device_memory_fields = [](auto &file, auto &memory) {
    file("bytes", memory.bytes);
    file("wrong_words", memory.wrong_words);
    file.rounded("bytes_per_second", memory.bytes_per_second);
};

constexpr auto wrong_device_fields = [](auto &file, auto &wrong) {
    file("kernel", wrong.kernel);
    file.times("again", wrong.again, wrong.tries);
};

constexpr auto device_soak_fields = [](auto &file, auto &soak) {
    file("seconds", soak.seconds);
    file("units", soak.units);
    file.list("wrong", soak.wrong, wrong_device_fields);
};

constexpr auto device_fields = [](auto &file, auto &device) {
    file("id", device.id);
    file("name", device.name);
    file("architecture", device.architecture);
    file("memory_bytes", device.memory_bytes);
    file("compute_units", device.compute_units);
    results::device_hardware_fields(file, device.hardware);
    file.list("figures", device.figures, device_figure_fields);
    file.list("copies", device.copies, device_copies_fields);
    file.object("memory", device.memory, device_memory_fields);
    file.object("soak", device.soak, device_soak_fields);
    file("other_processes_before", device.other_processes_before);
    file("other_processes_after", device.other_processes_after);
    file("failure", device.failure);
};

results::Json devices_json(const std::optional<std::vector<NodeDevice>> &devices)
{
    return devices ? results::FieldWriter::written_list(*devices, device_fields) : results::Json();
}

std::optional<std::vector<NodeDevice>> read_devices(const results::JsonFields &fields,
                                                    const char *key)
{
    if (!fields.has_value(key))
        return std::nullopt;
    std::vector<NodeDevice> devices;
    results::FieldReader(fields).list(key, devices, device_fields);
    return devices;
}

constexpr auto l3_fields = [](auto &file, auto &cpus) { file("cpus", cpus); };

constexpr auto node_fields = [](auto &file, auto &node) {
    file.derived(schema_version, [] { return newest_schema; });
    file("name", node.name);
    file.or_default("job", node.job);
    file.or_default("task", node.task);
    file("started", node.started);
    file("seconds", node.seconds);
    file("complete", node.complete);
    file.or_default("incomplete_reason", node.incomplete_reason);
    file.derived("allowed_cpus", [&] { return node.allowed_cpus; });
    file.custom("settings", node.settings, without_microcode, read_settings);
    file.or_default("hardware", node.hardware);
    file.part("sensors", node.sensors, sensors_fields);
    if (file.has("l3"))
        file.list("l3", node.l3, l3_fields);
    file.list("cores", node.cores, columns_fields);
    file.object("soak", node.soak, soak_fields);
    file.custom("devices", node.devices.list, devices_json, read_devices);
    file.or_default("devices_present", node.devices.present);
    file.or_default("devices_visible", node.devices.visible);
    file.or_default("devices_hidden_by", node.devices.hidden_by);
};

// ---- The file.

void read_node(const results::JsonFields &json, NodeFile &node)
{
    if (json.has(schema_version) && json.count(schema_version) > newest_schema)
        json.fail(fmt::format("schema_version is {}, and this hashlane reads {}: judge it with "
                              "the hashlane that wrote it",
                              json.count(schema_version), newest_schema));
    results::FieldReader::read(json, node, node_fields);
    if (!is_node_name(node.name))
        json.fail(fmt::format("'name' is no host name: '{}'", node.name));
}

// Reads the program's part of the file, which has the node.
void read_program(const results::JsonFields &program, NodeFile &node)
{
    node.cpu_model = program.text_or_empty(results::result_key::cpu_model);
    node.cpu_identity = program.text_or_empty(results::result_key::cpu_identity);
    node.version = program.text_or_empty(results::result_key::version);
    if (program.has_value(results::result_key::topology)) {
        const auto topology = program.object(results::result_key::topology);
        for (const results::JsonFields &kind : topology.objects("kinds")) {
            node.core_kinds.push_back(kind.text(results::result_key::name));
            node.cpus_of_kind.push_back(kind.cpu_numbers(results::result_key::cpus));
        }
        if (topology.has("cores"))
            for (const results::JsonFields &core : topology.objects("cores")) {
                int package = 0, numa_node = 0;
                results::FieldReader file(core);
                file("package", package);
                file("numa_node", numa_node);
                add_to_parts(node, core.cpu_numbers(results::result_key::cpus), package, numa_node);
            }
    }
    read_node(program.object(node_key), node);
    add_caches_to_parts(node);
    if (node.sensors.memory_bytes_per_second == 0.0) // as with cycles: it was not measured
        node.sensors.memory_bytes_per_second.reset();
    if (node.soak && node.soak->reached > node.soak->kernels)
        program.object(node_key).object("soak").fail("'reached' is above 'kernels'");
    node.settings[results::result_key::microcode] =
        program.text_or_empty(results::result_key::microcode);
}

results::JsonFields program_of(const results::JsonFields &report)
{
    if (report.has(results::result_key::context) &&
        report.object(results::result_key::context).has(results::result_key::hashlane)) {
        const results::JsonFields program =
            report.object(results::result_key::context).object(results::result_key::hashlane);
        if (program.has_value(node_key))
            return program;
    }
    report.fail("not a node file: it has no 'context.hashlane.node'; 'hashlane node --out' "
                "writes one");
}

} // namespace

std::string DeviceSet::text() const
{
    return count == 0 ? "" : fmt::format("{} × {}", count, names);
}

std::span<const NodeDevice> NodeDevices::listed() const
{
    return list ? std::span<const NodeDevice>(*list) : std::span<const NodeDevice>();
}

std::size_t NodeDevices::count() const
{
    return list ? std::max<std::size_t>(present.value_or(0), list->size()) : 0;
}

void add_to_parts(NodeFile &node, const std::vector<int> &cpus, int package, int numa_node)
{
    for (const std::string &part :
         {"package " + std::to_string(package), "NUMA node " + std::to_string(numa_node)}) {
        std::vector<int> &all = node.parts[part];
        for (const int cpu : cpus)
            all.insert(std::ranges::upper_bound(all, cpu), cpu);
    }
}

void add_caches_to_parts(NodeFile &node)
{
    for (std::size_t i = 0; i < node.l3.size(); ++i) {
        const std::vector<int> &cpus = node.l3[i];
        if (std::ranges::none_of(node.parts, [&](const auto &part) { return part.second == cpus; }))
            node.parts[fmt::format("L3 {}", i)] = cpus;
    }
}

bool is_name_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '-' || c == '_';
}

bool is_node_name(const std::string &name)
{
    return !name.empty() && name.size() <= longest_name &&
           std::string_view(".-_").find(name.front()) == std::string_view::npos &&
           std::ranges::all_of(name, is_name_character);
}

bool has_wrong(const NodeFile &node)
{
    const auto is_wrong = [](const CoreColumns &columns) {
        return std::ranges::any_of(columns.wrong, [](unsigned wrong) { return wrong > 0; });
    };
    const auto is_wrong_device = [](const NodeDevice &device) {
        return (device.soak && !device.soak->wrong.empty()) ||
               (device.memory && device.memory->wrong_words > 0) ||
               std::ranges::any_of(device.figures,
                                   [](const DeviceFigure &figure) { return figure.wrong > 0; });
    };
    return node.mismatches > 0 || (node.soak && !node.soak->wrong.empty()) ||
           std::ranges::any_of(node.cores, is_wrong) ||
           std::ranges::any_of(node.devices.listed(), is_wrong_device);
}

const std::string &setting_of(const NodeFile &node, const std::string &setting)
{
    static const std::string none;
    const auto found = node.settings.find(setting);
    return found == node.settings.end() ? none : found->second;
}

bool is_replaced(const std::map<std::string, std::string> &hardware_before,
                 const std::map<std::string, std::string> &hardware_now)
{
    return std::ranges::any_of(std::array{"board_serial", "cpu_ppin"}, [&](const char *part) {
        const auto before = hardware_before.find(part), now = hardware_now.find(part);
        return before != hardware_before.end() && now != hardware_now.end() &&
               before->second != now->second;
    });
}

results::Json node_json(const NodeFile &node)
{
    return results::FieldWriter::written(node, node_fields);
}

NodeFile node_file_of(const std::string &text, const std::string &path)
{
    std::optional<results::JsonDocument> document;
    try {
        document.emplace(text, machine::printable(path));
    } catch (const results::BadFile &bad) {
        throw SpoiltFile(bad.what());
    }
    const results::JsonFields program = program_of(document->fields());
    NodeFile node;
    node.path = machine::printable(path);
    try {
        read_program(program, node);
        if (document->fields().has_value(results::result_key::mismatches))
            node.mismatches = document->fields().objects(results::result_key::mismatches).size();
    } catch (const results::BadFile &bad) {
        throw SpoiltFile(bad.what());
    }
    return node;
}

} // namespace hashlane::cluster
