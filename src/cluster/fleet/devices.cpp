// SPDX-License-Identifier: MIT
#include "devices.h"

#include "../../machine/system/cpus.h"
#include "../../machine/system/lists.h"
#include "../../machine/system/text.h"
#include "../../statistics/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace hashlane::cluster {

// ---- The kind of a device, and its values.

namespace {

// A property that is compared, with its limits: smaller differences do not matter in practice.
struct DeviceMeasure {
    const char *name;
    const char *unit; // of a thousand millions
    double least_alone, least_together;

    double least(const FigureKey &key) const
    {
        return key.scope == scope_alone ? least_alone : least_together;
    }
};

// Ten runs on one H200 had rates within 0.06 %; copies vary with the place of a thread.
constexpr DeviceMeasure rate_measure{"rate", "G/s", 0.02, 0.03},
    clock_measure{"clock", "GHz", 0.02, 0.03}, copies_to{"copies to", "GB/s", 0.1, 0.1},
    copies_from{"copies from", "GB/s", 0.1, 0.1}, memory_measure{"memory", "GB/s", 0.05, 0.05};

constexpr const DeviceMeasure *measures[] = {&rate_measure, &clock_measure, &copies_to,
                                             &copies_from, &memory_measure};

// A trusted value of a device.
struct DeviceValue {
    const DeviceMeasure *measure;
    FigureKey key;
    double value;
    const DeviceFigure *figure; // null of copies and memory

    DeviceValueKey name() const { return {measure->name, key}; }
};

struct SlowValue {
    DeviceValue value;
    double usual = 0, change = 0; // -0.08 for 8 % less
    std::size_t others = 0;       // 0: a baseline's
};

std::string setting_of(const NodeDevice &device, const char *setting)
{
    const auto found = device.hardware.settings.find(setting);
    return found == device.hardware.settings.end() ? "" : found->second;
}

DeviceKind device_kind_of(const NodeDevice &device, const std::string &version)
{
    return {device.name,
            device.architecture,
            version,
            device.memory_bytes,
            setting_of(device, "ecc"),
            setting_of(device, "mig"),
            setting_of(device, "power_limit_watts")};
}

std::vector<DeviceValue> device_values_of(const NodeDevice &device)
{
    std::vector<DeviceValue> values;
    const auto add = [&](const DeviceMeasure &measure, const FigureKey &key, double value,
                         const DeviceFigure *figure) {
        if (value > 0)
            values.push_back({&measure, key, value, figure});
    };
    for (const DeviceFigure &figure : device.figures) {
        if (figure.noisy || figure.wrong > 0)
            continue;
        const FigureKey key{figure.workload, figure.scope};
        add(rate_measure, key, figure.units_per_second, &figure);
        add(clock_measure, key, figure.clock_hz, &figure);
    }
    for (const DeviceCopies &copies : device.copies) {
        add(copies_to, {"copies", copies.scope}, copies.to_bytes_per_second, nullptr);
        add(copies_from, {"copies", copies.scope}, copies.from_bytes_per_second, nullptr);
    }
    if (device.memory)
        add(memory_measure, {"read", scope_together}, device.memory->bytes_per_second, nullptr);
    return values;
}

} // namespace

// ---- What is usual.

double UsualDeviceValue::share_of(double measured, std::optional<unsigned> slot) const
{
    const auto own = slot ? slots.find(*slot) : slots.end();
    return measured / (own == slots.end() ? value.median : own->second);
}

