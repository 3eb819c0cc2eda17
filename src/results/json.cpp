// SPDX-License-Identifier: MIT
#include "json.h"

#include "../machine/system/files.h"
#include "../machine/system/lists.h"
#include "../machine/system/text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <climits>
#include <cmath>
#include <limits>

namespace hashlane::results {
namespace {

using Parsed = nlohmann::json;

// No measurement has other sizes; their reciprocals and sums may be no numbers.
bool is_measured(const Parsed &json)
{
    constexpr double least = 1e-30, most = 1e30;
    const double size = json.is_number() ? std::abs(json.get<double>()) : most * 2;
    return size == 0 || (size >= least && size <= most);
}

bool is_amount(const Parsed &json) { return is_measured(json) && json.get<double>() >= 0; }

struct Limits {
    double least = 0, most = 1e30;

    bool hold(double number) const { return number == 0 || (number >= least && number <= most); }
};

// The key names the unit: no processor or device has another clock, rate or cost. The width of a
// cost may be of any size, and with it the end of an interval.
Limits limits_of(std::string_view key)
{
    if (key.ends_with("_hz"))
        return {1e3, 1e12};
    if (key.ends_with("_share"))
        return {0, 1};
    if (key.ends_with("_per_second"))
        return {1e-6, 1e18};
    const bool is_cost = key.find("cycles_per_") != key.npos && !key.starts_with("mad_") &&
                         !key.starts_with("interval_");
    return is_cost ? Limits{1e-6, 1e15} : Limits();
}

std::size_t line_of(std::size_t byte, std::string_view text)
{
    return 1 + static_cast<std::size_t>(std::ranges::count(text.substr(0, byte), '\n'));
}

[[noreturn]] void fail_at(std::size_t byte, const std::string &text, const std::string &file)
{
    byte = std::min(byte, text.size());
    throw BadFile(fmt::format("'{}': not JSON at line {}, byte {} of {}: truncated or damaged",
                              file, line_of(byte, text), byte, text.size()));
}

// As much as all samples of 768 CPUs take.
constexpr std::size_t most_json_bytes = std::size_t{256} << 20;

// A value takes some hundred bytes of memory, however short it is; a number, of which a machine of
// hundreds of CPUs has millions (--samples), an eighth of that.
constexpr std::size_t most_values = 4'000'000, size_of_value = 8, size_of_number = 1;

void require_size(std::size_t size, const std::string &file)
{
    constexpr std::size_t most = most_values * size_of_value;
    if (size > most)
        throw BadFile(
            fmt::format("'{}': it has more than {} values or {} numbers", file, most_values, most));
}

// Makes the value while it reads the text, so that a text with more than a file of the program, or
// with two values for one key, of which another reader may take the other, is read no further. (The
// callback of nlohmann's own parser looks at all elements of an array after each of them.)
class Reader final : public Parsed::json_sax_t {
public:
    explicit Reader(const std::string &file) : file_(file) {}

    /// Returns a discarded value for a text that is not JSON.
    Parsed read(std::string_view text)
    {
        failed_at_ = text.find('\0'); // where nlohmann's parser would take the text to end
        if (failed_at_ != text.npos)
            return Parsed(Parsed::value_t::discarded);
        return Parsed::sax_parse(text, this) ? std::move(whole_)
                                             : Parsed(Parsed::value_t::discarded);
    }
    std::size_t failed_at() const { return failed_at_; }
    std::size_t size() const { return size_; } ///< of all values, for require_size()

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return add(value, size_of_number); }
    bool number_unsigned(number_unsigned_t value) override { return add(value, size_of_number); }
    bool number_float(number_float_t value, const string_t & /*text*/) override
    {
        return add(value, size_of_number);
    }
    bool string(string_t &value) override { return add(std::move(value)); }
    bool binary(binary_t &value) override { return add(std::move(value)); }
    bool start_array(std::size_t /*elements*/) override { return open(Parsed::array()); }
    bool start_object(std::size_t /*elements*/) override { return open(Parsed::object()); }
    bool end_object() override { return end_array(); }
    bool end_array() override
    {
        open_.pop_back();
        return true;
    }
    bool key(string_t &key) override
    {
        auto &members = open_.back()->get_ref<Parsed::object_t &>();
        const auto [member, is_new] = members.try_emplace(key);
        if (!is_new)
            throw BadFile(fmt::format("'{}': an object has the key '{}' twice", file_,
                                      machine::printable(key)));
        member_ = &member->second;
        size_ += size_of_value;
        return true;
    }
    bool parse_error(std::size_t at, const std::string & /*token*/,
                     const nlohmann::detail::exception &error) override
    {
        if (dynamic_cast<const Parsed::out_of_range *>(&error) != nullptr)
            throw BadFile(
                fmt::format("'{}': it has a number that is larger than any measurement", file_));
        failed_at_ = at;
        return false;
    }

private:
    Parsed &put(auto &&value, std::size_t size)
    {
        require_size(size_ += size, file_);
        if (open_.empty())
            return whole_ = Parsed(std::forward<decltype(value)>(value));
        if (auto *const array = open_.back()->get_ptr<Parsed::array_t *>())
            return array->emplace_back(std::forward<decltype(value)>(value));
        return *member_ = Parsed(std::forward<decltype(value)>(value));
    }
    bool add(auto &&value, std::size_t size = size_of_value)
    {
        put(std::forward<decltype(value)>(value), size);
        return true;
    }
    bool open(Parsed structure)
    {
        open_.push_back(&put(std::move(structure), size_of_value));
        return true;
    }

