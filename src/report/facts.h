// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_REPORT_FACTS_H
#define HASHLANE_SRC_REPORT_FACTS_H

#include "report.h"

namespace hashlane {

struct Fact {
    std::string name; ///< empty: one more value of the fact before
    std::string value;
};

using Facts = std::vector<Fact>;

/// The columns that a value has on a line.
std::size_t facts_value_width(const Style &style);

/// Two columns; a value that does not fit goes on below itself.
std::string write_facts_table(const Facts &facts, const Style &style);
std::string write_facts_markdown(const Facts &facts);

/// An object of texts; a fact with several values becomes an array.
std::string write_facts_json(const Facts &facts);

} // namespace hashlane

#endif