namespace {

// A value, and where it was measured.
struct PlacedDeviceValue {
    std::size_t node;
    std::optional<unsigned> slot;
    double value;
};

// Learns from all values of a kind. Precondition: there is one.
UsualDeviceValue usual_of(const std::vector<PlacedDeviceValue> &all)
{
    UsualDeviceValue usual;
    std::map<unsigned, std::vector<double>> by_slot;
    std::set<std::size_t> nodes;
    for (const PlacedDeviceValue &one : all) {
        nodes.insert(one.node);
        if (one.slot)
            by_slot[*one.slot].push_back(one.value);
    }
    usual.value = robust_summary(machine::each(all, &PlacedDeviceValue::value));
    for (const auto &[slot, of_slot] : by_slot)
        if (of_slot.size() >= least_alike)
            usual.slots[slot] = statistics::median(of_slot);
    usual.relative = robust_summary(machine::each(
        all, [&](const PlacedDeviceValue &one) { return usual.share_of(one.value, one.slot); }));
    usual.devices = all.size();
    usual.nodes = nodes.size();
    return usual;
}

} // namespace

JudgedBy DeviceJudge::Kind::judged_by(const DeviceValueKey &key) const
{
    const auto usual = values.find(key);
    const bool by_each_other = usual != values.end() && usual->second.devices >= least_alike;
    // Devices of few nodes may all be slow for one reason.
    if (baseline.contains(key) && (!by_each_other || usual->second.nodes < least_alike))
        return JudgedBy::baseline;
    return by_each_other ? JudgedBy::like_nodes : JudgedBy::nothing;
}

// A loss that all devices share does not show in a comparison of the devices.
std::vector<std::string> DeviceJudge::Kind::changes() const
{
    std::vector<std::string> changes;
    for (const auto &[key, before] : baseline) {
        if (judged_by(key) != JudgedBy::like_nodes) // which has the key
            continue;
        const auto *const measure =
            *std::ranges::find(measures, key.first, [](const auto *one) { return one->name; });
        const double now = values.at(key).value.median;
        if (is_below(now, before, measure->least(key.second)))
            changes.push_back(fmt::format("{}: {} {:+.1f} %", key.second.label(), key.first,
                                          100 * (now / before.median - 1)));
    }
    return changes;
}

void DeviceJudge::learn_values(const std::vector<NodeFile> &nodes)
{
    std::map<DeviceKind, std::map<DeviceValueKey, std::vector<PlacedDeviceValue>>> measured;
    for (std::size_t i = 0; i < nodes.size(); ++i)
        for (const NodeDevice &device : nodes[i].devices.listed()) {
            const DeviceKind kind = device_kind_of(device, nodes[i].version);
            for (const DeviceValue &value : device_values_of(device))
                measured[kind][value.name()].push_back({i, device.hardware.slot, value.value});
        }
    for (const auto &[kind, of_kind] : measured)
        for (const auto &[key, values] : of_kind)
            kinds_[kind].values[key] = usual_of(values);
}

void DeviceJudge::learn_states(const std::vector<NodeFile> &nodes)
{
    std::map<DeviceKind, std::vector<double>> corrected;
    std::map<DeviceKind, std::map<unsigned, std::vector<double>>> celsius;
    for (const NodeFile &node : nodes) {
        ++nodes_[kind_of(node)];
        for (const NodeDevice &device : node.devices.listed()) {
            const results::DeviceHardware &hardware = device.hardware;
            ++addresses_[kind_of(node)][hardware.pci_address];
            if (device.name.empty())
                continue;
            const DeviceKind kind = device_kind_of(device, node.version);
            Kind &of_kind = kinds_[kind];
            ++of_kind.devices;
            for (const auto &[setting, value] : hardware.settings)
                ++settings_[device.name][setting][value];
            if (hardware.pcie_width)
                ++of_kind.widths[*hardware.pcie_width];
            if (hardware.pcie_generation)
                ++of_kind.generations[*hardware.pcie_generation];
            if (hardware.ecc_corrected)
                corrected[kind].push_back(static_cast<double>(*hardware.ecc_corrected));
            for (const DeviceFigure &figure : device.figures)
                if (hardware.slot && figure.celsius && figure.scope == scope_together)
                    celsius[kind][*hardware.slot].push_back(*figure.celsius);
        }
    }
    for (const auto &[kind, errors] : corrected)
        kinds_[kind].corrected_errors = statistics::median(errors);
    for (const auto &[kind, slots] : celsius)
        for (const auto &[slot, values] : slots)
            kinds_[kind].celsius[slot] = statistics::median(values);
}

