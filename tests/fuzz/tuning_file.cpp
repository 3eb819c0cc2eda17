// SPDX-License-Identifier: MIT
//
// Tuning files: the input is the lines below the head, and the checksum is right, or the whole
// text. Or a file with any costs on this machine: whatever dispatch then chooses hashes right, and
// a damaged file changes nothing.
#include "hashlane/sha256.h"
#include "measure/write_tuning.h"
#include "support/oracle.h"
#include "tree.h"

namespace hashlane::fuzz::tuning_file_target {
namespace {

// All candidates of this processor, as its file has them.
TuningSection drawn_section(Input &input)
{
    TuningSection section;
    section.kind = this_core_kind();
    for (const Kernel &kernel : all_kernels())
        if (is_candidate(kernel, this_cpu().features))
            section.calls.push_back({&kernel, static_cast<double>(input.number(1, 65535)) / 8});
    return section;
}

void require_right_digests(std::size_t count)
{
    std::vector<std::uint8_t> text(count + 100);
    for (std::size_t i = 0; i < text.size(); ++i)
        text[i] = static_cast<std::uint8_t>(i);
    std::vector<const std::uint8_t *> messages;
    std::vector<std::size_t> bytes;
    for (std::size_t i = 0; i < count; ++i) {
        messages.push_back(text.data() + i);
        bytes.push_back(100 - i);
    }
    std::vector<std::uint8_t> digests(32 * count);
    hashlane_sha256_many(messages.data(), bytes.data(), count, digests.data());
    for (std::size_t i = 0; i < count; ++i)
        require(std::ranges::equal(test::oracle_digest("sha256", {messages[i], bytes[i]}),
                                   std::span(digests).subspan(32 * i, 32)),
                "a wrong digest with a tuning");
}

void load(Input &input)
{
    static const Folder folder;
    // Each activated table stays allocated.
    constexpr int most_activations = 1000;
    static int activations = 0;
    Tuning tuning;
    tuning.push_back(drawn_section(input));
    std::string text = measure::write_tuning(tuning, this_tuning_key());
    const bool is_damaged = activations == most_activations || input.truth();
    if (is_damaged)
        text[input.size(0, text.size() - 1)] ^= static_cast<char>(input.number(1, 255));
    else
        ++activations;
    const std::string path = folder.write("tuning", text);
    require(hashlane_tuning_load(path.c_str()) == (is_damaged ? HASHLANE_NOT_VALID : HASHLANE_OK),
            "load_tuning's status");
    require_right_digests(input.size(0, 40));
    require(hashlane_tuning_load((path + "-missing").c_str()) == HASHLANE_NOT_FOUND,
            "a tuning from nowhere");
}

void parse(Input &input, bool has_checksum)
{
    const TuningKey key{"Example CPU", no_features, "0x1", "0.1.0"};
    std::string text = input.rest();
    if (has_checksum)
        text = measure::with_checksum(std::string(std::string_view(tuning_head(key))) + text);
    const ParsedTuning parsed = parse_tuning(text, key);
    if (!parsed.problem.empty())
        return;
    require(measure::write_tuning(parsed.tuning, key) == text, "accepted, but not what is written");
    for (const TuningSection &section : parsed.tuning)
        for (const CallCost &call : section.calls)
            require(call.cycles > 0, "a cost that is none");
}

void run(Input &input)
{
    const std::uint64_t kind = input.number(0, 15); // a file takes long
    kind == 2 ? load(input) : parse(input, kind != 0);
}

const Target target("tuning_file", run, mutate_lines);

} // namespace
} // namespace hashlane::fuzz::tuning_file_target
