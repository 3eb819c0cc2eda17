// SPDX-License-Identifier: MIT
//
// Plots as drawings: one function for each kind of data, one file for each that is not short.
#ifndef HASHLANE_SRC_PLOTS_SVG_PLOTS_H
#define HASHLANE_SRC_PLOTS_SVG_PLOTS_H

#include "plot_data.h"
#include "svg.h"

namespace hashlane {

Picture draw(const AnswerPlot &plot);
Picture draw(const BarPlot &plot);
Picture draw(const StripPlot &plot);
Picture draw(const LinePlot &plot);
Picture draw(const HeatPlot &plot);
Picture draw(const DotPlot &plot);
Picture draw(const CorePlot &plot);
Picture draw_any(const PlotData &plot);

} // namespace hashlane

#endif