    const std::string &file_;
    Parsed whole_;
    std::vector<Parsed *> open_; ///< arrays and objects that are not at their end
    Parsed *member_ = nullptr;   ///< of the last key
    std::size_t size_ = 0, failed_at_ = 0;
};

// The first line says what it is: there the context is alone and whole.
bool is_stream(const std::string &text, const std::string &file)
{
    const std::size_t end = text.find('\n');
    if (end == std::string::npos || end > most_json_bytes)
        return false;
    const Parsed first = Reader(file).read(std::string_view(text).substr(0, end));
    return first.is_object() && first.contains(result_key::context) &&
           !first.contains(result_key::benchmarks);
}

// Puts a stream of JSON lines together as a file of 'run --out' has it (docs/reference/json.md). A
// line that was not finished, when the program ended or a disk was full, counts as not written.
// A second run in the stream would replace the rows and the wrong results of the first.
// Only what is kept takes memory: a row has a line for each of its visits, with all before it.
Parsed report_of_stream(const std::string &text, const std::string &file)
{
    struct SizedRow {
        Parsed row;
        std::size_t size = 0;
    };
    Parsed report = Parsed::object();
    std::map<std::size_t, SizedRow> rows;
    std::size_t size = 0;
    for (std::size_t from = 0, end = 0; (end = text.find('\n', from)) != std::string::npos;
         from = end + 1) {
        Reader reader(file);
        const std::string_view line_text = std::string_view(text).substr(from, end - from);
        Parsed line = reader.read(line_text);
        if (line.is_discarded() && reader.failed_at() > line_text.size())
            continue;
        size += reader.size();
        if (line.is_object() && !line.contains(result_key::place)) {
            for (const auto &[key, value] : line.items())
                if (report.contains(key))
                    throw BadFile(fmt::format("'{}': line {} has a second '{}': a file has one "
                                              "run; write each run to a file of its own",
                                              file, line_of(from, text), machine::printable(key)));
            report.update(line);
        } else if (line.is_object() && line[result_key::place].is_number_unsigned() &&
                   line.contains(result_key::row)) {
            SizedRow &kept = rows[line[result_key::place].get<std::size_t>()];
            size -= kept.size;
            kept = {std::move(line[result_key::row]), reader.size()};
        } else {
            fail_at(from, text, file);
        }
        require_size(size, file);
    }
    Parsed &all = report[result_key::benchmarks] = Parsed::array();
    for (auto &[place, kept] : rows)
        if (!kept.row.is_null())
            all.push_back(std::move(kept.row));
    return report;
}

Parsed parsed(const std::string &text, const std::string &file)
try {
    if (is_stream(text, file)) // of a line for each visit, of which few are kept
        return report_of_stream(text, file);
    if (text.size() > most_json_bytes)
        throw BadFile(fmt::format("'{}': it is larger than {} MiB", file, most_json_bytes >> 20));
    Reader reader(file);
    Parsed whole = reader.read(text);
    if (whole.is_discarded())
        fail_at(reader.failed_at(), text, file);
    return whole;
} catch (const std::bad_alloc &) {
    throw BadFile(fmt::format("'{}': no memory is left to read it", file));
}

constexpr std::size_t indent = 2;

template <class Scalar> std::string spelled(const Scalar &value)
{
    return Parsed(value).dump(-1, ' ', false, Parsed::error_handler_t::replace);
}

// Arrays of numbers are on one line: there are thousands of samples.
bool is_on_one_line(const Json &json)
{
    const auto is_number_or_null = [](const Json &one) {
        return one.is<double>() || one.is<std::int64_t>() || one.is<std::uint64_t>() ||
               one.is<std::nullptr_t>();
    };
    if (const auto *const array = std::get_if<Json::Array>(&json.value()))
        return std::ranges::all_of(*array, is_number_or_null);
    const auto *const object = std::get_if<Json::Object>(&json.value());
    return object == nullptr || object->keys.empty();
}

// `in_lines`: each element on a line of its own, indented.
void add(std::string &text, const Json &json, bool in_lines, std::size_t depth = 0)
{
    const bool lines = in_lines && !is_on_one_line(json);
    const auto begin_line = [&](std::size_t depth_of_line) {
        if (lines)
            text.append("\n").append(indent * depth_of_line, ' ');
    };
    const auto add_elements = [&](const char *brackets, std::size_t count, const auto &add_one) {
        text += brackets[0];
        for (std::size_t i = 0; i < count; ++i) {
            text += i == 0 ? "" : ",";
            begin_line(depth + 1);
            add_one(i);
        }
        begin_line(depth);
        text += brackets[1];
    };
    const auto add_value = [&](const auto &value) {
        using Kind = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<Kind, Json::Array>)
            add_elements("[]", value.size(),
                         [&](std::size_t i) { add(text, value[i], lines, depth + 1); });
        else if constexpr (std::is_same_v<Kind, Json::Object>)
            add_elements("{}", value.keys.size(), [&](std::size_t i) {
                text += spelled(value.keys[i]) + (lines ? ": " : ":");
                add(text, value.values[i], lines, depth + 1);
            });
        else
            text += spelled(value);
    };
    std::visit(add_value, json.value());
}

