// SPDX-License-Identifier: MIT
#include "node_file.h"

#include "../../machine/system/text.h"
#include "../../results/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hashlane::cluster {
namespace {

constexpr unsigned newest_schema = 1;
constexpr const char *schema_version = "schema_version";
constexpr std::size_t longest_name = 255;
constexpr unsigned most_wrong = 4'000'000'000;
constexpr double most_cpus = 1e6, most_counted = 1e18;

// ---- The fields. Each stands here once; a NodeWriter writes it, a NodeReader reads it.

template <class Archive, class Value> using Of = typename Archive::template Of<Value>;

template <class Archive> void fields(Archive &archive, Of<Archive, NodeSensors> &sensors)
{
    archive.field("temperature_c", sensors.temperature_c);
    archive.field("throttle_count", sensors.throttle_count);
    archive.field("steal_share", sensors.steal_share);
    archive.field("load_average", sensors.load_average);
    archive.field("memory_errors_corrected", sensors.memory_errors_corrected);
    archive.field("memory_errors_corrected_now", sensors.memory_errors_corrected_now);
    archive.field("memory_errors_uncorrected", sensors.memory_errors_uncorrected);
    archive.field("memory_bytes_per_second", sensors.memory_bytes_per_second);
}

template <class Archive> void fields(Archive &archive, Of<Archive, CoreColumns> &columns)
{
    archive.field(node_key::kernel, columns.kernel);
    archive.field(node_key::workload, columns.workload);
    archive.field(node_key::scope, columns.scope);
    archive.only_written("at_once", columns.at_once);
    archive.only_written("bound_cycles_per_unit", columns.bound_cycles_per_unit);
    archive.field("cpus", columns.cpus);
    archive.field(node_key::cycles_per_unit, columns.cycles_per_unit);
    archive.whole_numbers(node_key::clock_hz, columns.clock_hz);
    archive.field("noisy", columns.noisy);
    archive.field("wrong", columns.wrong);
    archive.only_written("remarks", columns.remarks);
}

template <class Archive> void fields(Archive &archive, Of<Archive, WrongCore> &core)
{
    archive.field("cpu", core.cpu);
    archive.field(node_key::kernel, core.kernel);
    archive.field_or_empty("unit", core.unit);
    archive.field("again_here", core.again_here);
    archive.field("again_beside", core.again_beside);
}

template <class Archive> void fields(Archive &archive, Of<Archive, NodeSoak> &soak)
{
    archive.only_written("seconds", soak.seconds);
    archive.only_written("proven_share", soak.proven_share);
    archive.objects("wrong", soak.wrong);
}

template <class Archive> void fields(Archive &archive, Of<Archive, NodeFile> &node)
{
    archive.field("name", node.name);
    archive.field_or_empty("job", node.job);
    archive.field_or_empty("task", node.task);
    archive.field(node_key::started, node.started);
    archive.field("seconds", node.seconds);
    archive.field("complete", node.complete);
    archive.field_or_empty("incomplete_reason", node.incomplete_reason);
    archive.only_written("allowed_cpus", node.allowed_cpus);
    archive.field(node_key::settings, node.settings);
    archive.field_or_empty(node_key::hardware, node.hardware);
    archive.object("sensors", node.sensors);
    archive.objects("cores", node.cores);
    archive.object_or_null("soak", node.soak);
}

// ---- Writing.

class NodeWriter {
public:
    template <class Value> using Of = const Value;

    template <class Value> void field(const char *key, const Value &value)
    {
        json[key] = json_of(value);
    }
    template <class Value> void field_or_empty(const char *key, const Value &value)
    {
        field(key, value);
    }
    template <class Value> void only_written(const char *key, const Value &value)
    {
        field(key, value);
    }
    void whole_numbers(const char *key, const std::vector<double> &numbers)
    {
        results::Json &values = json[key] = results::Json::array();
        for (const double number : numbers)
            values.push_back(std::isnan(number) ? results::Json()
                                                : results::Json(std::llround(number)));
    }
    template <class Object> void object(const char *key, const Object &object)
    {
        json[key] = written(object);
    }
    template <class Object> void object_or_null(const char *key, const std::optional<Object> &one)
    {
        json[key] = one ? written(*one) : results::Json();
    }
    template <class Object> void objects(const char *key, const std::vector<Object> &all)
    {
        results::Json values = results::Json::array();
        for (const Object &one : all)
            values.push_back(written(one));
        json[key] = std::move(values);
    }

