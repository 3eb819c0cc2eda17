// SPDX-License-Identifier: MIT
//
// --filter: the regular expressions that users write, and none that would not end.
#include "cli/messages.h"
#include "cli/settings.h"
#include "lib/core/registry.h"
#include "support/text.h"

#include <gtest/gtest.h>

#include <chrono>
#include <regex>

namespace hashlane::test {
namespace {

TEST(Filter, FindsWhatARegularExpressionFinds)
{
    for (const std::string expression :
         {"sha256-chain", "^sha256-chain[.]ref", "x1$", "shani|avx2", "(keccak|sha3)[-.].*x[48]$",
          "a{2}", "[0-9]{1,3}", "[^a-z0-9.-]", "avx(2|512)?", "\\d+", "\\w\\.\\w", "\\bref\\b",
          "[[:digit:]][[:alpha:]]", "(?:a|b)c*?", "^$", "[\\s\\S]", ".", "x.{3,}2",
          "\\.x(4|8)$|^k"}) {
        const cli::IdFilter filter(expression);
        const std::regex regex(expression);
        for (const Kernel &kernel : all_kernels())
            EXPECT_EQ(filter(kernel.id),
                      std::regex_search(kernel.id.begin(), kernel.id.end(), regex))
                << expression << ' ' << kernel.id;
    }
    EXPECT_TRUE(cli::IdFilter()("anything"));
}

TEST(Filter, EndsWhateverItIs)
{
    const auto begin = std::chrono::steady_clock::now();
    const std::string inner(300, '('), outer(300, ')');
    for (const std::string &expression : std::vector<std::string>{
             "((((.*)*)*)*)*x$", "(.|.|.|.)*x!$", "(([a-z0-9.-]+)+)+!", "(a+)+$", "(x+x+)+y",
             inner + "a" + outer + "*!", inner + "." + outer, "(.?){70}!", "((.?){9}){9}!",
             "(.*.*.*.*.*.*.*.*.*.*)*!", std::string(999, '.'), "(([^!]*){20}){3}!"})
        for (const std::size_t length : {10, 100, 1000})
            cli::IdFilter{expression}(std::string(length, 'a'));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));
}

TEST(Filter, OthersAreRefused)
{
    for (const auto &[expression, what] : std::vector<std::pair<std::string, std::string>>{
             {"(", "is not a regular expression"},
             {"a)(b", "is not a regular expression"},
             {"[", "is not a regular expression"},
             {"*", "is not a regular expression"},
             {"(a)\\1", "is not a regular expression"},
             {"(?=a)", "has a '(?='"},
             {"^(?!.*ref)", "has a '(?!'"},
             {"(a?){50000}", "repetitions"},
             {"((a{100}){100}){100}", "repetitions"},
             {"(((((a{1,9}){9}){9}){9}){9}){9}", "repetitions"},
             {"a{99999999999999999999999}", "repetitions"},
             {std::string(1001, 'a'), "more than 1000"}})
        try {
            const cli::IdFilter filter(expression);
            ADD_FAILURE() << expression;
        } catch (const cli::CommandError &error) {
            EXPECT_TRUE(contains(error.what(), what));
        }
}

} // namespace
} // namespace hashlane::test
