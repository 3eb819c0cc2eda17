// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_REPORT_FACTS_H
#define HASHLANE_SRC_REPORT_FACTS_H

#include <string>
#include <vector>

namespace hashlane {

struct Fact {
    std::string name; ///< empty: one more value of the fact before
    std::string value;
};

using Facts = std::vector<Fact>;

std::string write_facts_table(const Facts &facts);
std::string write_facts_markdown(const Facts &facts);

/// An object of texts; a fact with several values becomes an array.
std::string write_facts_json(const Facts &facts);

} // namespace hashlane

#endif
