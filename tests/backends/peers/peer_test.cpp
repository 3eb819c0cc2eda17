// SPDX-License-Identifier: MIT
//
// The other libraries against the published digests and our own functions.

#include "backends/peers/peer.h"
#include "machine/system/shared_object.h"
#include "support/hex.h"

#include <hashlane/hashlane.h>

#include <algorithm>
#include <gtest/gtest.h>
#include <ostream>
#include <random>

namespace hashlane::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

struct Library {
    const char *name;
    backends::Peer (*find)();
};

void PrintTo(const Library &library, std::ostream *out) { *out << library.name; }

const Library libraries[] = {{"openssl", backends::find_openssl},
                             {"libgcrypt", backends::find_libgcrypt},
                             {"nettle", backends::find_nettle},
                             {"botan", backends::find_botan}};

class PeerTest : public testing::TestWithParam<Library> {
protected:
    void SetUp() override
    {
        try {
            peer_ = GetParam().find();
        } catch (const machine::LibraryUnavailable &absent) {
            GTEST_SKIP() << absent.what();
        }
    }
    Bytes digest(workloads::PeerFunction function, const Bytes &message) const
    {
        Bytes digest(workloads::peer_digest_bytes);
        peer_.make_hash(function)(message.data(), message.size(), digest.data());
        return digest;
    }

    backends::Peer peer_;
};

TEST_P(PeerTest, SaysItsNameVersionAndFile)
{
    EXPECT_EQ(peer_.name, GetParam().name);
    EXPECT_NE(peer_.version.find_first_of("0123456789"), std::string::npos) << peer_.version;
    EXPECT_NE(peer_.version.find(", lib"), std::string::npos) << peer_.version;
}

// "abc": FIPS 180-4 and FIPS 202, NIST's example values.
TEST_P(PeerTest, ComputesThePublishedDigests)
{
    const Bytes abc = {'a', 'b', 'c'};
    EXPECT_EQ(to_hex(digest(workloads::PeerFunction::sha256, abc)),
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(to_hex(digest(workloads::PeerFunction::sha3_256, abc)),
              "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532");
}

// One object for many messages; the digest written over each.
TEST_P(PeerTest, AgreesWithOursOnMessagesOfAnyLength)
{
    std::mt19937_64 random(1);
    const workloads::PeerHash hash = peer_.make_hash(workloads::PeerFunction::sha3_256);
    for (std::size_t bytes = workloads::peer_digest_bytes; bytes < 600; bytes += 17) {
        Bytes message(bytes);
        std::ranges::generate(message, [&] { return static_cast<std::uint8_t>(random()); });
        Bytes expected(workloads::peer_digest_bytes);
        hashlane_sha3_context ours;
        ASSERT_EQ(hashlane_sha3_init(&ours, HASHLANE_SHA3_256), HASHLANE_OK);
        ASSERT_EQ(hashlane_sha3_update(&ours, message.data(), bytes), HASHLANE_OK);
        hashlane_sha3_squeeze(&ours, expected.data(), expected.size());
        hash(message.data(), bytes, message.data());
        message.resize(workloads::peer_digest_bytes);
        EXPECT_EQ(message, expected) << bytes << " bytes";
    }
}

TEST_P(PeerTest, ChainsInPlace)
{
    Bytes digest(workloads::peer_digest_bytes, 7), expected = digest;
    const workloads::PeerHash hash = peer_.make_hash(workloads::PeerFunction::sha256);
    for (int i = 0; i < 1001; ++i)
        hash(digest.data(), digest.size(), digest.data());
    hashlane_sha256_chain(expected.data(), 1, 1001);
    EXPECT_EQ(digest, expected);
}

INSTANTIATE_TEST_SUITE_P(Libraries, PeerTest, testing::ValuesIn(libraries),
                         [](const auto &test) { return test.param.name; });

TEST(FindPeers, KnowsEachLibraryAsFoundOrMissing)
{
    const backends::FoundPeers found = backends::find_peers();
    for (const Library &library : libraries)
        EXPECT_EQ(std::ranges::count(found.peers, library.name, &backends::Peer::name) +
                      std::ranges::count(found.missing, library.name, &results::Skipped::name),
                  1)
            << library.name;
    EXPECT_EQ(found.peers.size() + found.missing.size(), std::size(libraries));
}

TEST(SharedObjectTest, NamesWhatItCannotOpenOrFind)
{
    try {
        const machine::SharedObject library(
            {"libnothing-like-this.so.1", "libnothing-like-this.so.2"});
        FAIL() << "opened " << library.name();
    } catch (const machine::LibraryUnavailable &absent) {
        EXPECT_STREQ(absent.what(),
                     "cannot open libnothing-like-this.so.1, libnothing-like-this.so.2");
    }
#if defined(_WIN32)
    const char *const there = "kernel32.dll";
#else
    const char *const there = "libc.so.6";
#endif
    const machine::SharedObject library({"libnothing-like-this.so.1", there});
    EXPECT_EQ(library.name(), there);
    EXPECT_THROW(library.find<void()>("nothing_like_this"), machine::LibraryUnavailable);
}

} // namespace
} // namespace hashlane::test
