// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_REPORT_EXPORTER_H
#define HASHLANE_SRC_REPORT_EXPORTER_H

#include "format.h"
#include "style.h"

#include <algorithm>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace hashlane {

/// One format in which things of a kind are written.
template <class Thing> struct Exporter {
    Format format;
    std::string (*write)(const Thing &thing, const Style &style);
};

/// All of them (exporters.h has the tables).
template <class Thing> using Exporters = std::span<const Exporter<Thing>>;

/// What a command allows: there is a writer for each of these, and for no other.
template <class Thing> std::vector<Format> formats_of(Exporters<Thing> exporters)
{
    std::vector<Format> formats;
    for (const Exporter<Thing> &exporter : exporters)
        formats.push_back(exporter.format);
    return formats;
}

/// Precondition: the format is one of formats_of(exporters).
template <class Thing>
std::string write_as(Format format, Exporters<Thing> exporters,
                     const std::type_identity_t<Thing> &thing, const Style &style)
{
    return std::ranges::find(exporters, format, &Exporter<Thing>::format)->write(thing, style);
}

} // namespace hashlane

#endif