DeviceJudge::DeviceJudge(const std::vector<NodeFile> &nodes, const Baseline *baseline)
{
    learn_values(nodes);
    learn_states(nodes);
    if (baseline != nullptr)
        for (const BaselineDevices &devices : baseline->devices)
            if (const auto kind = kinds_.find(devices.kind); kind != kinds_.end())
                kind->second.baseline = devices.values;
}

std::vector<DeviceGroupReport> DeviceJudge::groups() const
{
    std::vector<DeviceGroupReport> groups;
    for (const auto &[kind, of_kind] : kinds_) {
        DeviceGroupReport &group = groups.emplace_back();
        group.name = kind.name;
        group.architecture = kind.architecture;
        group.devices = of_kind.devices;
        group.changes = of_kind.changes();
        for (const auto &[key, usual] : of_kind.values) {
            if (key.first != "rate")
                continue;
            const auto clock = of_kind.values.find({"clock", key.second});
            group.judged_by = std::min(group.judged_by, of_kind.judged_by(key));
            group.figures.push_back({key.second, usual.devices, usual.value,
                                     clock == of_kind.values.end()
                                         ? std::nullopt
                                         : std::optional(clock->second.value)});
        }
    }
    return groups;
}

std::vector<BaselineDevices> DeviceJudge::baseline() const
{
    std::vector<BaselineDevices> all;
    for (const auto &[kind, of_kind] : kinds_) {
        BaselineDevices &one = all.emplace_back();
        one.kind = kind;
        one.devices = of_kind.devices;
        for (const auto &[key, usual] : of_kind.values)
            one.values[key] = usual.value;
    }
    return all;
}

// ---- One node.

namespace {

std::string slots_text(std::vector<int> slots)
{
    std::ranges::sort(slots);
    return fmt::format("slot{} {}", slots.size() == 1 ? "" : "s", machine::format_cpu_list(slots));
}

int slot_of(const NodeDevice &device) { return static_cast<int>(device.hardware.slot.value_or(0)); }

std::string value_text(const DeviceValue &value, double number)
{
    return fmt::format("{:.2f} {}", number / 1e9, value.measure->unit);
}

} // namespace

class DeviceJudge::OneNode {
public:
    OneNode(const DeviceJudge &judge, const NodeUnderJudgement &node)
        : judge_(judge), node_(node), devices_(node.file.devices)
    {
    }

    void judge()
    {
        if (!devices_.list || (devices_.list->empty() && !devices_.present)) {
            find_unmeasured();
            return;
        }
        find_lost();
        if (!devices_.hidden_by.empty() || devices_.list->size() < devices_.count())
            add_finding(node_, NodeClass::incomplete,
                        fmt::format("{} of {}: {}", devices_.visible.value_or(0),
                                    machine::counted(devices_.count(), "device"),
                                    devices_.hidden_by.empty() ? "its file gives no reason"
                                                               : devices_.hidden_by),
                        "devices that this task may not use");
        for (const NodeDevice &device : *devices_.list) {
            find_wrong(device);
            find_faulty(device);
            find_noisy(device);
            find_settings(device);
            const auto kind = judge_.kinds_.find(device_kind_of(device, node_.file.version));
            if (device.name.empty() || kind == judge_.kinds_.end())
                continue;
            find_slow(device, kind->second);
            explain(device, kind->second);
        }
        for (const DeviceLine &line : lines_)
            add_finding(node_, line.node_class, slots_text(line.slots) + ": " + line.text,
                        line.subject, line.change);
        node_.report.verified = fmt::format(
            "{} of {}, {}", devices_.visible.value_or(0),
            machine::counted(std::max(devices_.expected.count, devices_.count()), "device"),
            node_.report.verified);
    }

private:
    // A finding of several devices is one line: "slots 4-7: -9.4 % together".
    struct DeviceLine {
        NodeClass node_class;
        std::string text, subject;
        std::optional<double> change;
        std::vector<int> slots;
    };