    results::Json json = results::Json::object();

private:
    template <class Object> static results::Json written(const Object &object)
    {
        NodeWriter writer;
        fields(writer, object);
        return std::move(writer.json);
    }

    // Values that are not numbers are written as null.
    template <class Value> static results::Json json_of(const Value &value)
    {
        return results::Json(value);
    }

    static results::Json json_of(const std::vector<bool> &flags)
    {
        results::Json values = results::Json::array();
        for (const bool flag : flags)
            values.push_back(flag ? 1 : 0);
        return values;
    }

    static results::Json json_of(const std::optional<std::pair<unsigned, unsigned>> &again)
    {
        return again ? results::Json(results::Json::Array{again->first, again->second})
                     : results::Json();
    }

    static results::Json json_of(const std::vector<CoreRemark> &remarks)
    {
        results::Json values = results::Json::array();
        for (const CoreRemark &one : remarks)
            values.push_back({{"cpu", one.cpu}, {"remark", one.remark}});
        return values;
    }

    static results::Json json_of(const std::map<std::string, std::string> &settings)
    {
        results::Json values = results::Json::object();
        for (const auto &[name, value] : settings)
            if (name != results::result_key::microcode) // the context has it
                values[name] = value;
        return values;
    }
};

// ---- Reading.

class NodeReader {
public:
    template <class Value> using Of = Value;

    explicit NodeReader(const results::JsonFields &fields) : fields_(fields) {}

    void field(const char *key, std::string &text) const { text = fields_.text(key); }
    void field_or_empty(const char *key, std::string &text) const
    {
        text = fields_.text_or_empty(key);
    }
    void field(const char *key, bool &flag) const { flag = fields_.flag(key); }
    void field(const char *key, double &number) const { number = fields_.number(key); }
    void field(const char *key, int &cpu) const
    {
        cpu = static_cast<int>(std::min(fields_.number(key), most_cpus));
    }
    void field(const char *key, std::optional<double> &number) const
    {
        if (fields_.has_value(key))
            number = fields_.number(key);
    }
    void field(const char *key, std::optional<std::uint64_t> &count) const
    {
        if (fields_.has_value(key))
            count = static_cast<std::uint64_t>(std::min(fields_.number(key), most_counted));
    }
    void field(const char *key, std::vector<int> &cpus) const { cpus = fields_.cpu_numbers(key); }
    void field(const char *key, std::vector<double> &numbers) const
    {
        numbers = fields_.numbers_or_nan(key);
    }
    void whole_numbers(const char *key, std::vector<double> &numbers) const { field(key, numbers); }
    void field(const char *key, std::vector<bool> &flags) const
    {
        for (const double number : fields_.numbers(key))
            flags.push_back(number != 0);
    }
    void field(const char *key, std::vector<unsigned> &counts) const
    {
        for (const double number : fields_.numbers(key))
            counts.push_back(count_of(number));
    }
    void field(const char *key, std::optional<std::pair<unsigned, unsigned>> &again) const
    {
        if (!fields_.has_value(key))
            return;
        const std::vector<double> counts = fields_.numbers(key);
        if (counts.size() != 2)
            fields_.fail(fmt::format("'{}' is not two numbers: wrong, and of how many", key));
        again.emplace(count_of(counts[0]), count_of(counts[1]));
    }
    void field(const char *key, std::map<std::string, std::string> &texts) const
    {
        const results::JsonFields values = fields_.object(key);
        for (const std::string &name : values.keys()) {
            if (machine::printable(name) != name)
                values.fail(
                    fmt::format("a key with control characters: '{}'", machine::printable(name)));
            texts[name] = values.text(name.c_str());
        }
    }
    void field_or_empty(const char *key, std::map<std::string, std::string> &texts) const
    {
        if (fields_.has_value(key))
            field(key, texts);
    }
    template <class Value> void only_written(const char * /*key*/, const Value & /*value*/) const {}

