// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_REPORT_KERNEL_LIST_H
#define HASHLANE_SRC_REPORT_KERNEL_LIST_H

#include "grid.h"

namespace hashlane {

struct KernelLine {
    const Kernel *kernel = nullptr;
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
