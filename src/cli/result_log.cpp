// SPDX-License-Identifier: MIT
#include "result_log.h"

#include "../report/report.h"
#include "exit_code.h"

#include <algorithm>

namespace hashlane {
namespace {

// Writing takes milliseconds of the machine that is being measured.
constexpr auto between_saves = std::chrono::seconds(1);

} // namespace

const Row &ResultLog::add(Row row)
{
    const Row &added = put(reserve(1), std::move(row));
    save();
    return added;
}

std::size_t ResultLog::reserve(std::size_t places)
{
    const std::size_t first = next_place_;
    next_place_ += places;
    return first;
}

// Of the first row that stands in this place or a later one.
std::size_t ResultLog::find(std::size_t place) const
{
    return static_cast<std::size_t>(std::ranges::lower_bound(places_, place) - places_.begin());
}

const Row &ResultLog::put(std::size_t place, Row row)
{
    const std::size_t index = find(place);
    const auto at = static_cast<std::ptrdiff_t>(index);
    if (index < places_.size() && places_[index] == place) {
        report_.rows[index] = std::move(row);
    } else {
        places_.insert(places_.begin() + at, place);
        report_.rows.insert(report_.rows.begin() + at, std::move(row));
    }
    if (std::chrono::steady_clock::now() - saved_ >= between_saves)
        save();
    return report_.rows[index];
}

void ResultLog::remove(std::size_t place)
{
    const std::size_t index = find(place);
    if (index == places_.size() || places_[index] != place)
        return;
    const auto at = static_cast<std::ptrdiff_t>(index);
    places_.erase(places_.begin() + at);
    report_.rows.erase(report_.rows.begin() + at);
}

void ResultLog::add(Mismatch mismatch)
{
    report_.mismatches.push_back(std::move(mismatch));
    save();
}

void ResultLog::skip(const std::vector<Skipped> &skipped)
{
    report_.skipped.insert(report_.skipped.end(), skipped.begin(), skipped.end());
}

void ResultLog::set_failure(const std::string &reason)
{
    if (failure_.empty())
        failure_ = reason;
}

// A full disk may have room again at the next save, and rows are worth more than the file: the run
// goes on.
void ResultLog::write_out()
{
    try {
        out_.write(write_json(report_));
        out_failure_.clear();
    } catch (const CommandError &error) {
        out_failure_ = error.what();
    }
}

void ResultLog::save()
{
    if (out_.is_wanted())
        write_out();
    saved_ = std::chrono::steady_clock::now();
}

} // namespace hashlane
