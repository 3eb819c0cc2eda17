// SPDX-License-Identifier: MIT
#include "machine/system/shared_object.h"

#include "support/error_text.h"
#include "support/text.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hashlane::test {
namespace {

using machine::LibraryUnavailable;
using machine::SharedObject;

// A library that every program here has loaded.
#if defined(_WIN32)
constexpr const char *there = "msvcrt.dll";
#elif defined(__APPLE__)
constexpr const char *there = "libm.dylib";
#else
constexpr const char *there = "libm.so.6";
#endif

TEST(SharedObject, IsTheFirstThatIsFound)
{
    const SharedObject library({"libhashlane-absent.so", there, "libhashlane-absent-too.so"});
    EXPECT_EQ(library.name(), there);
    EXPECT_EQ(library.find<double(double)>("sqrt")(9), 3);
    double (*const root)(double) = library.find("sqrt");
    EXPECT_EQ(root(16), 4);
}

TEST(SharedObject, SaysWhatIsMissing)
{
    EXPECT_EQ(
        error_text<LibraryUnavailable>([] { SharedObject({"liba-absent.so", "libb-absent.so"}); }),
        "cannot open liba-absent.so, libb-absent.so");
    const SharedObject library({there});
    EXPECT_EQ(error_text<LibraryUnavailable>([&] { library.find<void()>("hashlane_absent"); }),
              std::string(there) + " has no hashlane_absent");
    EXPECT_TRUE(contains(error_text<LibraryUnavailable>([] { SharedObject::at("/absent/lib.so"); }),
                         "/absent/lib.so"));
}

} // namespace
} // namespace hashlane::test
