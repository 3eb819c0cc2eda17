// SPDX-License-Identifier: MIT
//
// `info --noise`, on whatever machine this is.
#include "support/program.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hashlane::test {
namespace {

using nlohmann::json;

TEST(Noise, IsShown)
{
    const Ran ran = hashlane("info --noise=1");
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.err, "");
    for (const char *fact : {"noise  ", "watched  ", "disturbed  ", "shared  ", "taken away  ",
                             "stolen by host ", "clock  ", "slowdown  "})
        EXPECT_TRUE(contains(ran.out, fact));
}

json watched(const std::string &options)
{
    return json_of(hashlane("info --noise 1 --format json " + options));
}

TEST(Noise, IsWatchedForSoLongOnThatCpu)
{
    const int cpu = watched("")["cpu"];
    const json noise = watched("--cpu " + std::to_string(cpu));
    EXPECT_EQ(noise["cpu"], cpu);
    EXPECT_GE(noise["seconds"], 1.0);
    EXPECT_EQ(noise["interrupted"], false);
    EXPECT_GE(noise["slowdown"].size(), 10U);
}

TEST(Noise, AnInterruptEndsItEarly)
{
    const Ran ran = shell("\"$HASHLANE\" info --noise 60 --format json & "
                          "wait_until takes_signals $!; sleep 0.2; kill -TERM $!; wait $!");
    EXPECT_EQ(ran.code, 130) << ran.err;
    EXPECT_TRUE(contains(ran.err, "interrupted"));
    const json noise = json::parse(ran.out);
    EXPECT_EQ(noise["interrupted"], true);
    EXPECT_LT(noise["seconds"], 60.0);
}

TEST(Noise, BadUsageIsOneLineAndExitOne)
{
    constexpr std::pair<const char *, const char *> inputs[] = {
        {"--noise --instructions", "--noise cannot be combined with --instructions"},
        {"--noise 0", "--noise: '0'"},
        {"--noise 0.5", "a time from 1s to 10m (units: "},
        {"--noise=601", "--noise: '601' is too large: at most 10m"},
        {"--noise=", "--noise: its value is empty"},
        {"--noise x", "--noise: 'x'"},
        {"--cpu 0", "--cpu requires --noise"},
        {"--noise --cpu 4096", "--cpu"},
        {"--noise --format csv", "table, json, markdown"}};
    for (const auto &[arguments, part] : inputs) {
        SCOPED_TRACE(arguments);
        expect_refused(hashlane(std::string("info ") + arguments), part);
    }
}

} // namespace
} // namespace hashlane::test
