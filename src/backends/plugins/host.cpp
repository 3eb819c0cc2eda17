// SPDX-License-Identifier: MIT
//
// The process that runs a plug-in.
#include "../../lib/sha3/sponge.h"
#include "../../machine/system/child_process.h"
#include "../../machine/system/shared_object.h"
#include "../../machine/system/threads.h"
#include "plugin.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace hashlane::backends {
namespace {

constexpr std::size_t most_plugin_kernels = 64;

static_assert(HASHLANE_PLUGIN_MAX_LANES == max_lanes);

// Takes a kernel, or a workload.
template <class Entry> void check_version_and_name(const Entry &entry)
{
    if (entry.version != HASHLANE_PLUGIN_VERSION)
        throw Unusable(fmt::format("it has version {} of hashlane/plugin.h, this program {}",
                                   entry.version, HASHLANE_PLUGIN_VERSION));
    if (entry.name == nullptr || !results::is_plugin_name(entry.name))
        throw Unusable(fmt::format("the name of a kernel has to be 1 to {} of a-z, 0-9 and '-'",
                                   results::longest_plugin_name));
}

void check(const hashlane_plugin &kernel)
{
    check_version_and_name(kernel);
    if (kernel.workload < HASHLANE_PLUGIN_SHA256_CHAIN || kernel.workload > HASHLANE_PLUGIN_SHA3)
        throw Unusable(
            fmt::format("{}: {} is no workload; 1 to 3 are", kernel.name, kernel.workload));
    const bool has_function =
        kernel.workload == HASHLANE_PLUGIN_SHA256_CHAIN   ? kernel.sha256_chain != nullptr
        : kernel.workload == HASHLANE_PLUGIN_KECCAK_CHAIN ? kernel.keccak_chain != nullptr
                                                          : kernel.sha3 != nullptr;
    if (!has_function)
        throw Unusable(fmt::format("{}: the function of its workload is NULL", kernel.name));
    if (kernel.lanes < 1 || kernel.lanes > max_lanes)
        throw Unusable(
            fmt::format("{}: {} lanes are not 1 to {}", kernel.name, kernel.lanes, max_lanes));
    if (kernel.counted != 0 && kernel.counts == nullptr)
        throw Unusable(
            fmt::format("{}: counts is NULL, but counted {}", kernel.name, kernel.counted));
}

void check(const hashlane_workload &workload)
{
    check_version_and_name(workload);
    if (workload.run == nullptr || workload.is_right == nullptr)
        throw Unusable(fmt::format("{}: {} is NULL", workload.name,
                                   workload.run == nullptr ? "run" : "is_right"));
    if (workload.state_bytes > HASHLANE_WORKLOAD_MAX_BYTES)
        throw Unusable(fmt::format("{}: its state of {} bytes is larger than {}", workload.name,
                                   workload.state_bytes, HASHLANE_WORKLOAD_MAX_BYTES));
}

constexpr std::string_view instruction_ids[] = {
#define HASHLANE_INSTRUCTION(id, name, features, registers, dependent, independent) #id,
#include "../../machine/clock/instruction_timing.def"
#undef HASHLANE_INSTRUCTION
};

std::optional<workloads::Operations> operations_of(const hashlane_plugin &kernel)
{
    if (kernel.counted == 0)
        return std::nullopt;
    workloads::Operations operations;
    for (const hashlane_plugin_count &count : std::span(kernel.counts, kernel.counted)) {
        const std::string_view id = count.instruction == nullptr ? "" : count.instruction;
        const auto found = std::ranges::find(instruction_ids, id);
        if (found == std::end(instruction_ids))
            throw Unusable(fmt::format("{}: it counts '{}', which is none of {}", kernel.name, id,
                                       fmt::join(instruction_ids, ", ")));
        if (!std::isfinite(count.path) || !std::isfinite(count.all) || count.path < 0 ||
            count.all < 0)
            throw Unusable(
                fmt::format("{}: its count of {} is no number of instructions", kernel.name, id));
        const auto instruction = static_cast<std::size_t>(found - std::begin(instruction_ids));
        operations.path.count[instruction] += count.path;
        operations.all.count[instruction] += count.all;
    }
    return operations;
}

Workload workload_of(const hashlane_plugin &kernel)
{
    constexpr Workload workloads[] = {Workload::sha256_chain, Workload::keccak_chain,
                                      Workload::sha3};
    return workloads[kernel.workload - HASHLANE_PLUGIN_SHA256_CHAIN];
}

// Advances the lanes of `data`, which lie one after the other, in place.
using Advance = std::function<void(std::uint8_t *data, std::uint64_t iterations)>;

// `message` is there for sha3, and only there.
Advance advance_with(const hashlane_plugin &kernel, const std::optional<results::Message> &message)
{
    if (message) {
        auto *const absorb = reinterpret_cast<Sha3Absorb *>(kernel.sha3);
        const Sha3Function &function = *find_sha3_function(message->function);
        return [=, &function, lanes = kernel.lanes, bytes = message->bytes,
                output = message->output_bytes](std::uint8_t *data, std::uint64_t iterations) {
            std::uint8_t *messages[max_lanes];
            for (unsigned lane = 0; lane < lanes; ++lane)
                messages[lane] = data + lane * bytes;
            for (; iterations != 0; --iterations)
                sponge_hash(function, absorb, lanes, messages, bytes, messages, output);
        };
    }
    if (kernel.workload == HASHLANE_PLUGIN_SHA256_CHAIN)
        return kernel.sha256_chain;
    return [chain = kernel.keccak_chain](std::uint8_t *data, std::uint64_t iterations) {
        chain(reinterpret_cast<std::uint64_t *>(data), iterations);
    };
}

} // namespace

