// SPDX-License-Identifier: MIT
#include "columns.h"

#include "device_remarks.h"
#include "grouped_remarks.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace hashlane {
namespace {

struct Column {
    Grid::Header header;
    std::function<std::string(const Row &)> cell;
};

constexpr double block_bytes = 64;

std::string without_workload(const Row &row)
{
    return row.identity.name.substr(row.identity.name.find('.') + 1);
}

// "openssl.x1"
std::string short_kernel(const Row &row)
{
    return row.identity.kernel_id.substr(row.identity.kernel_id.find('.') + 1);
}

// "16.40-16.53": slowest and fastest thread, million units (for sha3 bytes) a second.
Column threads_column(Workload workload)
{
    const int digits = workload == Workload::sha3 ? 1 : 2;
    return {{"each thread", false}, [workload, digits](const Row &row) -> std::string {
                if (row.figures.thread_units_per_second.size() < 2)
                    return "-";
                const double scale = workload == Workload::sha3 ? bytes_per_unit(row) : 1;
                const auto [slowest, fastest] =
                    std::ranges::minmax(row.figures.thread_units_per_second);
                return fmt::format("{:.{}f}-{:.{}f}", slowest * scale / 1e6, digits,
                                   fastest * scale / 1e6, digits);
            }};
}

// A cell about something that not every row has.
Column cell_where(bool (*has)(const Row &), Grid::Header header,
                  std::function<std::string(const Row &)> cell)
{
    return {std::move(header), [has, cell = std::move(cell)](const Row &row) {
                return has(row) ? cell(row) : std::string("-");
            }};
}

Column cycles_cell(Grid::Header header, std::function<std::string(const Row &)> cell)
{
    return cell_where(has_cycles, std::move(header), std::move(cell));
}

Column clock_cell(Grid::Header header, std::function<std::string(const Row &)> cell)
{
    return cell_where(has_clock, std::move(header), std::move(cell));
}

double per_tenth_ghz(const Row &row)
{
    return row.figures.clock_hz > 0
               ? row.figures.units_per_second / 1e6 / (row.figures.clock_hz / 1e8)
               : 0;
}

Column sha256_rate(Sha256Unit unit)
{
    const auto scaled = [](double factor) {
        return [factor](const Row &row) {
            return fmt::format("{:.2f}", row.figures.units_per_second * factor);
        };
    };
    switch (unit) {
    case Sha256Unit::mega_hashes:
        break;
    case Sha256Unit::mega_bytes:
        return {{"MB/s", false}, scaled(block_bytes / 1e6)};
    case Sha256Unit::mebi_bytes:
        return {{"MiB/s", false}, scaled(block_bytes / (1 << 20))};
    case Sha256Unit::cycles_per_byte:
        return cycles_cell({"cpb"}, [](const Row &row) {
            return fmt::format("{:.3f}", row.figures.cycles_per_unit.median / block_bytes);
        });
    }
    return {{"MH/s", false}, scaled(1e-6)};
}

// Cycles a byte, where there are none, would leave no rate at all.
Column rate_column(Workload workload, const Style &style, bool cycles)
{
    switch (workload) {
    case Workload::sha256_chain:
        return sha256_rate(cycles || style.sha256_unit != Sha256Unit::cycles_per_byte
                               ? style.sha256_unit
                               : Sha256Unit::mega_hashes);
    case Workload::keccak_chain:
        return {{"Mks", false}, [](const Row &row) {
                    return fmt::format("{:.3f}", row.figures.units_per_second / 1e6);
                }};
    case Workload::sha3:
        break;
    }
    return {{"MB/s", false}, [](const Row &row) {
                return fmt::format("{:.1f}",
                                   row.figures.units_per_second * bytes_per_unit(row) / 1e6);
            }};
}

Column cycles_column(Workload workload)
{
    if (workload == Workload::sha3)
        return cycles_cell({"cpb"}, [](const Row &row) {
            return fmt::format("{:.2f}", row.figures.cycles_per_unit.median / bytes_per_unit(row));
        });
    return cycles_cell({"cycles"}, [](const Row &row) {
        return fmt::format("{:.2f}", row.figures.cycles_per_unit.median);
    });
}

// Where there are no cycles, those of the clock.
std::optional<double> share_of_bound(const Row &row)
{
    if (!row.figures.bound_cycles_per_unit)
        return std::nullopt;
    if (has_cycles(row))
        return *row.figures.bound_cycles_per_unit / row.figures.cycles_per_unit.median;
    if (row.figures.clock_hz > 0)
        return *row.figures.bound_cycles_per_unit * row.figures.units_per_second /
               row.figures.clock_hz;
    return std::nullopt;
}

Column bound_column()
{
    return {{"%bound", false}, [](const Row &row) {
                const auto share = share_of_bound(row);
                return share ? fmt::format("{:.0f}", *share * 100) : "-";
            }};
}

Column energy_column(Workload workload)
{
    const bool per_byte = workload == Workload::sha3;
    return {{per_byte ? "nJ/B" : "nJ", false}, [per_byte](const Row &row) {
                if (!row.figures.energy)
                    return std::string("-");
                const double units = per_byte ? bytes_per_unit(row) : 1;
                return fmt::format("{:.1f}", row.figures.energy->joules_per_unit * 1e9 / units);
            }};
}

// The count that all rows have; 0 where they differ.
unsigned common_threads(const std::vector<const Row *> &rows)
{
    const unsigned first = rows.front()->location.threads;
    return std::ranges::all_of(rows, [&](auto *row) { return row->location.threads == first; })
               ? first
               : 0;
}

bool any_has_cycles(const std::vector<const Row *> &rows)
{
    return std::ranges::any_of(rows, [](auto *row) { return has_cycles(*row); });
}

std::vector<Column> columns_of(Workload workload, const Style &style,
                               const std::vector<const Row *> &rows)
{
    const bool threads =
        std::ranges::any_of(rows, [](auto *row) { return row->location.threads > 1; });
    const bool kinds =
        std::ranges::any_of(rows, [](auto *row) { return !row->location.core_kind.empty(); });
    const bool bounds =
        std::ranges::any_of(rows, [](auto *row) { return share_of_bound(*row).has_value(); });
    const bool energy =
        std::ranges::any_of(rows, [](auto *row) { return row->figures.energy.has_value(); });
    const bool clocks = std::ranges::any_of(rows, [](auto *row) { return has_clock(*row); });

    std::vector<Column> columns;
    columns.push_back({{"kernel", true}, without_workload});
    if (kinds)
        columns.push_back({{"core", true}, [](const Row &row) { return row.location.core_kind; }});
    columns.push_back({{"lanes", false, true}, // the kernel's name has it
                       [](const Row &row) { return std::to_string(row.identity.lanes); }});
    if (threads)
        columns.push_back({{"threads", false, common_threads(rows) > 1},
                           [](const Row &row) { return std::to_string(row.location.threads); }});
    if (any_has_cycles(rows))
        columns.push_back(cycles_column(workload));
    if (bounds)
        columns.push_back(bound_column());
    columns.push_back(rate_column(workload, style, any_has_cycles(rows)));
    if (threads)
        columns.push_back(threads_column(workload));
    if (clocks && workload != Workload::sha3)
        columns.push_back(clock_cell({"/0.1GHz", false, true}, [](const Row &row) {
            return fmt::format("{:.3f}", per_tenth_ghz(row));
        }));
    if (clocks)
        columns.push_back(clock_cell({"GHz", false, true}, [](const Row &row) {
            return fmt::format("{:.2f}", row.figures.clock_hz / 1e9);
        }));
    if (energy)
        columns.push_back(energy_column(workload));
    columns.push_back({{"source", true}, [](const Row &row) {
                           return std::string(cycle_source_name(row.figures.cycle_source)) +
                                  (row.figures.cycle_note.empty() ? "" : "!");
                       }});
    columns.push_back({{"noise", true}, [](const Row &row) {
                           return std::string(noise_name(row.quality.noise)) +
                                  (row.quality.trustworthy ? "" : "!");
                       }});
    columns.push_back({{"verified", true}, [](const Row &) { return std::string("yes"); }});
    return columns;
}

std::string title_of(Workload workload, bool cycles)
{
    switch (workload) {
    case Workload::sha256_chain:
        return fmt::format("sha256-chain: d = SHA256(d){}", cycles ? ", core cycles per hash" : "");
    case Workload::keccak_chain:
        return fmt::format("keccak-chain: Keccak-f[1600]{}",
                           cycles ? ", core cycles per permutation" : "");
    case Workload::sha3:
        return fmt::format("sha3: whole messages{}", cycles ? ", core cycles per byte" : "");
    }
    return "";
}

double throughput(const Row &row)
{
    return row.figures.units_per_second * std::max(1.0, bytes_per_unit(row));
}

Grid make_grid(Workload workload, const std::vector<const Row *> &rows,
               const std::vector<Column> &columns)
{
    Grid grid{title_of(workload, any_has_cycles(rows)), {}, {}, {}};
    if (const unsigned threads = common_threads(rows); threads > 1)
        grid.title += fmt::format(", {} threads", threads);
    for (const Column &column : columns)
        grid.headers.push_back(column.header);
    const bool any_trusted =
        std::ranges::any_of(rows, [](auto *row) { return is_trustworthy(*row); });
    double best = 0;
    for (const Row *row : rows) {
        const bool counts = !any_trusted || row->quality.trustworthy;
        if (counts && throughput(*row) > best) {
            best = throughput(*row);
            grid.marked = grid.rows.size();
        }
        grid.rows.emplace_back();
        for (const Column &column : columns)
            grid.rows.back().push_back(column.cell(*row));
    }
    return grid;
}

void append_notes(std::vector<std::string> &remarks, const std::vector<Row> &rows,
                  const std::string &(*note)(const Row &))
{
    GroupedRemarks grouped;
    for (const Row &row : rows)
        if (!note(row).empty())
            grouped.add(note(row), row.identity.name);
    grouped.append_to(remarks, rows.size(), "all rows");
}

// Which library a peer's rows are of, and which device others, once each.
void append_peers(std::vector<std::string> &remarks, const std::vector<Row> &rows)
{
    for (const Row &row : rows) {
        const bool is_peer = !row.identity.peer.empty();
        const std::string remark = is_peer ? short_kernel(row) + ": " + row.identity.peer
                                           : without_workload(row) + ": " + row.identity.device;
        const bool foreign = is_peer || !row.identity.device.empty();
        if (foreign && std::ranges::find(remarks, remark) == remarks.end())
            remarks.push_back(remark);
    }
}

} // namespace

