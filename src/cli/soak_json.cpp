// SPDX-License-Identifier: MIT
#include "soak_checkpoint.h"

#include "hashlane/hashlane.h"

#include <fmt/format.h>

namespace hashlane {
namespace {

std::string hex(const std::vector<std::uint8_t> &bytes)
{
    std::string text;
    for (const std::uint8_t byte : bytes)
        text += fmt::format("{:02x}", byte);
    return text;
}

Json times(unsigned wrong, unsigned tries) { return Json::Array{wrong, tries}; }

template <class Item, class Write> Json list(const std::vector<Item> &items, const Write &write)
{
    Json array = Json::array();
    for (const Item &item : items)
        array.push_back(write(item));
    return array;
}

Json core_json(const SoakCore &core, const SoakTotals &totals)
{
    return {{"cpu", core.cpu},
            {"core", core.core},
            {"socket", core.socket},
            {"proven_share", totals.proven_share(core)},
            {"proven_seconds", core.proven_seconds},
            {"plain_seconds", core.plain_seconds},
            {"idle_seconds", core.idle_seconds},
            {"hashes", core.hashes},
            {"wrong", core.wrong}};
}

Json device_json(const SoakDevice &device)
{
    return {{"device", device.device},
            {"name", device.name},
            {"workloads",
             list(device.workloads, [](Workload one) -> Json { return workload_name(one); })},
            {"seconds", device.seconds},
            {"proven_share", device.proven_share()},
            {"proven_seconds", device.proven_seconds},
            {"hashes", device.hashes},
            {"wrong", device.wrong},
            {"failure", device.failure}};
}

Json kernel_json(const SoakKernel &kernel)
{
    return {{"kernel", kernel.kernel},
            {"unit", kernel.unit},
            {"seconds", kernel.visit_seconds},
            {"hashes", kernel.hashes},
            {"wrong", kernel.wrong}};
}

} // namespace

Json soak_wrong_json(const SoakWrong &wrong)
{
    return {{"device", wrong.device.empty() ? Json() : Json(wrong.device)},
            {"cpu", wrong.cpu},
            {"core", wrong.core},
            {"socket", wrong.socket},
            {"kernel", wrong.kernel},
            {"unit", wrong.unit},
            {"scope", wrong.scope},
            {"at_seconds", wrong.at_seconds},
            {"pass", wrong.pass},
            {"segment", wrong.segment},
            {"lane", wrong.lane},
            {"wrong_lanes", wrong.wrong_lanes},
            {"iterations", wrong.iterations},
            {"start", hex(wrong.start)},
            {"expected", hex(wrong.expected)},
            {"got", hex(wrong.got)},
            {"differing_bits", differing_bits(wrong).size()},
            {"clock_hz", wrong.clock_hz},
            {"celsius", wrong.celsius},
            {"again_here", times(wrong.again_here, wrong.tries_here)},
            {"neighbour", wrong.neighbour},
            {"again_beside", times(wrong.again_beside, wrong.tries_beside)}};
}

Json soak_request_json(const SoakRequest &request)
{
    return {{"cpus", request.cpus},
            {"kernels", request.kernels.size()},
            {"for_seconds", request.seconds},
            {"passes", request.seconds > 0 ? 0 : request.passes},
            {"pattern", soak_pattern_name(request.pattern)},
            {"visit_seconds", request.visit_seconds},
            {"seed", fmt::format("{:016x}", request.seed)}};
}

Json soak_json(const SoakCheckpoint &checkpoint)
{
    const SoakTotals &totals = checkpoint.totals;
    Json json = {{"schema_version", 1},
                 {"version", HASHLANE_VERSION},
                 {"started", checkpoint.started},
                 {"updated", checkpoint.updated},
                 {"resumed", checkpoint.resumed},
                 {"complete", checkpoint.complete},
                 {"request", soak_request_json(checkpoint.request)},
                 {"seconds", totals.seconds},
                 {"passes", totals.passes},
                 {"visits_of_pass", totals.visits_of_pass},
                 {"alone_seconds", totals.alone_seconds},
                 {"pinned", totals.pinned},
                 {"proven_share", totals.proven_share()},
                 {"rate_share", totals.rate_share()},
                 {"wrong_results", totals.wrong}};
    json["cores"] =
        list(totals.cores, [&](const SoakCore &core) { return core_json(core, totals); });
    json["kernels"] = list(totals.kernels, kernel_json);
    json["devices"] = list(totals.devices, device_json);
    json["wrong"] = list(totals.found, soak_wrong_json);
    return {{"soak", std::move(json)}};
}

} // namespace hashlane
