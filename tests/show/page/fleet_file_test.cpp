// SPDX-License-Identifier: MIT
//
// Reading the output of 'fleet --format json' for a page, and the problems of a file.
#include "results/json.h"
#include "show/tables/exporters.h"
#include "support/judged_fleet.h"
#include "support/text.h"

namespace hashlane::test {
namespace {

using nlohmann::json;

TEST(FleetFile, HasWhatTheWriterWrote)
{
    cluster::FleetReport report = judged_fleet();
    report.nodes[0].trend = cluster::Trend{12, "2026-11-06", 0.015, -0.01};
    report.groups[0].changes = {"cycles +3.0 %"};
    report.nodes[1].figures[0].relative_clock = std::nan("");
    report.missing_unnamed = 2;
    const json document = fleet_json(report);
    EXPECT_EQ(fleet_json(read_fleet(document).fleet), document);
}

TEST(FleetFile, IsNotTakenForAnother)
{
    for (const char *text : {R"({"context": {}, "benchmarks": []})", R"({"files": [], "rows": []})",
                             R"({"comparisons": []})", R"({"hashlane_fleet_baseline": 1})"})
        EXPECT_FALSE(show::is_fleet(results::JsonDocument(text, "x").fields())) << text;
    EXPECT_TRUE(show::is_fleet_lines(
        show::write_as(show::Format::jsonl, show::fleet_exporters, judged_fleet(), {})));
    EXPECT_FALSE(show::is_fleet_lines(show::write_fleet_json(judged_fleet())));
    EXPECT_FALSE(show::is_fleet_lines(R"({"command": "\"hashlane/return_code\":"})"));
}

void expect_bad_fleet(const json &document, const std::string &what)
{
    try {
        read_fleet(document);
        FAIL() << what;
    } catch (const results::BadFile &bad) {
        EXPECT_TRUE(contains(bad.what(), what));
    }
}

TEST(FleetFile, SaysWhatIsWrongAndWhere)
{
    const auto with = [](const char *place, const json &value) {
        json document = fleet_json(judged_fleet());
        document[json::json_pointer(place)] = value;
        return document;
    };
    expect_bad_fleet(with("/nodes/1/class", "lazy"),
                     "nodes[1] (n02): 'class' is 'lazy', which is none");
    expect_bad_fleet(with("/nodes/0/group", 1), "nodes[0] (n01): 'group' is 1, but 'groups' has 1");
    expect_bad_fleet(with("/nodes/0/group", 2), "'group' is 2, but 'groups' has 1");
    expect_bad_fleet(with("/nodes/0/group", 0.5), "'group' is not a whole number");
    expect_bad_fleet(with("/nodes/0/cpus", "all"), "'cpus'");
    expect_bad_fleet(with("/nodes/11/evidence/0/text", 7), "nodes[11] (n12).evidence[0]: 'text'");
    expect_bad_fleet(with("/nodes/0/figures/0/relative_cycles", "1"), "'relative_cycles'");
    expect_bad_fleet(with("/nodes/0/trend", 3), "trend");
    const json trend = {{"runs", 9}, {"since", ""}, {"cycles_change", -1e29}, {"clock_change", 0}};
    expect_bad_fleet(with("/nodes/0/trend", trend),
                     "'cycles_change' is larger than any measurement");
    expect_bad_fleet(with("/groups/0/judged_by", "me"), "'judged_by' is not 'like nodes'");
    expect_bad_fleet(with("/groups/0/figures/0/clock_hz/center", 0), "'center' is not above 0");
    expect_bad_fleet(with("/groups/0/figures/0/clock_hz/center", 5e28),
                     "'clock_hz' is of no processor or device");
    expect_bad_fleet(with("/groups/0/changes", json::array({1})),
                     "'changes' is not an array of texts");
    expect_bad_fleet(with("/summary/nodes", 15), "summary: 'nodes' is 15, but the file has 14");
    expect_bad_fleet(with("/problems", nullptr), "'problems' is not an array");
    expect_bad_fleet(with("/nodes/0", 7), "nodes[0]");
}

TEST(Advice, IsForEveryClassButHealthy)
{
    for (std::size_t i = 0; i < cluster::node_classes; ++i) {
        const auto each = static_cast<cluster::NodeClass>(i);
        EXPECT_EQ(std::string(show::advice_for(each)).size() > 20,
                  each != cluster::NodeClass::healthy)
            << cluster::class_name(each);
    }
    EXPECT_TRUE(contains(show::advice_for(cluster::NodeClass::slow_memory), "dmidecode"));
}

} // namespace
} // namespace hashlane::test
