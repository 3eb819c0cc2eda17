// SPDX-License-Identifier: MIT
//
// The workload table: how each workload's lanes are started, run and checked; one file each
// (docs/contributing/add-a-workload.md). Names, titles and units are in src/lib/core/workloads.def.
//
// A task is the timed unit: code bound to data. The timed calls of a task continue one computation.
// It runs from a known start to a known answer, a segment; there it is checked and starts again.
// One wrong bit anywhere in a segment changes its end, so a right end confirms every call on the
// way. docs/explanation/methodology.md has the details.
#pragma once

#include "../lib/core/kernel.h"
#include "../lib/sha3/sponge.h"
#include "../results/row.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hashlane::workloads {

// ---- Tasks, and their parts ----

class Task {
public:
    virtual ~Task() = default;

    /// The most iterations that one sample may have: a power of two. Unless the task limits them,
    /// far above those that any processor does in a millisecond.
    virtual std::uint64_t largest_sample() const { return std::uint64_t{1} << 32; }

    /// Begins a segment, after reset(). Returns its iterations until there is an answer that can be
    /// checked, when samples have `sample` iterations, a power of two up to largest_sample(): a
    /// multiple of `sample`, or just that if any count can be checked. Work that can end has fewer
    /// in its last segment, and then 0.
    virtual std::uint64_t segment(std::uint64_t sample) { return sample; }

    /// Back to the known start.
    virtual void reset() = 0;

    /// The timed work.
    virtual void advance(std::uint64_t iterations) = 0;

    /// Compares with the answer; to be called `iterations` = segment() after reset().
    virtual std::optional<results::Mismatch> check(std::uint64_t iterations) = 0;
};

/// Runs one segment of samples of `sample` iterations, from a task that was not used yet.
std::optional<results::Mismatch> check_task(Task &task, std::uint64_t sample);

/// A task whose data other code can compute again: the result of `work` is timed, and that of
/// `independent` is right. Data has reset(), advance(work, iterations) and first_difference(other):
/// the lane of a wrong result. `make` makes them, at a distance from the start of a page; `where`
/// is the mismatch's.
template <class Data, class Work> class RepeatedTask final : public Task {
public:
    using Make = std::function<Data(std::uint32_t data_bytes)>;

    RepeatedTask(std::string id, std::string where, Make make, Work work, Work independent,
                 std::uint32_t data_bytes)
        : id_(std::move(id)),
          where_(std::move(where)),
          make_(std::move(make)),
          work_(std::move(work)),
          independent_(std::move(independent)),
          data_(make_(data_bytes))
    {
    }

    void reset() override { data_.reset(); }
    void advance(std::uint64_t iterations) override { data_.advance(work_, iterations); }
    // Any count can be checked: the independent code repeats it once.
    std::optional<results::Mismatch> check(std::uint64_t iterations) override
    {
        auto known = answers_.find(iterations);
        if (known == answers_.end()) {
            known = answers_.emplace(iterations, make_(0)).first;
            known->second.advance(independent_, iterations);
        }
        const std::optional<unsigned> wrong = data_.first_difference(known->second);
        return wrong ? std::optional(results::Mismatch{id_, *wrong, iterations, where_})
                     : std::nullopt;
    }

private:
    std::string id_, where_;
    Make make_;
    Work work_, independent_;
    Data data_;
    std::map<std::uint64_t, Data> answers_; ///< by iterations
};

/// Zeros, `data_bytes` behind the start of a page: a multiple of 64.
template <class T> class PlacedData {
public:
    PlacedData(std::size_t count, std::uint32_t data_bytes)
    {
        const std::size_t bytes = count * sizeof(T) + data_bytes;
        std::size_t space = bytes + page_bytes;
        room_ = std::make_unique<std::byte[]>(space);
        void *start = room_.get();
        std::align(page_bytes, bytes, start, space);
        data_ = reinterpret_cast<T *>(static_cast<std::byte *>(start) + data_bytes);
    }
    T *data() { return data_; }
    const T *data() const { return data_; }

private:
    static constexpr std::size_t page_bytes = 4096;

    std::unique_ptr<std::byte[]> room_;
    T *data_;
};

/// A kernel of any workload as lanes that are chains, each from a start to an end that depends on
/// the start alone: not on the lane, nor on the number of lanes. The size of a state is in the
/// workload's entry.
class Lanes {
public:
    Lanes() = default;
    Lanes(const Lanes &) = delete;
    Lanes &operator=(const Lanes &) = delete;
    virtual ~Lanes() = default;

    virtual std::size_t count() const = 0;
    /// Precondition of both: lane < count().
    virtual void set(std::size_t lane, const std::uint8_t *state) = 0;
    virtual void get(std::size_t lane, std::uint8_t *state) const = 0;
    virtual void advance(std::uint64_t iterations) = 0;
};