    void add(const NodeDevice &device, NodeClass node_class, const std::string &text,
             const std::string &subject = "", std::optional<double> change = {})
    {
        const auto same = std::ranges::find_if(lines_, [&](const DeviceLine &line) {
            return line.node_class == node_class && line.subject == subject &&
                   (change || line.text == text);
        });
        if (same == lines_.end()) {
            lines_.push_back({node_class, text, subject, change, {slot_of(device)}});
            return;
        }
        same->slots.push_back(slot_of(device));
        if (change && std::abs(*change) > std::abs(same->change.value_or(0))) {
            same->text = text;
            same->change = change;
        }
    }

    void find_unmeasured() const
    {
        if (devices_.expected.count > 0)
            add_finding(node_, devices_.list ? NodeClass::faulty_device : NodeClass::not_judged,
                        devices_.list
                            ? fmt::format("0 of {}: none is on the bus",
                                          machine::counted(devices_.expected.count, "device"))
                            : "devices were not measured, where comparable nodes have " +
                                  devices_.expected.text(),
                        "devices that were not measured");
    }

    // Fewer are on the bus than in comparable nodes.
    void find_lost() const
    {
        const std::size_t own = devices_.count();
        if (own >= devices_.expected.count)
            return;
        const MachineKind kind = kind_of(node_.file);
        const auto address_of = [](const NodeDevice &device) {
            return device.hardware.pci_address;
        };
        std::string where;
        if (const auto known = judge_.addresses_.find(kind); known != judge_.addresses_.end())
            for (const auto &[address, nodes] : known->second)
                if (is_rule(nodes, judge_.nodes_.at(kind)) &&
                    !machine::contains(*devices_.list, address, address_of))
                    where += (where.empty() ? ": " : ", ") + address;
        add_finding(node_, NodeClass::faulty_device,
                    fmt::format("{} of {}{}{}", own,
                                machine::counted(devices_.expected.count, "device"), where,
                                where.empty() ? " on the bus" : " is not on the bus"),
                    "devices that are not on the bus");
    }

    void find_wrong(const NodeDevice &device) const
    {
        const std::string where =
            fmt::format("{} ({}{})", device.id, slots_text({slot_of(device)}),
                        device.hardware.serial.empty() ? "" : ", serial " + device.hardware.serial);
        const auto add_first = [&](const std::string &what, const std::string &command) {
            node_.report.findings.insert(
                node_.report.findings.begin(),
                {NodeClass::wrong,
                 fmt::format("{}: {}; run 'hashlane {}', and have the device replaced if that "
                             "confirms it",
                             where, what, command)});
        };
        const auto add_wrong = [&](const std::string &what) {
            add_first("wrong result of " + what,
                      fmt::format("soak --device {} --for 1h", device.id));
        };
        if (device.memory && device.memory->wrong_words > 0)
            add_first(fmt::format("{} of {:.0f} GB of its memory",
                                  machine::counted(device.memory->wrong_words, "wrong word"),
                                  static_cast<double>(device.memory->bytes) / 1e9),
                      "node --device " + device.id);
        for (const DeviceFigure &figure : device.figures)
            if (figure.wrong > 0)
                add_wrong(fmt::format("{} {}", figure.workload, figure.scope));
        if (device.soak)
            for (const WrongDevice &wrong : device.soak->wrong)
                add_wrong(fmt::format("{} in the soak; repeated: wrong {} times of {}",
                                      wrong.kernel, wrong.again, wrong.tries));
    }

