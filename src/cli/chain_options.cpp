// SPDX-License-Identifier: MIT
//
// The options of `hashlane chain`.
#include "command_options.h"

#include "exit_code.h"
#include "option_values.h"
#include "parse.h"

#include "hashlane/chain.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace hashlane {
namespace {

constexpr double most_seconds = 86400;
constexpr std::uint64_t most_parts = 1'000'000;

using Take = std::function<void(const std::string &text)>;

CLI::Option *add_option(CLI::App &app, const std::string &name, const char *type,
                        const std::string &help, const Take &take)
{
    return app.add_option_function<std::string>(name, take, help)->type_name(type);
}

const ChainPreset *parse_preset(const std::string &text)
{
    const auto *const preset = std::ranges::find(chain_presets, text, &ChainPreset::name);
    if (preset == std::end(chain_presets))
        throw CommandError(
            fmt::format("--preset: '{}' is not one of plain, mmx, poh, arweave", text));
    return preset;
}

Digest parse_hex(const std::string &option, const std::string &text)
{
    const auto digest = parse_digest(text);
    if (!digest)
        throw CommandError(fmt::format("{}: '{}' is not 64 hexadecimal digits", option, text));
    return *digest;
}

std::uint64_t parse_hashes(const std::string &option, const std::string &text)
{
    const std::uint64_t count = parse_count(option, text);
    if (count > HASHLANE_CHAIN_MOST_HASHES)
        throw CommandError(fmt::format("{}: '{}' is more than 2^63 - 1", option, text));
    return count;
}

void parse_part(const std::string &text, ChainVerifySettings &verify)
{
    const std::size_t slash = text.find('/');
    if (slash == std::string::npos)
        throw CommandError(fmt::format("--part: '{}' is not a part such as 3/16", text));
    verify.parts = parse_integer("--part", text.substr(slash + 1), 1, most_parts);
    verify.part = parse_integer("--part", text.substr(0, slash), 1, verify.parts);
}

void add_device_option(CLI::App &app, DeviceRequest &devices)
{
    add_option(app, "--device", "LIST",
               "compute devices that help: opencl:0,opencl:1, all or none (default: none)",
               [&](auto &text) { devices = parse_device_request(text); });
}

} // namespace

void declare(CLI::App &app, ChainCreateSettings &create)
{
    app.add_option("FILE", create.file, "the checkpoints, 32 bytes each; FILE.header says of what")
        ->required();
    add_option(app, "--preset", "NAME", "plain, mmx, poh or arweave: how often, and what is needed",
               [&](auto &text) { create.preset = parse_preset(text); });
    add_option(app, "--start", "HEX", "the digest that the chain starts from (default: zeros)",
               [&](auto &text) { create.start = parse_hex("--start", text); });
    app.add_option_function<std::vector<std::string>>(
           "--mix",
           [&](const std::vector<std::string> &texts) {
               for (const std::string &text : texts)
                   create.mixes.push_back(parse_hex("--mix", text));
           },
           "mix this digest into the start; several are mixed in their order")
        ->type_name("HEX");
    add_option(app, "--salt", "HEX", "hash salt and digest, instead of the digest alone",
               [&](auto &text) { create.salt = parse_hex("--salt", text); });
    add_option(app, "--salt-adds", "N", "what the salt grows by from checkpoint to checkpoint",
               [&](auto &text) { create.salt_adds = parse_integer("--salt-adds", text); });
    add_option(app, "--every", "N", "hashes from checkpoint to checkpoint: 500, 10K",
               [&](auto &text) { create.every = parse_hashes("--every", text); });
    add_option(app, "--count", "N", "checkpoints in all: 500, 10K",
               [&](auto &text) { create.count = parse_hashes("--count", text); });
    app.add_flag("--resume", create.resume,
                 "go on with FILE, once its last checkpoint has proved right");
    app.add_flag("--progress", create.progress, "a line a second on stderr");
}

void declare(CLI::App &app, ChainVerifySettings &verify)
{
    app.add_option("FILE", verify.files,
                   "a proof: checkpoints, if FILE.header is there, else JSON lines; - for stdin")
        ->required();
    app.add_option("--header", verify.header,
                   "the checkpoints' header, where it is not FILE.header")
        ->type_name("PATH");
    add_option(app, "--threads", "N", "threads (default: one for each CPU)",
               [&](auto &text) { verify.threads = parse_threads("--threads", text); });
    add_device_option(app, verify.devices);
    add_option(app, "--part", "I/N", "only the Ith of N parts, for N jobs that share the work",
               [&](auto &text) { parse_part(text, verify); });
    app.add_option("--out", verify.out, "write the result as JSON, for --combine")
        ->type_name("PATH");
    app.add_flag("--combine", verify.combine,
                 "the files are results of all parts: say what they prove together");
    app.add_flag("--unfinished", verify.unfinished,
                 "FILE may have fewer checkpoints than its header says");
    app.add_flag("--progress", verify.progress, "a line a second on stderr");
    app.add_flag("--any", verify.any, "stop at the first wrong segment that is found");
    add_option(app, "--deadline", "S", "give up after so many seconds", [&](auto &text) {
        verify.deadline = parse_positive("--deadline", text, most_seconds, "s");
    });
}

void declare(CLI::App &app, ChainBenchSettings &bench)
{
    add_option(app, "--preset", "NAME", "one of plain, mmx, poh, arweave (default: each)",
               [&](auto &text) { bench.preset = parse_preset(text); });
    add_option(app, "--threads", "N", "threads (default: one, then one for each CPU)",
               [&](auto &text) { bench.threads = parse_threads("--threads", text); });
    add_device_option(app, bench.devices);
}

} // namespace hashlane