    template <class Object> void object(const char *key, Object &object) const
    {
        const NodeReader reader(fields_.object(key));
        fields(reader, object);
    }
    template <class Object> void object_or_null(const char *key, std::optional<Object> &one) const
    {
        if (fields_.has_value(key))
            object(key, one.emplace());
    }
    template <class Object> void objects(const char *key, std::vector<Object> &all) const
    {
        for (const results::JsonFields &of_one : fields_.objects(key)) {
            const NodeReader reader(of_one);
            fields(reader, all.emplace_back());
            require_columns(of_one, all.back());
        }
    }

private:
    static unsigned count_of(double number)
    {
        return static_cast<unsigned>(std::min(number, 1.0 * most_wrong));
    }

    static void require_columns(const results::JsonFields & /*fields*/, const WrongCore & /*core*/)
    {
    }
    static void require_columns(const results::JsonFields &fields, const CoreColumns &columns)
    {
        for (const auto &[key, length] :
             {std::pair(node_key::cycles_per_unit, columns.cycles_per_unit.size()),
              std::pair(node_key::clock_hz, columns.clock_hz.size()),
              std::pair("noisy", columns.noisy.size()), std::pair("wrong", columns.wrong.size())})
            if (length != columns.cpus.size())
                fields.fail(fmt::format("'{}' has {} values for {} CPUs", key, length,
                                        columns.cpus.size()));
    }

    results::JsonFields fields_;
};

void read_node(const results::JsonFields &json, NodeFile &node)
{
    if (json.has(schema_version) && json.count(schema_version) > newest_schema)
        json.fail(fmt::format("schema_version is {}, and this hashlane reads {}: judge it with "
                              "the hashlane that wrote it",
                              json.count(schema_version), newest_schema));
    const NodeReader reader(json);
    fields(reader, node);
    if (!is_node_name(node.name))
        json.fail(fmt::format("'name' is no host name: '{}'", node.name));
}

// The kinds' CPUs matter only if there are several kinds.
void read_topology(const results::JsonFields &topology, NodeFile &node)
{
    for (const results::JsonFields &kind : topology.objects("kinds")) {
        node.core_kinds.push_back(kind.text(results::result_key::name));
        node.cpus_of_kind.push_back(kind.cpu_numbers(results::result_key::cpus));
    }
}

results::JsonFields program_of(const results::JsonFields &report)
{
    if (report.has(results::result_key::context) &&
        report.object(results::result_key::context).has(results::result_key::hashlane)) {
        const results::JsonFields program =
            report.object(results::result_key::context).object(results::result_key::hashlane);
        if (program.has_value(node_key::node))
            return program;
    }
    report.fail("not a node file: it has no 'context.hashlane.node'; 'hashlane node --out' "
                "writes one");
}

// True for JSON of an object that ends before the object does.
bool is_cut(const std::string &text, const std::string &problem)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const bool begins = first == std::string::npos || text[first] == '{';
    const std::size_t last = text.find_last_not_of(" \t\r\n");
    const bool ends = last != std::string::npos && text[last] == '}';
    return begins && (!ends || problem.find("not JSON") != std::string::npos);
}

// ---- Times.

// Both remove the returned part from the beginning of the text; text that does not match is
// unchanged.
std::optional<char> take(std::string_view &text, std::string_view one_of)
{
    if (text.empty() || one_of.find(text.front()) == std::string_view::npos)
        return {};
    const char taken = text.front();
    text.remove_prefix(1);
    return taken;
}
std::optional<int> digits(std::string_view &text, std::size_t count)
{
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (text.size() < count || !std::ranges::all_of(text.substr(0, count), is_digit))
        return {};
    int number = 0;
    for (const char c : text.substr(0, count))
        number = 10 * number + (c - '0');
    text.remove_prefix(count);
    return number;
}

