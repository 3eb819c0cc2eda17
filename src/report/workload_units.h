// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_REPORT_WORKLOAD_UNITS_H
#define HASHLANE_SRC_REPORT_WORKLOAD_UNITS_H

#include <string>

namespace hashlane {

/// How a figure is shown: `figure * factor` with so many digits after the point.
struct ShownUnit {
    std::string name;
    double factor = 1;
    int digits = 2;

    std::string text(double figure) const;
};

/// For hashes a second of a workload read from a file: MH/s, Mks, or MB/s where a hash has bytes.
ShownUnit rate_unit(const std::string &workload, double bytes_per_hash);

/// For cycles of one hash: per hash, per permutation, or per byte of a message.
ShownUnit cycles_unit(const std::string &workload, double bytes_per_hash);

/// The figure to six digits: what lies beyond differs between compilers.
double six_digits(double figure);

} // namespace hashlane

#endif