    void find_faulty(const NodeDevice &device)
    {
        const auto &rows = device.hardware.remapped_rows;
        const auto &pages = device.hardware.retired_pages;
        const std::size_t errors = device.hardware.ecc_uncorrected.value_or(0);
        const auto check_memory = [&](bool is_faulty, const std::string &text) {
            if (is_faulty)
                add(device, NodeClass::faulty_device, text, "errors of a device's memory");
        };
        if (!device.failure.empty())
            add(device, NodeClass::faulty_device, device.failure, "a device that failed");
        check_memory(errors > 0, machine::counted(errors, "uncorrected ECC error") +
                                     " since the driver started");
        check_memory(rows && rows->failed, "a row of its memory could not be remapped");
        check_memory(rows && rows->pending, "a row of its memory is to be remapped at the next "
                                            "reset: drain, reset, measure again");
        check_memory(pages && pages->pending, "a page of its memory is to be retired at the next "
                                              "reset: drain, reset, measure again");
    }

    void find_noisy(const NodeDevice &device)
    {
        if (device.other_processes_before.value_or(0) > 0 ||
            device.other_processes_after.value_or(0) > 0)
            add(device, NodeClass::noisy, "another process used the device", "a shared device");
        for (const DeviceFigure &figure : device.figures)
            if (figure.noisy) {
                add(device, NodeClass::noisy, figure.remark, "a noisy device");
                return;
            }
    }

    // ---- Speed.

    std::string others_text(const SlowValue &slow) const
    {
        return slow.others == 0 ? "the baseline has"
                                : fmt::format("{} comparable devices have", slow.others);
    }

    std::optional<SlowValue> compare(const NodeDevice &device, const Kind &kind,
                                     const DeviceValue &value) const
    {
        const DeviceValueKey key = value.name();
        const JudgedBy by = kind.judged_by(key);
        const double least = value.measure->least(value.key);
        if (by == JudgedBy::baseline) {
            const RobustSummary &usual = kind.baseline.at(key);
            if (is_below(value.value, usual, least))
                return SlowValue{value, usual.median, value.value / usual.median - 1, 0};
        } else if (by == JudgedBy::like_nodes) {
            const UsualDeviceValue &usual = kind.values.at(key);
            const double share = usual.share_of(value.value, device.hardware.slot);
            if (is_below(share, usual.relative, least))
                return SlowValue{value, value.value / share, share - 1, usual.devices - 1};
        }
        return std::nullopt;
    }

    // A rate that is slow with its clock is named, so that devices with one fault have one line.
    static bool is_worse(const SlowValue &one, const SlowValue &other)
    {
        const auto rank = [](const SlowValue &slow) {
            return std::pair(slow.value.measure != &clock_measure, -slow.change);
        };
        return rank(one) > rank(other);
    }

    void find_slow(const NodeDevice &device, const Kind &kind)
    {
        find_slow_link(device, kind);
        std::optional<SlowValue> alone, together, copies;
        bool has_alone = false, has_figures = false, is_judged = false;
        const std::vector<DeviceValue> values = device_values_of(device);
        for (const DeviceValue &value : values) {
            const bool is_alone = value.key.scope == scope_alone;
            has_alone |= is_alone;
            has_figures |= value.figure != nullptr;
            is_judged |=
                value.figure != nullptr && kind.judged_by(value.name()) != JudgedBy::nothing;
            std::optional<SlowValue> &worst = value.figure == nullptr ? copies
                                              : is_alone              ? alone
                                                                      : together;
            const std::optional<SlowValue> slow = compare(device, kind, value);
            if (slow && (!worst || is_worse(*slow, *worst)))
                worst = slow;
        }
        if (alone)
            add_slow(device, NodeClass::slow_device, *alone);
        else if (together)
            add_slow(device, has_alone ? NodeClass::slow_together : NodeClass::slow_device,
                     *together);
        if (copies)
            add_slow(device, NodeClass::slow_device, *copies);
        if (is_judged || !has_figures)
            return;
        const std::string none = fmt::format(
            "{} of this kind ({}) cannot judge each other, which takes {} or a --baseline",
            machine::counted(kind.devices, "device"), device.name, least_alike);
        if (!machine::contains(node_.report.findings, none, &Finding::evidence))
            add_finding(node_, NodeClass::not_judged, none);
    }

