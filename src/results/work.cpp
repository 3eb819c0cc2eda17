// SPDX-License-Identifier: MIT
#include "row.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <mutex>

namespace hashlane::results {
namespace {

constexpr std::size_t longest_title = 60, longest_unit = 20;

struct ForeignWork {
    std::string name, title, unit, rate;
};

// Works are compared and copied freely, so their texts live as long as the program.
struct ForeignWorks {
    std::mutex mutex;
    std::deque<ForeignWork> known;
};

ForeignWorks &foreign_works()
{
    static ForeignWorks works;
    return works;
}

Work work_at(std::ptrdiff_t place)
{
    return Work::of_number(std::size(all_workloads) + static_cast<std::size_t>(place));
}

void require_letters(const std::string &name, const std::string &title, const std::string &unit)
{
    if (!is_plugin_name(name))
        throw BadWork(fmt::format("the name of a workload has to be 1 to {} of a-z, 0-9 and '-'",
                                  longest_plugin_name));
    if (title.empty() || title.size() > longest_title ||
        !std::ranges::all_of(title, [](char c) { return c >= ' ' && c <= '~'; }))
        throw BadWork(fmt::format("{}: its title has to be 1 to {} printable letters of ASCII",
                                  name, longest_title));
    if (unit.empty() || unit.size() > longest_unit ||
        !std::ranges::all_of(unit, [](char c) { return c >= 'a' && c <= 'z'; }))
        throw BadWork(fmt::format("{}: its unit has to be 1 to {} of a-z, such as 'call'", name,
                                  longest_unit));
}

} // namespace

Work Work::of_number(std::size_t number)
{
    Work work;
    work.number_ = number;
    return work;
}

std::strong_ordering Work::operator<=>(const Work &other) const
{
    return ours() || other.ours() ? number_ <=> other.number_
                                  : workload_name(*this) <=> workload_name(other);
}

std::optional<Workload> Work::ours() const
{
    if (number_ >= std::size(all_workloads))
        return std::nullopt;
    return static_cast<Workload>(number_);
}

WorkloadFacts facts_of(Work work)
{
    if (const auto ours = work.ours())
        return facts_of(*ours);
    ForeignWorks &works = foreign_works();
    const std::scoped_lock lock(works.mutex);
    const ForeignWork &foreign = works.known.at(work.number() - std::size(all_workloads));
    WorkloadFacts facts{};
    facts.name = foreign.name;
    facts.title = foreign.title;
    facts.cost_of = foreign.unit;
    facts.rate = foreign.rate;
    // A unit may take nanoseconds or a tenth of a second.
    facts.rate_digits = 3;
    facts.rate_scale = 1e-3;
    return facts;
}

std::string_view workload_name(Work work) { return facts_of(work).name; }

Work foreign_work(const std::string &name, const std::string &title, const std::string &unit)
{
    require_letters(name, title, unit);
    if (find_workload(name))
        throw BadWork(fmt::format("{}: hashlane has a workload of that name", name));
    ForeignWorks &works = foreign_works();
    const std::scoped_lock lock(works.mutex);
    auto found = std::ranges::find(works.known, name, &ForeignWork::name);
    if (found == works.known.end())
        found = works.known.insert(works.known.end(), {name, title, unit, "k" + unit + "/s"});
    if (found->unit != unit)
        throw BadWork(
            fmt::format("{}: its unit is '{}' here and '{}' elsewhere", name, unit, found->unit));
    return work_at(found - works.known.begin());
}

std::optional<Work> find_work(std::string_view name)
{
    if (const auto ours = find_workload(name))
        return *ours;
    ForeignWorks &works = foreign_works();
    const std::scoped_lock lock(works.mutex);
    const auto found = std::ranges::find(works.known, name, &ForeignWork::name);
    if (found == works.known.end())
        return std::nullopt;
    return work_at(found - works.known.begin());
}

bool is_plugin_name(std::string_view name)
{
    return !name.empty() && name.size() <= longest_plugin_name &&
           std::ranges::all_of(name, [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
           });
}

} // namespace hashlane::results