std::string text_of(const Json &json, bool in_lines)
{
    std::string text;
    add(text, json, in_lines);
    return text + "\n";
}

} // namespace

JsonFields::JsonFields(const Parsed &json, std::string file, std::string where)
    : json_(json), file_(std::move(file)), where_(std::move(where))
{
    if (!json.is_object())
        fail("not an object");
}

bool JsonFields::has(const char *key) const { return json_.contains(key); }

bool JsonFields::has_value(const char *key) const
{
    const auto found = json_.find(key);
    return found != json_.end() && !found->is_null();
}

std::string JsonFields::text(const char *key) const
{
    const Parsed &json = at(key);
    require(json.is_string(), key, "a text");
    return machine::printable(json.get<std::string>());
}

std::string JsonFields::text_or_empty(const char *key) const { return has(key) ? text(key) : ""; }

bool JsonFields::flag(const char *key) const
{
    const Parsed &json = at(key);
    require(json.is_boolean(), key, "true or false");
    return json.get<bool>();
}

double JsonFields::number(const char *key) const
{
    const Parsed &json = at(key);
    require(is_amount(json), key, "a number of at least 0");
    const double number = json.get<double>();
    require_plausible(key, {&number, 1});
    return number;
}

double JsonFields::number_or_nan(const char *key) const
{
    return at(key).is_null() ? std::numeric_limits<double>::quiet_NaN() : number(key);
}

double JsonFields::signed_number(const char *key) const
{
    const Parsed &json = at(key);
    require(is_measured(json), key, "a number");
    return json.get<double>();
}

unsigned JsonFields::count(const char *key) const
{
    constexpr unsigned highest = 1000000;
    const Parsed &json = at(key);
    require(json.is_number_integer() && json.get<double>() >= 1 && json.get<double>() <= highest,
            key, "a whole number above 0");
    return json.get<unsigned>();
}

std::uint64_t JsonFields::whole(const char *key) const
{
    const Parsed &json = at(key);
    require(json.is_number_unsigned(), key, "a whole number of at least 0");
    return json.get<std::uint64_t>();
}

std::optional<std::string> JsonFields::find_text(const char *key) const
{
    return has(key) && json_[key].is_string() ? std::optional(text(key)) : std::nullopt;
}

std::optional<std::uint64_t> JsonFields::find_whole(const char *key) const
{
    return has(key) && json_[key].is_number_unsigned() ? std::optional(whole(key)) : std::nullopt;
}

std::vector<double> JsonFields::numbers(const char *key) const
{
    const Parsed &elements = array(key);
    require(std::ranges::all_of(elements, is_amount), key, "an array of numbers of at least 0");
    auto numbers = elements.get<std::vector<double>>();
    require_plausible(key, numbers);
    return numbers;
}

std::vector<double> JsonFields::numbers_or_nan(const char *key) const
{
    const Parsed &elements = array(key);
    const auto is_known = [](const Parsed &json) { return json.is_null() || is_amount(json); };
    require(std::ranges::all_of(elements, is_known), key,
            "an array of numbers of at least 0 and nulls");
    auto numbers = machine::each(elements, [](const Parsed &number) {
        return number.is_null() ? std::numeric_limits<double>::quiet_NaN() : number.get<double>();
    });
    require_plausible(key, numbers);
    return numbers;
}

std::vector<std::string> JsonFields::texts(const char *key) const
{
    const Parsed &elements = array(key);
    require(std::ranges::all_of(elements, [](const Parsed &json) { return json.is_string(); }), key,
            "an array of texts");
    return machine::each(
        elements, [](const Parsed &text) { return machine::printable(text.get<std::string>()); });
}

