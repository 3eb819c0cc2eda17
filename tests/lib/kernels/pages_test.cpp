// SPDX-License-Identifier: MIT
//
// Every kernel on memory with inaccessible pages before and behind it: reading a byte there does
// not change the result, but is a fault.

#include "support/kernel_param.h"
#include "support/random_bytes.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace hashlane::test {
namespace {

enum class Place { first, last };

// Words in pages of their own, at the first address or up to the last one.
template <class Word> class Pages {
public:
    Pages(std::size_t count, Place place, std::uint64_t seed)
    {
        const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
        const std::size_t bytes = count * sizeof(Word);
        inside_ = (bytes + page - 1) / page * page;
        all_ = inside_ + 2 * page;
        void *const memory = mmap(nullptr, all_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED)
            throw std::runtime_error("no memory");
        memory_ = static_cast<std::uint8_t *>(memory);
        std::uint8_t *const inside = memory_ + page;
        if (mprotect(inside, inside_, PROT_READ | PROT_WRITE) != 0)
            throw std::runtime_error("pages cannot be opened");
        std::uint8_t *const begin = place == Place::first ? inside : inside + inside_ - bytes;
        std::ranges::copy(random_bytes(bytes, seed), begin);
        words_ = {reinterpret_cast<Word *>(begin), count};
    }
    Pages(const Pages &) = delete;
    Pages &operator=(const Pages &) = delete;
    ~Pages() { munmap(memory_, all_); }

    Word *data() const { return words_.data(); }
    std::vector<Word> content() const { return {words_.begin(), words_.end()}; }

private:
    std::uint8_t *memory_;
    std::size_t inside_, all_;
    std::span<Word> words_;
};

// The kernel's result for the same random data at either place.
struct Caller {
    const Kernel &kernel;
    Place place;

    std::vector<std::uint8_t> operator()(Sha256Chain *chain) const
    {
        Pages<std::uint8_t> digests(kernel.lanes * sha256_digest_bytes, place, 1);
        chain(digests.data(), 2);
        return digests.content();
    }

    std::vector<std::uint64_t> operator()(KeccakChain *chain) const
    {
        Pages<std::uint64_t> states(kernel.lanes * keccak_state_words, place, 1);
        chain(states.data(), 2);
        return states.content();
    }

    // Nodes and salts have one type.
    std::vector<std::uint8_t> operator()(Sha256Nodes *function) const
    {
        const bool nodes = kernel.workload == Workload::sha256_nodes;
        const std::size_t count = nodes ? 3 : 1;
        const std::size_t input = nodes ? sha256_block_bytes : sha256_digest_bytes;
        Pages<std::uint8_t> digests(count * kernel.lanes * sha256_digest_bytes, place, 1);
        const Pages<std::uint8_t> from(count * kernel.lanes * input, place, 2);
        function(digests.data(), from.data(), 3);
        std::vector<std::uint8_t> result = digests.content();
        if (kernel.forms.twice != nullptr) {
            kernel.forms.twice(digests.data(), from.data(), 3);
            std::ranges::copy(digests.content(), std::back_inserter(result));
        }
        return result;
    }

    std::vector<std::uint32_t> operator()(Sha256Blocks *blocks) const
    {
        Pages<std::uint32_t> states(kernel.lanes * sha256_state_words, place, 1);
        with_messages(3 * sha256_block_bytes, [&](const std::uint8_t *const *messages) {
            blocks(states.data(), messages, 3);
        });
        std::vector<std::uint32_t> result = states.content();
        if (kernel.forms.padded != nullptr)
            for (const std::size_t bytes : {1U, 37U, 55U, 56U, 63U, 100U})
                std::ranges::copy(padded(bytes), std::back_inserter(result));
        return result;
    }

    std::vector<std::uint64_t> operator()(Sha3Absorb *absorb) const
    {
        Pages<std::uint64_t> states(kernel.lanes * keccak_state_words, place, 1);
        for (const std::size_t rate : {32U, 72U, 104U, 128U, 136U, 144U, 168U})
            with_messages(3 * rate, [&](const std::uint8_t *const *messages) {
                absorb(states.data(), messages, rate, 3, keccak_f_rounds);
            });
        absorb(states.data(), nullptr, 0, 1, keccak_p_rounds);
        return states.content();
    }

private:
    std::vector<std::uint32_t> padded(std::size_t bytes) const
    {
        Pages<std::uint32_t> digests(kernel.lanes * sha256_state_words, place, 1);
        const Pages<std::size_t> length(1, place, 0);
        *length.data() = bytes;
        with_messages(bytes, [&](const std::uint8_t *const *messages) {
            kernel.forms.padded({messages, length.data(), 0, 1, bytes / 64,
                                 bytes % 64 < 56 ? 1U : 2U, sha256_initial_state, 0,
                                 reinterpret_cast<std::uint8_t *>(digests.data())});
        });
        return digests.content();
    }

    // The pointers too are in such pages.
    template <class Call> void with_messages(std::size_t bytes, const Call &call) const
    {
        std::vector<std::unique_ptr<Pages<std::uint8_t>>> messages;
        const Pages<const std::uint8_t *> pointers(kernel.lanes, place, 0);
        for (unsigned lane = 0; lane < kernel.lanes; ++lane) {
            messages.push_back(std::make_unique<Pages<std::uint8_t>>(bytes, place, 2 + lane));
            pointers.data()[lane] = messages.back()->data();
        }
        call(pointers.data());
    }
};

class KernelInPages : public KernelTest {};

TEST_P(KernelInPages, TouchesNothingBesideItsBuffers)
{
    const Kernel &kernel = *GetParam();
    std::visit(
        [&](auto *function) {
            EXPECT_EQ((Caller{kernel, Place::first}(function)),
                      (Caller{kernel, Place::last}(function)));
        },
        kernel.function);
}

std::string id_as_name(const testing::TestParamInfo<const Kernel *> &info)
{
    std::string name(workload_name(info.param->workload));
    std::ranges::replace(name, '-', '_');
    return name + "_" + kernel_test_name(info);
}

INSTANTIATE_TEST_SUITE_P(Registry, KernelInPages, testing::ValuesIn(kernels_of_this_architecture()),
                         id_as_name);

} // namespace
} // namespace hashlane::test