/// One state of `elements` after the other, advanced in place, as the chain kernels have them.
template <class Element, class Advance> class ChainLanes final : public Lanes {
public:
    ChainLanes(Advance function, unsigned lanes, std::size_t elements, std::uint32_t data_bytes)
        : function_(std::move(function)),
          lanes_(lanes),
          elements_(elements),
          states_(lanes * elements, data_bytes)
    {
    }
    std::size_t count() const override { return lanes_; }
    void set(std::size_t lane, const std::uint8_t *state) override
    {
        std::memcpy(states_.data() + lane * elements_, state, elements_ * sizeof(Element));
    }
    void get(std::size_t lane, std::uint8_t *state) const override
    {
        std::memcpy(state, states_.data() + lane * elements_, elements_ * sizeof(Element));
    }
    void advance(std::uint64_t iterations) override { function_(states_.data(), iterations); }

private:
    Advance function_;
    std::size_t lanes_, elements_;
    PlacedData<Element> states_;
};

/// Writes each message's digest over its beginning, `iterations` times.
using HashMessages = std::function<void(std::uint8_t *const *messages, std::uint64_t iterations)>;

/// A message in each lane, each beginning with the lane's digest before, for any hash function:
/// `id` names the code that is timed, with its lanes. `independent`, to check against, takes one
/// message. The message is at least as long as the output. The data lie `data_bytes` behind the
/// start of a page.
std::unique_ptr<Task> make_message_task(std::string id, unsigned lanes,
                                        const results::Message &message, HashMessages hash,
                                        HashMessages independent, std::uint32_t data_bytes);

/// Functions that other libraries have.
enum class PeerFunction { sha256, sha3_256 };

/// The digest length of both functions.
constexpr std::size_t peer_digest_bytes = 32;

/// A hash function of another library: whole messages, one at a time. `digest` takes
/// peer_digest_bytes and may overlap the message. It is used by one thread.
using PeerHash =
    std::function<void(const std::uint8_t *message, std::size_t bytes, std::uint8_t *digest)>;

/// Messages of `bytes` bytes by such a function.
HashMessages hash_by_peer(const PeerHash &hash, std::size_t bytes);

// ---- The table ----

/// One benchmark that `run` measures by name.
struct Benchmark {
    Workload workload;              ///< whose kernels, and whose table
    std::string_view name;          ///< the workload's, or a further function's: "turboshake128"
    std::string_view function = {}; ///< of the messages: "sha3-256"
    std::span<const std::size_t> lengths = {}; ///< of the messages; empty: lanes hash no messages
    /// Not null if the library's function is measured, with the kernels that dispatch chooses,
    /// instead of each kernel. `id` names it.
    std::unique_ptr<Task> (*make_library_task)(std::string id, const results::Message &message,
                                               std::uint32_t data_bytes) = nullptr;

    bool is_workload() const { return name == workload_name(workload); }
    bool has_kernels() const { return make_library_task == nullptr; }
};

/// The number of bytes that the benchmark takes from an extendable-output function.
constexpr std::size_t xof_output_bytes = 32;

/// 32-bit operations of a unit on a device, by the pipe that takes them.
struct DeviceOperations {
    double logic;          ///< three-input logic, rotations, shifts: LOP3, SHF
    double additions;      ///< of two numbers: IMAD, with a multiplier of one
    double register_reads; ///< by all of them, of registers of lanes; each once an operation
};

struct WorkloadEntry {
    // ---- Lanes as chains: soak, proofs of devices and plug-ins ----

    std::size_t state_bytes; ///< of one lane
    std::unique_ptr<Lanes> (*make_lanes)(const Kernel &kernel, std::uint32_t data_bytes);
    /// Iterations of a lane in a soak: at most some milliseconds of any kernel. A multiple of 16
    /// lanes_step.
    std::uint64_t soak_iterations;

    // ---- If these lanes are measured; else null ----

    void (*start)(std::size_t lane, std::uint8_t *state) = nullptr;
    std::uint64_t largest_sample = 0; ///< iterations: a power of two
    /// Returns true if a lane's state is the stored one, largest_sample iterations after its start.
    /// Null: ends are repeated by an independent kernel.
    bool (*is_known_end)(std::size_t lane, const std::uint8_t *state) = nullptr;

    // ---- Measuring ----

    std::span<const Benchmark> benchmarks; ///< the workload's own is the first
    /// Returns a function's message of `bytes` bytes. Null: lanes hash no messages, and no function
    /// below gets one.
    results::Message (*message)(std::string_view function, std::size_t bytes) = nullptr;
    std::unique_ptr<Task> (*make_task)(const Kernel &kernel,
                                       const std::optional<results::Message> &message,
                                       std::uint32_t data_bytes);
    /// The task of another library's function, and which; or nothing that they have.
    std::optional<PeerFunction> peer_function = std::nullopt;
    std::unique_ptr<Task> (*make_peer_task)(std::string id, const PeerHash &hash,
                                            const std::optional<results::Message> &message,
                                            std::uint32_t data_bytes) = nullptr;