template <class Entry> std::vector<const Entry *> checked_entries(const Entry *first)
{
    std::vector<const Entry *> entries;
    for (const Entry *entry = first; entry != nullptr; entry = entry->next) {
        check(*entry);
        if (entries.size() == most_plugin_kernels)
            throw Unusable(fmt::format("it has more than {} kernels", most_plugin_kernels));
        entries.push_back(entry);
    }
    return entries;
}

template std::vector<const hashlane_plugin *> checked_entries(const hashlane_plugin *);
template std::vector<const hashlane_workload *> checked_entries(const hashlane_workload *);

PluginKernel describe(const hashlane_plugin &kernel)
{
    PluginKernel described;
    described.name = kernel.name;
    described.workload = workload_of(kernel);
    described.lanes = kernel.lanes;
    described.supported = kernel.supported == nullptr || kernel.supported() != 0;
    described.operations = operations_of(kernel);
    return described;
}

PluginKernel describe(const hashlane_workload &workload)
try {
    const auto text = [](const char *member) { return std::string(member ? member : ""); };
    PluginKernel described;
    described.name = workload.name;
    described.workload =
        results::foreign_work(text(workload.workload), text(workload.title), text(workload.unit));
    return described;
} catch (const results::BadWork &bad) {
    throw Unusable(bad.what());
}

// ---- The process.

namespace {

// A kernel or a workload of the file.
using Entry = std::variant<const hashlane_plugin *, const hashlane_workload *>;
using Entries = std::vector<Entry>;

// Null where the file has none.
template <class Found>
const Found *find_or_null(const machine::SharedObject &object, const char *symbol)
try {
    return object.find<const Found>(symbol);
} catch (const machine::LibraryUnavailable &) {
    return nullptr;
}

// Returns the entries of a file, which stays loaded until the process ends. Throws an Unusable.
Entries load_plugin(const std::string &file)
try {
    const machine::SharedObject object = machine::SharedObject::at(file);
    constexpr const char *kernels_symbol = "hashlane_plugin_entry";
    const auto *const workload = find_or_null<hashlane_workload>(object, "hashlane_workload_entry");
    const auto *const kernel = workload != nullptr
                                   ? find_or_null<hashlane_plugin>(object, kernels_symbol)
                                   : object.find<const hashlane_plugin>(kernels_symbol);
    Entries entries;
    std::ranges::copy(checked_entries(kernel), std::back_inserter(entries));
    std::ranges::copy(checked_entries(workload), std::back_inserter(entries));
    return entries;
} catch (const machine::LibraryUnavailable &absent) {
    // The caller names the file, and loaders put it first.
    const std::string reason = absent.what();
    throw Unusable(reason.starts_with(file + ": ")
                       ? fmt::format("cannot be loaded as a shared object ({})",
                                     reason.substr(file.size() + 2))
                       : reason);
}

// The work of a plug-in's kernel on one thread. Its samples continue one stretch, which is checked
// out of the plug-in's reach: nothing is checked here.
class PluginTask final : public workloads::Task {
public:
    PluginTask(const hashlane_plugin &kernel, std::uint32_t offset, Claim &claim)
        : advance_(advance_with(kernel, claim.stretch.message)),
          bytes_(data_bytes(workload_of(kernel), kernel.lanes, claim.stretch.message)),
          data_((bytes_ + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t), offset),
          claim_(claim)
    {
        claim_.end.resize(bytes_);
        reset();
    }
    ~PluginTask() override { std::copy_n(data(), bytes_, claim_.end.begin()); }
    PluginTask(const PluginTask &) = delete;
    PluginTask &operator=(const PluginTask &) = delete;