std::map<std::string, std::string> JsonFields::texts_by_name(const char *key) const
{
    const JsonFields values = object(key);
    std::map<std::string, std::string> texts;
    for (const std::string &name : values.keys()) {
        if (machine::printable(name) != name)
            values.fail(
                fmt::format("a key with control characters: '{}'", machine::printable(name)));
        texts[name] = values.text(name.c_str());
    }
    return texts;
}

std::vector<std::string> JsonFields::keys() const
{
    std::vector<std::string> keys;
    for (const auto &[key, value] : json_.items())
        keys.push_back(key);
    return keys;
}

const Parsed &JsonFields::array(const char *key) const
{
    const Parsed &json = at(key);
    require(json.is_array(), key, "an array");
    return json;
}

JsonFields JsonFields::object(const char *key) const { return {at(key), file_, place_of(key)}; }

std::vector<int> JsonFields::cpu_numbers(const char *key) const
{
    const auto is_cpu_number = [](const Parsed &json) {
        return json.is_number_unsigned() && json.get<std::uint64_t>() <= INT_MAX;
    };
    const Parsed &elements = array(key);
    require(std::ranges::all_of(elements, is_cpu_number), key, "an array of CPU numbers");
    return elements.get<std::vector<int>>();
}

std::vector<JsonFields> JsonFields::objects(const char *key) const
{
    const Parsed &elements = array(key);
    std::vector<JsonFields> objects;
    objects.reserve(elements.size());
    const std::string place = place_of(key) + "[";
    for (std::size_t i = 0; i < elements.size(); ++i)
        objects.emplace_back(elements[i], file_, place + std::to_string(i) + "]");
    return objects;
}

JsonFields JsonFields::named(const std::string &name) const
{
    return {json_, file_, fmt::format("{} ({})", where_, name)};
}

void JsonFields::fail(const std::string &problem) const
{
    throw BadFile(fmt::format("'{}': {}{}", file_, where_.empty() ? "" : where_ + ": ", problem));
}

std::string JsonFields::place_of(const char *key) const
{
    return (where_.empty() ? "" : where_ + ".") + key;
}

const Parsed &JsonFields::at(const char *key) const
{
    const auto found = json_.find(key);
    if (found == json_.end())
        fail(fmt::format("'{}' is missing", key));
    return *found;
}

void JsonFields::require(bool right, const char *key, const char *what) const
{
    if (!right)
        fail(fmt::format("'{}' is not {}", key, what));
}

void JsonFields::require_plausible(const char *key, std::span<const double> numbers) const
{
    const Limits limits = limits_of(key); // once: a node has an array for each kernel
    const auto is_plausible = [&](double number) {
        return std::isnan(number) || limits.hold(number);
    };
    if (!std::ranges::all_of(numbers, is_plausible))
        fail(fmt::format("'{}' is of no processor or device", key));
}

JsonDocument::JsonDocument(const std::string &text, std::string file)
    : json_(std::make_unique<const Parsed>(parsed(text, file))),
      fields_(*json_, std::move(file), "")
{
}

JsonDocument::~JsonDocument() = default;

Json::Json(std::initializer_list<Member> members) : value_(Object())
{
    for (const Member &member : members)
        (*this)[member.key] = member.value;
}

Json::Json(const std::map<std::string, std::string> &texts) : value_(Object())
{
    for (const auto &[name, text] : texts)
        (*this)[name] = text;
}

Json &Json::operator[](std::string_view key)
{
    if (std::holds_alternative<std::nullptr_t>(value_))
        value_ = Object();
    auto &[keys, values] = std::get<Object>(value_);
    const auto found = std::ranges::find(keys, key);
    if (found != keys.end())
        return values[static_cast<std::size_t>(found - keys.begin())];
    keys.emplace_back(key);
    return values.emplace_back();
}

void Json::push_back(Json value) { std::get<Array>(value_).push_back(std::move(value)); }

std::string json_text(const Json &json) { return text_of(json, true); }

std::string json_line(const Json &json) { return text_of(json, false); }

double six_digits(double value) { return machine::leading_number(fmt::format("{:.6g}", value)); }

Json rounded(const std::optional<double> &value)
{
    return value && !std::isnan(*value) ? Json(six_digits(*value)) : Json();
}

Json rounded_each(const std::vector<double> &values)
{
    return machine::each(values, [](double value) { return rounded(value); });
}

std::string text_of_result_file(const std::string &path)
{
    const machine::FileContent file = machine::read_regular_file(path);
    if (!file.problem.empty())
        throw BadFile(fmt::format("cannot {} '{}': {}", file.failed_to, machine::printable(path),
                                  file.problem));
    if (file.text.empty())
        throw BadFile(
            fmt::format("'{}' is empty: measure again with --out", machine::printable(path)));
    return file.text;
}

} // namespace hashlane::results
