// SPDX-License-Identifier: MIT
#include "live_table.h"

namespace hashlane {

LiveTable::LiveTable(const TableShape &shape, const Style &style)
    : columns_(columns_of(shape, style)), layout_(empty_grid(shape, columns_), style)
{
}

std::string LiveTable::header() const { return layout_.heading(); }

std::string LiveTable::row(const Row &row) const { return layout_.line(cells_of(columns_, row)); }

} // namespace hashlane