    // ---- Proving ----

    /// Runs the kernel from its benchmark's start to the known answer, and from random data through
    /// odd counts of iterations against an independent kernel. Nothing when all agree.
    std::optional<results::Mismatch> (*verify)(const Kernel &kernel);
    std::span<const std::size_t> verified_lengths = {}; ///< of messages: around the ends of blocks

    // ---- Bounds ----

    std::string_view family; ///< of its lines in instruction_mix.def
    /// Returns the length of a message in iterations of a line.
    double (*iterations)(const results::Message &message) = nullptr;
    std::optional<DeviceOperations> device = std::nullopt;
};

#define HASHLANE_WORKLOAD(workload, kernels, signature, ...)                                       \
    extern const WorkloadEntry workload##_workload;
#include "../lib/core/workloads.def"
#undef HASHLANE_WORKLOAD

const WorkloadEntry &entry_of(Workload workload);

/// Returns the benchmarks of all workloads, in their order.
std::vector<const Benchmark *> all_benchmarks();

// The functions of an entry, bound to a kernel that can run here, which must outlive the result.

/// Lanes at any place.
std::unique_ptr<Lanes> make_lanes(const Kernel &kernel);

/// Makes the task that is timed. Its data starts `data_bytes` after the start of a page.
std::unique_ptr<Task> make_task(const Kernel &kernel,
                                const std::optional<results::Message> &message = {},
                                std::uint32_t data_bytes = 0);

/// The ends of lanes, state after state as the starts are. The kernel's last lanes, where the
/// states do not fill it, compute the first ones again.
std::vector<std::uint8_t> ends_of(const Kernel &kernel, std::span<const std::uint8_t> starts,
                                  std::uint64_t iterations);

// ---- For the files of workloads ----

/// The entry's make_task if the lanes as chains are measured.
std::unique_ptr<Task> make_chain_task(const Kernel &kernel,
                                      const std::optional<results::Message> &message,
                                      std::uint32_t data_bytes);

/// Makes such a task of other code's lanes, whose ends are known: `id` names that code.
std::unique_ptr<Task> make_chain_task(std::string id, Workload workload,
                                      std::unique_ptr<Lanes> lanes);

/// The entry's verify if the lanes as chains are measured: also from random states.
std::optional<results::Mismatch> verify_chain(const Kernel &kernel);

/// The entry's verify for messages: two of each verified length, one after the other, by each of
/// the functions.
std::optional<results::Mismatch> verify_messages(const Kernel &kernel,
                                                 std::span<const std::string_view> functions);

/// Counts of iterations that kernels are verified with.
constexpr std::uint64_t odd_counts[] = {0, 1, 2, 3, 63, 64, 65, 1000};

/// If the lanes of a soak hash messages, the number of iterations is a multiple of this.
constexpr std::uint64_t lanes_step = 64;

/// Returns lanes_step blocks of up to 136 bytes of a message that is always the same, from the
/// place in it that the first byte of a start gives.
const std::uint8_t *soak_message(const std::uint8_t *start);

constexpr std::size_t longest_soak_block = 136;

/// States that take blocks of soak_message(). Word w of lane l lies at l × `lane_step` + w ×
/// `word_step`.
template <class Word> class MessageLanes final : public Lanes {
public:
    /// Takes lanes_step blocks in each lane.
    using Absorb = std::function<void(Word *states, const std::uint8_t *const *blocks)>;

    MessageLanes(Absorb absorb, unsigned lanes, std::size_t words, bool words_are_together,
                 std::uint32_t data_bytes)
        : absorb_(std::move(absorb)),
          words_(words),
          lane_step_(words_are_together ? words : 1),
          word_step_(words_are_together ? 1 : lanes),
          states_(lanes * words, data_bytes),
          blocks_(lanes)
    {
    }
    std::size_t count() const override { return blocks_.size(); }
    void set(std::size_t lane, const std::uint8_t *state) override
    {
        blocks_[lane] = soak_message(state);
        for (std::size_t word = 0; word < words_; ++word)
            std::memcpy(states_.data() + lane * lane_step_ + word * word_step_,
                        state + word * sizeof(Word), sizeof(Word));
    }
    void get(std::size_t lane, std::uint8_t *state) const override
    {
        for (std::size_t word = 0; word < words_; ++word)
            std::memcpy(state + word * sizeof(Word),
                        states_.data() + lane * lane_step_ + word * word_step_, sizeof(Word));
    }
    void advance(std::uint64_t iterations) override
    {
        for (; iterations != 0; iterations -= lanes_step)
            absorb_(states_.data(), blocks_.data());
    }

private:
    Absorb absorb_;
    std::size_t words_, lane_step_, word_step_;
    PlacedData<Word> states_;
    std::vector<const std::uint8_t *> blocks_;
};

} // namespace hashlane::workloads
