// SPDX-License-Identifier: MIT
//
// The settings of several commands, as plain values. options.h declares the options that fill
// them; the settings of one command alone are in its own file.
#pragma once

#include "../backends/gpu/device.h"
#include "../machine/clock/cycle_clock.h"
#include "../machine/topology/placement.h"
#include "../show/tables/exporters.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hashlane::cli {

enum class ColorUse { automatic, always, never };

/// The form of a result.
struct OutputSettings {
    show::Format format = show::Format::table;
    ColorUse color = ColorUse::automatic;
    show::Sha256Unit sha256_unit = show::Sha256Unit::mega_hashes;
};

/// Colour and width for standard output: those of the terminal, if it is one.
show::Style style_for(const OutputSettings &output);

/// --filter: finds its regular expression in ids, or those without it; without one, it finds all.
class IdFilter {
public:
    IdFilter() = default;
    /// Throws a CommandError when it is no regular expression.
    explicit IdFilter(const std::string &expression, bool finds_matches = true);

    bool operator()(std::string_view id) const;
    bool finds_all() const { return text_.empty(); }
    const std::string &text() const { return text_; }

private:
    std::string text_;
    bool finds_matches_ = true;                      ///< and no other ids
    std::function<bool(std::string_view id)> finds_; ///< <regex> is slow to compile
};

/// --device: those named, in that order.
struct DeviceRequest {
    bool all = false;
    std::vector<backends::DeviceName> names;

    bool any() const { return all || !names.empty(); }
};

/// The measurement of the processor: places, times, files.
struct MeasureSettings {
    std::string out;    ///< --out; empty for none
    std::string submit; ///< --submit; empty for none
    machine::PlacementRequest placement;
    machine::ClockRequest clock;
    std::optional<double> seconds; ///< --min-time
    std::optional<double> budget;  ///< --budget: seconds for all rows together
    bool quick = false;
    bool samples = false; ///< JSON has every sample
    unsigned repetitions = 1;
    bool strict = false;
    bool quiet = false;

    /// True if a time was asked for.
    bool is_timed() const { return seconds || budget || quick; }
};

} // namespace hashlane::cli