    void add_slow(const NodeDevice &device, NodeClass node_class, const SlowValue &slow)
    {
        const DeviceValue &value = slow.value;
        std::string text =
            fmt::format("{:+.1f} % {}: {} {}, where {} {} ({})", slow.change * 100, value.key.scope,
                        value.measure->name, value_text(value, value.value), others_text(slow),
                        value_text(value, slow.usual), value.key.workload);
        if (value.measure == &rate_measure && value.figure->clock_hz > 0)
            text += fmt::format("; clock {:.2f} GHz", value.figure->clock_hz / 1e9);
        if (value.figure != nullptr && !value.figure->limits.empty())
            text += fmt::format("; limits: {}", fmt::join(value.figure->limits, ", "));
        add(device, node_class, text,
            fmt::format("device {} {}", value.measure->name, value.key.scope), slow.change);
    }

    // Finds a link that is narrower or slower than the device and its slot allow. A link that most
    // devices have is a property of the platform.
    void find_slow_link(const NodeDevice &device, const Kind &kind)
    {
        const results::DeviceHardware &hardware = device.hardware;
        const auto check = [&](const std::map<unsigned, std::size_t> &votes,
                               const std::optional<unsigned> now, std::optional<unsigned> most,
                               fmt::format_string<const unsigned &, const unsigned &> text) {
            const unsigned *const rule = rule_of(votes);
            const unsigned usual = rule == nullptr ? most.value_or(0) : *rule;
            if (now && *now < usual)
                add(device, NodeClass::slow_device, fmt::format(text, *now, usual), "a slow link");
        };
        check(kind.widths, hardware.pcie_width, hardware.pcie_width_max, "PCIe x{} of x{}");
        check(kind.generations, hardware.pcie_generation, hardware.pcie_generation_max,
              "PCIe generation {} of {}");
    }

    // ---- Settings and explanations.

    void find_settings(const NodeDevice &device)
    {
        const auto found = judge_.settings_.find(device.name);
        if (found == judge_.settings_.end())
            return;
        for (const auto &[setting, value] : device.hardware.settings) {
            const auto &votes = found->second.at(setting);
            const std::string *const rule = rule_of(votes);
            if (setting != "driver" && rule != nullptr && *rule != value) // the node's settings
                add(device, NodeClass::misconfigured,
                    fmt::format("{} '{}', where {} comparable devices have '{}'", setting, value,
                                votes.at(*rule), *rule));
        }
    }

    void explain(const NodeDevice &device, const Kind &kind) const
    {
        constexpr double least_errors = 100, times_more = 10, much_warmer = 10;
        const std::string where = slots_text({slot_of(device)});
        const auto errors = static_cast<double>(device.hardware.ecc_corrected.value_or(0));
        if (errors >= least_errors && errors >= times_more * kind.corrected_errors.value_or(0))
            node_.report.context.push_back(fmt::format(
                "{}: {:.0f} corrected ECC errors since the driver started", where, errors));
        for (const DeviceFigure &figure : device.figures) {
            const auto usual = kind.celsius.find(device.hardware.slot.value_or(0));
            if (figure.scope == scope_together && figure.celsius && usual != kind.celsius.end() &&
                *figure.celsius > usual->second + much_warmer) {
                node_.report.context.push_back(
                    fmt::format("{}: {:.0f} °C, where this slot usually has {:.0f}", where,
                                *figure.celsius, usual->second));
                return;
            }
        }
    }

    const DeviceJudge &judge_;
    const NodeUnderJudgement &node_;
    const NodeDevices &devices_;
    std::vector<DeviceLine> lines_;
};

void DeviceJudge::judge(const NodeUnderJudgement &node) const { OneNode(*this, node).judge(); }

} // namespace hashlane::cluster
