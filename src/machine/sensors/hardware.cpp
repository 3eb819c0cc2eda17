// SPDX-License-Identifier: MIT
#include "hardware.h"

#include "energy_meter.h"

#include <fmt/format.h>

#include <set>
#include <utility>
#include <vector>

namespace hashlane::machine {
namespace {

constexpr const char *dmi = "sys/class/dmi/id";

// Without the blanks at the end that some firmware writes.
FileLine trimmed_line(const std::filesystem::path &path)
{
    FileLine line = read_line(path.string());
    line.text.erase(line.text.find_last_not_of(" \t\r") + 1);
    return line;
}

std::string joined(const std::vector<std::string> &parts, const char *separator)
{
    return fmt::format("{}", fmt::join(parts, separator));
}

// Collects parts, and the names of those that are hidden from this user.
class Hardware {
public:
    void add(const std::string &name, const FileLine &line)
    {
        if (line.error == std::errc::permission_denied)
            hidden_.insert(name);
        else if (!line.text.empty())
            append(parts_[name], line.text);
    }

    std::map<std::string, std::string> parts() &&
    {
        if (!hidden_.empty())
            parts_[unreadable_hardware] =
                fmt::format("{}: readable by root only", fmt::join(hidden_, ", "));
        return std::move(parts_);
    }

private:
    static void append(std::string &texts, const std::string &text)
    {
        texts += (texts.empty() ? "" : ", ") + text;
    }

    std::map<std::string, std::string> parts_;
    std::set<std::string> hidden_;
};

// Every CPU of a package shows the package's number.
void add_processors(Hardware &hardware, const std::filesystem::path &root)
{
    std::set<int> seen;
    for (const auto &[cpu, folder] : numbered_folders(root / "sys/devices/system/cpu", "cpu")) {
        const std::optional<int> package = value_in<int>(folder / "topology/physical_package_id");
        if (package && seen.insert(*package).second)
            hardware.add("cpu_ppin", trimmed_line(folder / "topology/ppin"));
    }
}

} // namespace

std::map<std::string, std::string> read_hardware(const std::filesystem::path &root)
{
    constexpr std::pair<const char *, const char *> files[] = {
        {"system_vendor", "sys_vendor"},     {"system_product", "product_name"},
        {"system_serial", "product_serial"}, {"board_vendor", "board_vendor"},
        {"board_name", "board_name"},        {"board_version", "board_version"},
        {"board_serial", "board_serial"}};
    Hardware hardware;
    if (root.empty())
        return {};
    for (const auto &[name, file] : files)
        hardware.add(name, trimmed_line(root / dmi / file));
    add_processors(hardware, root);
    return std::move(hardware).parts();
}

std::string firmware(const std::filesystem::path &root)
{
    if (root.empty())
        return "";
    std::vector<std::string> words;
    for (const char *file : {"bios_vendor", "bios_version"})
        if (const std::string word = trimmed_line(root / dmi / file).text; !word.empty())
            words.push_back(word);
    const std::string date = trimmed_line(root / dmi / "bios_date").text;
    return joined(words, " ") + (date.empty() ? "" : ", " + date);
}

std::string power_limits(const std::filesystem::path &root)
{
    constexpr int most_limits = 8;
    constexpr double microwatts = 1e6;
    std::vector<std::string> packages;
    if (root.empty())
        return "";
    for (const auto &[number, folder] :
         numbered_folders(root / "sys/class/powercap", "intel-rapl:")) {
        const std::string name = trimmed_line(folder / "name").text;
        std::vector<std::string> limits;
        for (int i = 0; i < most_limits; ++i) {
            const auto limit = folder / fmt::format("constraint_{}_power_limit_uw", i);
            if (const auto value = value_in<double>(limit))
                limits.push_back(fmt::format(
                    "{} {:.0f} W", trimmed_line(folder / fmt::format("constraint_{}_name", i)).text,
                    *value / microwatts));
        }
        if (name.starts_with("package-") && !limits.empty())
            packages.push_back(name + ": " + joined(limits, ", "));
    }
    return joined(packages, "; ");
}

std::optional<MemoryErrors> memory_errors(const std::filesystem::path &root)
{
    std::optional<MemoryErrors> errors;
    if (root.empty())
        return errors;
    for (const auto &[number, folder] :
         numbered_folders(root / "sys/devices/system/edac/mc", "mc")) {
        const auto corrected = value_in<std::uint64_t>(folder / "ce_count"),
                   uncorrected = value_in<std::uint64_t>(folder / "ue_count");
        if (!corrected && !uncorrected)
            continue;
        const MemoryErrors before = errors.value_or(MemoryErrors{});
        errors = {before.corrected + corrected.value_or(0),
                  before.uncorrected + uncorrected.value_or(0)};
    }
    return errors;
}

} // namespace hashlane::machine
