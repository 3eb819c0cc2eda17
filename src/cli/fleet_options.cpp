// SPDX-License-Identifier: MIT
#include "../report/exporters.h"
#include "add_option.h"
#include "command_options.h"

namespace hashlane {

void declare(CLI::App &app, FleetSettings &fleet)
{
    app.add_option("files", fleet.files,
                   "node files, as 'hashlane node' writes them, and folders of them");
    app.add_option("--expect", fleet.expected,
                   "nodes that should be there: n[1-32], a number, or a file of names")
        ->type_name("NODES");
    app.add_option("--baseline", fleet.baseline,
                   "what was usual: judges nodes of which fewer than 8 are alike")
        ->type_name("FILE");
    app.add_option("--write-baseline", fleet.new_baseline, "write what is usual now to this file")
        ->type_name("FILE");
    app.add_option("--history", fleet.history,
                   "add the figures to this folder, and judge drift by those in it")
        ->type_name("DIR");
    add_output(app, fleet.output, fleet_exporters);
}

} // namespace hashlane
