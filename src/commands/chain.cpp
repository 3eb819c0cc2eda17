// SPDX-License-Identifier: MIT
//
// The commands of `hashlane chain`: create chains, verify proofs, and time real proofs.
#include "../backends/gpu/verify.h"
#include "../cli/messages.h"
#include "../cli/options.h"
#include "../lib/dispatch/dispatch_table.h"
#include "../machine/system/cpus.h"
#include "../machine/system/input_file.h"
#include "../machine/system/lists.h"
#include "../machine/system/terminal.h"
#include "../machine/system/text.h"
#include "../machine/system/threads.h"
#include "../proof/proof.h"
#include "commands.h"
#include "jobs.h"

#include "hashlane/chain.h"

#include <chrono>
#include <cmath>
#include <functional>

namespace hashlane::commands {
namespace {

// A kind of proof, and a real one: docs/how-to/chains.md has the sources of the numbers.
struct ChainPreset {
    std::string_view name;
    std::uint64_t every;     ///< hashes from checkpoint to checkpoint
    std::size_t mixes;       ///< into the start, which must be given
    bool salted;             ///< a salt must be given
    std::uint64_t salt_adds; ///< by default
    const char *real_proof;
    std::size_t segments; ///< of it
    double deadline_s;    ///< of it; 0: none
};

constexpr ChainPreset chain_presets[] = {
    {"plain", 10'000, 0, false, 0, "10,000 segments", 10'000, 0},
    {"mmx", 250'000, 2, false, 0, "10 s of a timelord at 72.5 MH/s", 2'900, 5},
    {"poh", 62'500, 0, false, 0, "a slot of 64 ticks", 64, 0.4},
    {"arweave", 600'000, 0, true, 1, "a step of 25 checkpoints", 25, 1},
};

void add_preset(CLI::App &app, const char *help, std::optional<ChainPreset> &preset)
{
    cli::add_option(app, "--preset", {"NAME", help}, preset,
                    cli::one_of(cli::named(chain_presets, &ChainPreset::name)));
}

std::vector<backends::Device *> devices_of(const backends::FoundDevices &found)
{
    return machine::each(found.devices, [](const auto &device) { return device.get(); });
}

double mega_hashes(std::uint64_t hashes, double seconds)
{
    return seconds > 0 ? static_cast<double>(hashes) / seconds / 1e6 : 0;
}

// ---- chain create

struct ChainCreateSettings {
    std::string file;
    std::optional<ChainPreset> preset; ///< nothing: plain, or what the resumed file has
    std::optional<proof::Digest> start;
    std::vector<proof::Digest> mixes;
    std::optional<proof::Digest> salt;
    std::optional<std::uint64_t> salt_adds;
    std::optional<std::uint64_t> every;
    std::optional<std::uint64_t> count;
    bool resume = false;
    bool progress = false;
};

proof::Digest read_hex(const std::string &name, const std::string &text)
{
    const auto digest = proof::parse_digest(text);
    if (!digest)
        cli::fail("{}: '{}' is not 64 hexadecimal digits", name, text);
    return *digest;
}

const auto read_hashes = cli::count(1, HASHLANE_CHAIN_MAX_HASHES);

void declare(CLI::App &app, ChainCreateSettings &create)
{
    app.add_option("FILE", create.file,
                   "Checkpoint file, 32 bytes per checkpoint; FILE.header stores the parameters")
        ->required();
    cli::in_group(app, "Chain");
    cli::add_option(app, "--count", {"COUNT", "Number of checkpoints, such as 500 or 10k"},
                    create.count, read_hashes);
    add_preset(app, "Parameters of a kind of chain: plain, mmx, poh or arweave", create.preset);
    cli::add_option(app, "--every", {"COUNT", "Hashes per checkpoint, such as 500 or 10k"},
                    create.every, read_hashes);
    cli::add_option(app, "--start", {"HEX", "Digest at the start of the chain (default: zeros)"},
                    create.start, read_hex);
    app.add_option_function<std::vector<std::string>>(
           "--mix",
           [&](const std::vector<std::string> &texts) {
               for (const std::string &text : texts)
                   create.mixes.push_back(read_hex("--mix", text));
           },
           "Mix this digest into the start; can be given several times, in order")
        ->type_name("HEX")
        ->allow_extra_args(false);
    cli::add_option(app, "--salt", {"HEX", "Hash this salt and the digest, instead of the digest"},
                    create.salt, read_hex);
    cli::add_option(app, "--salt-adds", {"COUNT", "Increment of the salt per checkpoint"},
                    create.salt_adds, cli::count(0, HASHLANE_CHAIN_MAX_HASHES));
    cli::in_group(app, cli::Group::output);
    app.add_flag("--resume", create.resume,
                 "Continue FILE, after its last checkpoint has been verified");
    app.add_flag("--progress", create.progress, "Print a line per second on stderr");
    cli::add_examples(app, {"hashlane chain create day --count 10k --every 1M",
                            "hashlane chain create day --resume --count 20k"});
}

// The options, and the preset's parameters where none is given.
proof::ChainHeader header_of(const ChainCreateSettings &settings)
{
    const ChainPreset preset = settings.preset.value_or(chain_presets[0]);
    if (!settings.count)
        cli::fail("--count is required (number of checkpoints)");
    if (settings.mixes.size() < preset.mixes)
        cli::fail("--mix is required {} times by the preset '{}', got {}", preset.mixes,
                  preset.name, settings.mixes.size());
    if (preset.salted && !settings.salt)
        cli::fail("--salt is required by the preset '{}'", preset.name);
    if (settings.salt_adds && !settings.salt)
        cli::fail("--salt-adds requires --salt");
    return {.start = settings.start.value_or(proof::Digest{}),
            .mixes = settings.mixes,
            .every = settings.every.value_or(preset.every),
            .count = *settings.count,
            .salt = settings.salt,
            .salt_adds = settings.salt ? settings.salt_adds.value_or(preset.salt_adds) : 0};
}

// The file's, with a new count if one is given. Other options must not be: they are in the file.
proof::ChainHeader resumed_header(const ChainCreateSettings &settings)
{
    proof::ChainHeader header = proof::read_header(proof::header_path(settings.file));
    const bool differs = (settings.start && *settings.start != header.start) ||
                         (!settings.mixes.empty() && settings.mixes != header.mixes) ||
                         (settings.salt && settings.salt != header.salt) ||
                         (settings.salt_adds && *settings.salt_adds != header.salt_adds) ||
                         (settings.every && *settings.every != header.every) ||
                         (settings.preset && (settings.preset->every != header.every ||
                                              settings.preset->salted != header.salt.has_value() ||
                                              settings.preset->mixes > header.mixes.size()));
    if (differs)
        cli::fail("--resume: the options differ from {}; with --resume give only --count",
                  proof::header_path(settings.file));
    header.count = settings.count.value_or(header.count);
    if (header.count == 0)
        cli::fail("--count is required: {} has none", proof::header_path(settings.file));
    return header;
}

int execute(const ChainCreateSettings &settings, const std::string & /*line*/)
{
    if (settings.file == "-")
        cli::fail("FILE: '-' is standard output, and a chain is continued in a file; './-' is one");
    use_tuning();
    machine::watch_interrupts();
    const proof::ChainHeader header =
        settings.resume ? resumed_header(settings) : header_of(settings);
    std::function<void(const proof::CreateProgress &)> show;
    if (settings.progress)
        show = [next = 1.0](const proof::CreateProgress &now) mutable {
            if (now.seconds < next && now.checkpoints != now.count)
                return;
            next = std::floor(now.seconds) + 1;
            cli::say("{} of {} checkpoints, {:.2f} MH/s\n", now.checkpoints, now.count,
                     mega_hashes(now.hashes, now.seconds));
        };
    const proof::CreateOutcome outcome =
        proof::create_proof(settings.file, header, settings.resume, show, machine::interrupted());
    if (outcome.resumed_wrong)
        cli::fail(cli::exit_wrong_digest,
                  "{}: checkpoint {} does not follow from the one before; "
                  "nothing was appended",
                  settings.file, outcome.resumed_at - 1);
    if (outcome.cut_off != 0)
        cli::print("removed      {}: a loss of power left zeros there\n",
                   machine::counted(outcome.cut_off, "checkpoint"));
    if (settings.resume)
        cli::print("resumed at   {}{}\n", machine::counted(outcome.resumed_at, "checkpoint"),
                   outcome.resumed_at != 0 ? "; the last one was verified" : "");
    cli::print("checkpoints  {} of {}, every {} hashes\n", outcome.end.checkpoints, header.count,
               header.every);
    cli::print("rate         {:.2f} MH/s: {} hashes in {:.2f} s\n",
               mega_hashes(outcome.end.hashes, outcome.end.seconds), outcome.end.hashes,
               outcome.end.seconds);
    return outcome.end.checkpoints < header.count ? cli::exit_interrupted : cli::exit_ok;
}

// ---- chain verify

constexpr std::uint64_t most_parts = 1'000'000;

struct ChainVerifySettings {
    std::vector<std::string> files;
    std::string header;
    std::string out;
    unsigned threads = 0;
    std::uint64_t part = 1, parts = 1;
    bool any = false;
    bool unfinished = false;
    bool combine = false;
    bool progress = false;
    cli::DeviceRequest devices;
    std::optional<double> deadline; ///< in seconds
};

void declare(CLI::App &app, ChainVerifySettings &verify)
{
    app.add_option("FILE", verify.files,
                   "A proof: checkpoints if FILE.header exists, else JSON lines; - is standard "
                   "input. With --combine: results of --out")
        ->required();
    cli::in_group(app, "Proof");
    cli::add_text(app, "--header", {"PATH", "Header of the checkpoints (default: FILE.header)"},
                  verify.header);
    cli::add_option(app, "--part",
                    {"I/N", "Verify only part I of N, for N jobs that share the work"},
                    [&](auto &name, auto &text) {
                        const std::size_t slash = text.find('/');
                        if (slash == std::string::npos)
                            cli::fail("{}: '{}' is not a part such as 3/16", name, text);
                        verify.parts = cli::read_whole(name, text.substr(slash + 1), 1, most_parts);
                        verify.part = cli::read_whole(name, text.substr(0, slash), 1, verify.parts);
                    });
    CLI::Option *const combine =
        app.add_flag("--combine", verify.combine,
                     "Combine the results of all parts, and report whether they verify the proof");
    app.add_flag("--unfinished", verify.unfinished,
                 "Accept a chain that is still growing, with fewer checkpoints than its header "
                 "specifies");
    app.add_flag("--any", verify.any, "Stop at the first wrong segment that is found");
    cli::in_group(app, cli::Group::where);
    cli::add_option(app, "-t,--threads", {"N", "Threads (default: one for each CPU)"},
                    verify.threads, cli::read_threads);
    cli::add_devices(app, verify.devices, "Compute devices that share the work", cli::Group::where);
    cli::in_group(app, cli::Group::time);
    cli::add_option(app, "--deadline", {"TIME", "Give up after this time"}, verify.deadline,
                    cli::duration());
    cli::in_group(app, cli::Group::output);
    cli::add_text(app, "-o,--out",
                  {"FILE", "Write the result as JSON, for --combine; - is standard "
                           "output, which then has nothing else"},
                  verify.out);
    app.add_flag("--progress", verify.progress, "Print a line per second on stderr");
    for (CLI::Option *const option : app.get_options([](const CLI::Option *one) {
             return one->nonpositional() && !one->check_lname("combine");
         })) // nothing is verified again
        combine->excludes(option);
    cli::add_examples(app, {"hashlane chain verify day",
                            "hashlane chain verify proof.jsonl --part 3/16 -o part3.json"});
}

// The share of a device in this run; with more lanes it could have done more.
void print_share(const backends::DeviceShare &share)
{
    cli::print("{:<9} {} segments, {} hashes in {:.2f} s, {:.2f} MH/s; at most {} of {} "
               "lanes in use\n",
               share.id, share.segments, share.hashes, share.seconds,
               mega_hashes(share.hashes, share.seconds), share.lanes, share.most_lanes);
    if (!share.error.empty())
        return; // stderr has the reason
    if (share.lanes == 0)
        cli::print("{:<9} not used: at {:.0f} ns per hash the processor is faster, or the "
                   "segments have salts\n",
                   "", share.ns_per_hash);
    else if (share.lanes < share.most_lanes)
        cli::print("{:<9} bound by latency, {:.0f} ns per hash: more segments would not have "
                   "taken longer\n",
                   "", share.ns_per_hash);
}

int code_of(const proof::CheckOutcome &outcome)
{
    if (outcome.stop == HASHLANE_CHAIN_DONE)
        return cli::exit_ok;
    if (outcome.wrong)
        return cli::exit_wrong_digest;
    return outcome.stop == HASHLANE_CHAIN_CANCELLED ? cli::exit_interrupted
                                                    : cli::exit_untrustworthy;
}

int verdict(const proof::CheckOutcome &outcome, const proof::CheckRequest &request)
{
    cli::print("segments  {} right of {}", outcome.right, outcome.segments);
    if (request.parts > 1)
        cli::print(", of which part {} of {} was to be checked", request.part, request.parts);
    cli::print("\nrate      {:.2f} MH/s: {} hashes in {:.2f} s on {}\n",
               mega_hashes(outcome.hashes, outcome.seconds), outcome.hashes, outcome.seconds,
               machine::counted(outcome.threads, "thread"));
    for (const backends::DeviceShare &share : outcome.devices)
        print_share(share);
    if (const auto &wrong = outcome.wrong)
        cli::print("wrong     segment {}, from hash {} on\n"
                   "expected  {}\n"
                   "computed  {}\n",
                   wrong->index, wrong->first_hash, proof::to_hex(wrong->expected),
                   wrong->computed ? proof::to_hex(*wrong->computed)
                                   : "unknown: stopped before the end of the segment");
    if (outcome.stop == HASHLANE_CHAIN_DONE)
        cli::print("verified{}\n", request.parts > 1 ? ", this part" : "");
    else
        cli::print("NOT VERIFIED: {}\n", proof::stop_name(outcome.stop));
    return code_of(outcome);
}

// A segment that one part found to be wrong is wrong, whatever the other files are.
int combine(const std::vector<std::string> &files)
{
    const proof::CombinedParts combined = proof::combine_parts(files);
    for (const std::string &problem : combined.problems)
        cli::say("hashlane: {}\n", problem);
    if (combined.problems.empty() && !combined.missing.empty()) // which a bad file may be
        cli::say("hashlane: {}\n", combined.missing);
    if (combined.is_complete() || combined.outcome.wrong)
        return verdict(combined.outcome, {});
    return combined.problems.empty() ? cli::exit_untrustworthy : cli::exit_usage;
}

std::unique_ptr<proof::ProofReader> open_proof(const ChainVerifySettings &settings)
try {
    auto deadline = proof::never;
    if (settings.deadline)
        deadline = std::chrono::steady_clock::now() +
                   std::chrono::nanoseconds(static_cast<std::int64_t>(*settings.deadline * 1e9));
    return proof::open_proof(settings.files.front(), settings.header, settings.unfinished,
                             deadline);
} catch (const machine::TimeIsUp &) {
    cli::fail(cli::exit_untrustworthy, "{}: has no header before the deadline",
              settings.files.front());
}

int execute(const ChainVerifySettings &settings, const std::string & /*line*/)
{
    const cli::OutFile out(settings.out, "--out", cli::OutFile::Dash::is_standard_output);
    if (settings.combine)
        return combine(settings.files);
    if (settings.files.size() != 1)
        cli::fail("one FILE is required, got {}; --combine takes the results of all parts",
                  settings.files.size());
    use_tuning();
    machine::watch_interrupts();
    const backends::FoundDevices found = require_a_device(settings.devices);
    std::function<void(const proof::CheckProgress &)> show;
    if (settings.progress)
        show = [next = 1.0](const proof::CheckProgress &now) mutable {
            if (now.seconds < next)
                return;
            next = std::floor(now.seconds) + 1;
            cli::say("{} segments right, {:.2f} MH/s\n", now.right,
                     mega_hashes(now.hashes, now.seconds));
        };
    const proof::CheckRequest request = {
        .threads = settings.threads != 0 ? settings.threads
                                         : static_cast<unsigned>(machine::allowed_cpus().size()),
        .part = settings.part,
        .parts = settings.parts,
        .any = settings.any,
        .deadline_ns = static_cast<std::uint64_t>(settings.deadline.value_or(0) * 1e9),
        .cancel = machine::interrupted_flag(),
        .devices = devices_of(found),
        .with_fingerprint = out.is_wanted(),
        .progress = show};
    const auto reader = open_proof(settings);
    const proof::CheckOutcome outcome = proof::check_proof(*reader, request);
    if (outcome.segments == 0 && outcome.stop == HASHLANE_CHAIN_DONE)
        throw proof::BadProof(fmt::format("{}: has no segment", settings.files.front()));
    if (out.is_wanted())
        out.write(proof::write_part(outcome, request));
    for (const backends::DeviceShare &share : outcome.devices)
        if (!share.error.empty())
            cli::say("hashlane: {} failed; the processor did its share: {}\n", share.id,
                     share.error);
    return out.is_standard_output() ? code_of(outcome) : verdict(outcome, request);
}

// ---- chain bench

struct ChainBenchSettings {
    std::optional<ChainPreset> preset; ///< nothing: each
    unsigned threads = 0;
    cli::DeviceRequest devices;
};

void declare(CLI::App &app, ChainBenchSettings &bench)
{
    cli::in_group(app, "Proof");
    add_preset(app, "Only this kind of proof: plain, mmx, poh or arweave (default: each)",
               bench.preset);
    cli::in_group(app, cli::Group::where);
    cli::add_option(app, "-t,--threads", {"N", "Threads (default: one, then one for each CPU)"},
                    bench.threads, cli::read_threads);
    cli::add_devices(app, bench.devices, "Also time each of these compute devices alone",
                     cli::Group::where);
    cli::add_examples(app, {"hashlane chain bench", "hashlane chain bench --preset mmx -t 8"});
}

constexpr std::size_t distinct_segments = 64;
constexpr std::uint64_t single_hashes = 4'000'000;

double seconds_of(const std::function<void()> &work)
{
    const auto begin = std::chrono::steady_clock::now();
    work();
    return machine::in_seconds(std::chrono::steady_clock::now() - begin);
}

// Segments that repeat after a while, since to create them all would take as long as to verify
// them.
class BenchProof {
public:
    explicit BenchProof(const ChainPreset &preset)
    {
        const std::size_t count = preset.segments;
        const std::size_t distinct = std::clamp(count, std::size_t{1}, distinct_segments);
        std::vector<hashlane_chain_stream> streams(distinct);
        std::vector<hashlane_chain_stream *> all;
        starts_.resize(distinct);
        ends_.resize(distinct);
        for (std::size_t i = 0; i < distinct; ++i) {
            starts_[i] = proof::number_digest(i + 1);
            hashlane_chain_init(&streams[i], starts_[i].data(),
                                preset.salted ? salt_.data() : nullptr);
            all.push_back(&streams[i]);
        }
        hashlane_chain_advance_many(all.data(), distinct, preset.every);
        for (std::size_t i = 0; i < distinct; ++i)
            hashlane_chain_checkpoint(&streams[i], ends_[i].data());
        for (std::size_t i = 0; i < count; ++i)
            // NOLINTNEXTLINE(clang-analyzer-core.DivideZero): at least one
            segments_.push_back({.start = starts_[i % distinct].data(),
                                 .end = ends_[i % distinct].data(),
                                 .hashes = preset.every,
                                 .mixin = nullptr,
                                 .salt = preset.salted ? salt_.data() : nullptr});
    }

    // With what it takes to measure the devices.
    double verify(backends::ChainVerifier &verifier) const
    {
        hashlane_status status = HASHLANE_OK;
        hashlane_chain_result result;
        const double seconds = seconds_of([&] { status = verifier.verify(segments_, {}, result); });
        if (status != HASHLANE_OK)
            cli::fail(cli::exit_wrong_digest, "a correct proof was not verified");
        return seconds;
    }

private:
    proof::Digest salt_ = proof::number_digest(1);
    std::vector<proof::Digest> starts_, ends_;
    std::vector<hashlane_chain_segment> segments_;
};

void bench_row(const ChainPreset &preset, const std::string &on, double seconds)
{
    cli::print("{:<8} {:<32} {:>8} {:>8.3f} s {:>9.2f} MH/s", preset.name, preset.real_proof, on,
               seconds, mega_hashes(preset.segments * preset.every, seconds));
    if (preset.deadline_s > 0)
        cli::print("  {:.2f} x of {} s", preset.deadline_s / seconds, preset.deadline_s);
}

// A device alone; with its name, what its rate is bound by.
void bench_device(const ChainPreset &preset, const BenchProof &proof, backends::Device *device)
{
    backends::ChainVerifier verifier(0, {device});
    const backends::DeviceShare &share = verifier.shares().front();
    const double seconds = share.error.empty() ? proof.verify(verifier) : 0;
    if (!share.error.empty()) // before, or while it verified
        return cli::print("{:<8} {:<32} {:>8} failed: {}\n", preset.name, preset.real_proof,
                          share.id, share.error);
    bench_row(preset, share.id, seconds);
    if (share.lanes < share.most_lanes)
        cli::print("  bound by latency: {} of {} lanes", share.lanes, share.most_lanes);
    cli::print("\n");
}

void bench_preset(const ChainPreset &preset, const std::vector<unsigned> &threads,
                  const std::vector<backends::Device *> &devices)
{
    const BenchProof proof(preset);
    for (const unsigned count : threads) {
        backends::ChainVerifier verifier(count);
        bench_row(preset, std::to_string(count), proof.verify(verifier));
        cli::print("\n");
    }
    if (preset.salted)
        return; // no device takes them
    for (backends::Device *device : devices)
        bench_device(preset, proof, device);
}

void bench_single(bool salted)
{
    hashlane_chain_stream stream;
    const proof::Digest start{}, salt = proof::number_digest(1);
    hashlane_chain_init(&stream, start.data(), salted ? salt.data() : nullptr);
    hashlane_chain_advance(&stream, single_hashes / 8);
    const double seconds = seconds_of([&] { hashlane_chain_advance(&stream, single_hashes); });
    cli::print("{:<8} {:<32} {:>8} {:>8.3f} s {:>9.2f} MH/s  {}\n", "create",
               salted ? "one chain, salted" : "one chain", 1, seconds,
               mega_hashes(single_hashes, seconds),
               active_dispatch()
                   .single(salted ? Workload::sha256_salted : Workload::sha256_chain)
                   .short_id());
}

int execute(const ChainBenchSettings &settings, const std::string & /*line*/)
{
    std::vector<unsigned> threads = {1};
    if (settings.threads != 0)
        threads = {settings.threads};
    else if (const std::size_t all = machine::allowed_cpus().size(); all > 1)
        threads.push_back(static_cast<unsigned>(all));
    use_tuning();
    const backends::FoundDevices found = require_a_device(settings.devices);
    const std::vector<backends::Device *> devices = devices_of(found);
    cli::print("{:<8} {:<32} {:>8} {:>10} {:>14}  margin\n", "preset", "proof", "threads", "time",
               "rate");
    for (const ChainPreset &preset : chain_presets)
        if (!settings.preset || settings.preset->name == preset.name)
            bench_preset(preset, threads, devices);
    bench_single(false);
    bench_single(true);
    return cli::exit_ok;
}

} // namespace

const cli::Declare chain_create_command = cli::command<ChainCreateSettings, declare, execute>;
const cli::Declare chain_verify_command = cli::command<ChainVerifySettings, declare, execute>;
const cli::Declare chain_bench_command = cli::command<ChainBenchSettings, declare, execute>;

} // namespace hashlane::commands
