// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_REPORT_KERNEL_LIST_H
#define HASHLANE_SRC_REPORT_KERNEL_LIST_H

#include "../core/kernel.h"
#include "grid.h"

namespace hashlane {

/// A kernel of the processor, or what a device computes.
struct KernelLine {
    std::string id;
    Workload workload = Workload::sha256_chain;
    std::string isa;               ///< a device's interface
    std::string role;              ///< empty for a device
    std::optional<unsigned> lanes; ///< none for a device: they are chosen when it is measured
    std::string summary;
    std::string obstacle;   ///< why it cannot run here; empty when it can
    bool preferred = false; ///< dispatch's choice for many lanes
};

/// Kernels in aligned columns; the preferred ones are marked.
std::string write_kernels_table(const std::vector<KernelLine> &lines, const Style &style);
std::string write_kernels_markdown(const std::vector<KernelLine> &lines);
std::string write_kernels_csv(const std::vector<KernelLine> &lines);
std::string write_kernels_json(const std::vector<KernelLine> &lines);

} // namespace hashlane

#endif