// Parses "+01:30", "-0500", "Z", or nothing; returns false for another text.
bool read_offset(std::string_view text, std::optional<std::chrono::minutes> &offset)
{
    const std::optional<char> sign = take(text, "Z+-");
    if (!sign)
        return text.empty();
    offset.emplace(0);
    if (*sign == 'Z')
        return text.empty();
    const std::optional<int> hours = digits(text, 2);
    take(text, ":");
    const std::optional<int> minutes = digits(text, 2);
    if (!hours || !minutes)
        return false;
    *offset = std::chrono::minutes((*sign == '-' ? -1 : 1) * (60 * *hours + *minutes));
    return text.empty();
}

} // namespace

std::optional<IsoTime> parse_iso_time(std::string_view text)
{
    const auto behind = [&](std::string_view separators) {
        return take(text, separators) ? digits(text, 2) : std::nullopt;
    };
    const auto year = digits(text, 4), month = behind("-"), day = behind("-"), hour = behind("T "),
               minute = behind(":");
    if (!year || !month || !day || !hour || !minute || *hour > 23 || *minute > 59)
        return {};
    const std::chrono::year_month_day date{std::chrono::year(*year),
                                           std::chrono::month(static_cast<unsigned>(*month)),
                                           std::chrono::day(static_cast<unsigned>(*day))};
    const int second = take(text, ":") ? digits(text, 2).value_or(99) : 0;
    IsoTime time;
    if (!date.ok() || second > 60 || !read_offset(text, time.offset))
        return {};
    time.time = std::chrono::sys_days(date) + std::chrono::hours(*hour) +
                std::chrono::minutes(*minute) + std::chrono::seconds(second);
    return time;
}

std::optional<double> seconds_of(std::string_view iso_time)
{
    constexpr std::size_t bare = 19, with_z = 20, with_offset = 25; // lengths
    const std::size_t length = iso_time.size();
    const std::optional<IsoTime> time = parse_iso_time(iso_time);
    if (!time || (length != bare && length != with_z && length != with_offset))
        return {};
    const auto since_1970 =
        time->time.time_since_epoch() - time->offset.value_or(std::chrono::minutes(0));
    return std::chrono::duration<double>(since_1970).count();
}

std::string time_now()
{
    using std::chrono::floor;
    const auto now = std::chrono::system_clock::now();
    const auto today = floor<std::chrono::days>(now);
    const std::chrono::year_month_day date(today);
    const std::chrono::hh_mm_ss time(floor<std::chrono::seconds>(now - today));
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}+00:00", static_cast<int>(date.year()),
                       static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                       time.hours().count(), time.minutes().count(), time.seconds().count());
}

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

results::Json node_json(const NodeFile &node)
{
    NodeWriter writer;
    writer.field(schema_version, newest_schema);
    fields(writer, node);
    return std::move(writer.json);
}

NodeFile node_file_of(const std::string &text, const std::string &path)
{
    std::optional<results::JsonDocument> document;
    try {
        document.emplace(text, machine::printable(path));
    } catch (const results::BadFile &bad) {
        if (is_cut(text, bad.what()))
            throw CutFile(bad.what());
        throw;
    }
    const results::JsonFields program = program_of(document->fields());
    NodeFile node;
    node.path = machine::printable(path);
    node.cpu_model = program.text_or_empty(results::result_key::cpu_model);
    node.cpu_identity = program.text_or_empty(results::result_key::cpu_identity);
    node.version = program.text_or_empty(results::result_key::version);
    if (program.has_value(results::result_key::topology))
        read_topology(program.object(results::result_key::topology), node);
    read_node(program.object(node_key::node), node);
    node.settings[results::result_key::microcode] =
        program.text_or_empty(results::result_key::microcode);
    if (document->fields().has_value(results::result_key::mismatches))
        node.mismatches = document->fields().objects(results::result_key::mismatches).size();
    return node;
}

} // namespace hashlane::cluster
