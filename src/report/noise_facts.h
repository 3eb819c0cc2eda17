// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_REPORT_NOISE_FACTS_H
#define HASHLANE_SRC_REPORT_NOISE_FACTS_H

#include "../measure/noise_report.h"
#include "style.h"

#include <string>

namespace hashlane {

/// A core's noise, and where it was watched.
struct WatchedMachine {
    NoiseReport noise;
    std::string cpu_model;
    std::string hypervisor; ///< empty on bare metal
    std::string emulator;   ///< empty where a processor runs the program
};

/// The level, and what `hashlane run` needs here: one or two sentences.
std::string noise_advice(const NoiseReport &noise);

/// Facts, and the slowdown over time as a row of block characters.
std::string write_noise_table(const WatchedMachine &watched, const Style &style);
std::string write_noise_markdown(const WatchedMachine &watched);

/// An object; the slowdown over time in steps of a tenth of a second.
std::string write_noise_json(const WatchedMachine &watched);

} // namespace hashlane

#endif