    // After a sample the next one continues from its end; after warming up everything starts again.
    void reset() override
    {
        if (!std::exchange(goes_on_, false))
            draw_start(claim_.stretch.seed, {data(), bytes_});
    }
    void advance(std::uint64_t iterations) override { advance_(data(), iterations); }
    std::optional<results::Mismatch> check(std::uint64_t iterations) override
    {
        claim_.stretch.iterations += iterations;
        goes_on_ = true;
        return std::nullopt;
    }

private:
    std::uint8_t *data() { return reinterpret_cast<std::uint8_t *>(data_.data()); }

    Advance advance_;
    std::size_t bytes_;
    workloads::PlacedData<std::uint64_t> data_;
    Claim &claim_;
    bool goes_on_ = false;
};

// The work of a plug-in's workload on one thread, which checks each sample by itself.
class WorkloadTask final : public workloads::Task {
public:
    WorkloadTask(const hashlane_workload &workload, std::uint32_t offset, Claim &claim)
        : workload_(workload),
          state_(static_cast<std::size_t>(workload.state_bytes), offset),
          claim_(claim)
    {
        reset();
    }
    void reset() override
    {
        if (workload_.set_up != nullptr)
            workload_.set_up(state_.data());
    }
    void advance(std::uint64_t iterations) override { workload_.run(state_.data(), iterations); }
    std::optional<results::Mismatch> check(std::uint64_t iterations) override
    {
        claim_.stretch.iterations += iterations;
        if (workload_.is_right(state_.data(), iterations) == 0)
            claim_.end = wrong_by_its_own_check;
        return std::nullopt;
    }

private:
    const hashlane_workload &workload_;
    workloads::PlacedData<std::uint8_t> state_;
    Claim &claim_;
};

std::unique_ptr<workloads::Task> make_task(const Entry &entry, std::uint32_t offset, Claim &claim)
{
    if (const auto *const kernel = std::get_if<const hashlane_plugin *>(&entry))
        return std::make_unique<PluginTask>(**kernel, offset, claim);
    return std::make_unique<WorkloadTask>(*std::get<const hashlane_workload *>(entry), offset,
                                          claim);
}

Claim unstarted_claim(Stretch stretch)
{
    stretch.iterations = 0;
    return {stretch, ""};
}

PluginAnswer answer(const DescribeRequest &, const Entries &entries)
{
    Description description;
    for (const Entry &entry : entries)
        description.push_back(std::visit([](const auto *one) { return describe(*one); }, entry));
    return description;
}

PluginAnswer answer(const ComputeRequest &request, const Entries &entries)
{
    Claims claims;
    for (const Stretch &stretch : request.stretches) {
        Claim &claim = claims.emplace_back(unstarted_claim(stretch));
        const auto task = make_task(entries.at(request.kernel), 0, claim);
        task->advance(stretch.iterations);
        task->check(stretch.iterations);
    }
    return claims;
}

PluginAnswer answer(const MeasureRequest &request, const Entries &entries)
{
    MeasuredVisit measured;
    for (std::size_t i = 0; i < request.visit.cpus.size(); ++i) {
        measured.claims.push_back(unstarted_claim(request.first));
        measured.claims.back().stretch.seed += i;
    }
    std::atomic<std::size_t> next = 0;
    const measure::MakeTask make_next = [&](std::uint32_t offset) {
        return make_task(entries.at(request.kernel), offset, measured.claims.at(next++));
    };
    measured.visit = measure::take_visit(make_next, request.visit);
    return measured;
}

PluginAnswer answer(const PluginRequest &request)
try {
    const Entries entries = load_plugin(request.file);
    return std::visit([&](const auto &what) { return answer(what, entries); }, request.what);
} catch (const Unusable &refused) {
    return Refusal{refused.what()};
} catch (const machine::ThreadError &error) { // no fault of the plug-in's
    return Refusal{error.what()};
}

} // namespace

void host_plugin()
{
    machine::answer_parent(
        [](const std::string &request) { return written(answer(read<PluginRequest>(request))); });
}

} // namespace hashlane::backends
