// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_SOAK_SOAK_TIME_H
#define HASHLANE_SRC_SOAK_SOAK_TIME_H

#include <chrono>

namespace hashlane {

using SoakClock = std::chrono::steady_clock;

inline double seconds_between(SoakClock::time_point from, SoakClock::time_point to)
{
    return std::chrono::duration<double>(to - from).count();
}

inline double seconds_since(SoakClock::time_point begin)
{
    return seconds_between(begin, SoakClock::now());
}

inline SoakClock::time_point seconds_after(SoakClock::time_point begin, double seconds)
{
    return begin +
           std::chrono::duration_cast<SoakClock::duration>(std::chrono::duration<double>(seconds));
}

/// How long a soak has gone on, with what it had done before it was resumed.
class SoakTime {
public:
    explicit SoakTime(double seconds_before) : before_(seconds_before) {}
    double seconds() const { return before_ + seconds_since(begin_); }

private:
    double before_;
    SoakClock::time_point begin_ = SoakClock::now();
};

} // namespace hashlane

#endif
