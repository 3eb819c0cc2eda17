// SPDX-License-Identifier: MIT
//
// Devices of OpenCL, with the fake loader: what no real device shows.

#include "backends/gpu/verify.h"
#include "fake_opencl.h"
#include "support/proof.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace hashlane::test {
namespace {

// Launches that are not flushed count for nothing there.
TEST(OpenCl, ChainsAreVerifiedWhileTheyAreCopied)
{
    setenv("HASHLANE_FAKE_OPENCL", "quick", 1);
    const backends::FoundDevices found = backends::find_opencl_devices();
    ASSERT_EQ(found.devices.size(), 2U);
    const Proof proof = plain_proof(random_lengths(100, 200));
    backends::ChainVerifier verifier(0, {found.devices[0].get()});
    EXPECT_EQ(verifier.most_lanes(), 16U);
    hashlane_chain_result result;
    EXPECT_EQ(verifier.verify(views(proof), {}, result), HASHLANE_OK);
    EXPECT_EQ(result.hashes, hashes_of(proof));
    EXPECT_GT(fake_opencl_copies_beside_launches(), 6);
}

} // namespace
} // namespace hashlane::test