double bytes_per_unit(const Row &row)
{
    switch (row.identity.workload) {
    case Workload::sha256_chain:
        return block_bytes;
    case Workload::keccak_chain:
        return 0;
    case Workload::sha3:
        break;
    }
    return row.identity.message ? static_cast<double>(row.identity.message->bytes) : 0;
}

bool has_cycles(const Row &row) { return row.figures.cycle_source != CycleSource::none; }

bool has_clock(const Row &row) { return has_cycles(row) || row.figures.clock_hz > 0; }

std::vector<Grid> make_grids(const Report &report, const Style &style)
{
    std::vector<Grid> grids;
    for (const Workload workload : all_workloads) {
        std::vector<const Row *> rows;
        for (const Row &row : report.rows)
            if (row.identity.workload == workload)
                rows.push_back(&row);
        if (!rows.empty())
            grids.push_back(make_grid(workload, rows, columns_of(workload, style, rows)));
    }
    return grids;
}

std::vector<std::string> make_remarks(const Report &report)
{
    std::vector<std::string> remarks;
    for (const Row &row : report.rows)
        if (row.key_range)
            remarks.push_back(fmt::format("{}: keys {} to {}, {} loops, SUM {:016x}; {}",
                                          row.identity.name, row.key_range->first,
                                          row.key_range->last - 1, row.key_range->loops,
                                          row.key_range->checksum, row.proof.text));
    append_peers(remarks, report.rows);
    append_device_remarks(remarks, report.rows);
    append_notes(remarks, report.rows,
                 [](const Row &row) -> const std::string & { return row.figures.cycle_note; });
    append_notes(remarks, report.rows,
                 [](const Row &row) -> const std::string & { return row.quality.note; });
    if (std::ranges::any_of(report.rows, [](const Row &row) { return !row.location.pinned; }))
        remarks.emplace_back("the system did not let threads be bound to a CPU");
    GroupedRemarks skipped;
    for (const Skipped &one : report.skipped)
        skipped.add("not run here, " + one.reason, one.kernel);
    skipped.append_to(remarks, 0, "");
    for (const Mismatch &mismatch : report.mismatches)
        remarks.push_back("WRONG: " + describe(mismatch));
    return remarks;
}

} // namespace hashlane
