// SPDX-License-Identifier: MIT
//
// An entry is a line that names the format, the key's digest, the program's digest, the program.
// Its file's name is the key's digest in hexadecimal.
#include "program_cache.h"

#include "../system/cache_directory.h"
#include "../system/regular_file.h"
#include "../system/replace_file.h"

#include "hashlane/hashlane.h"

#include <initializer_list>

namespace hashlane {
namespace {

const std::string format = "hashlane program 1\n";
constexpr std::size_t digest_bytes = 32;

// The length before each part: no two lists of parts are the same bytes.
std::string digest_of(std::initializer_list<std::string_view> parts)
{
    hashlane_sha3 hash;
    hashlane_sha3_init(&hash, HASHLANE_SHA3_256);
    const auto absorb = [&](std::string_view text) {
        hashlane_sha3_absorb(&hash, reinterpret_cast<const std::uint8_t *>(text.data()),
                             text.size());
    };
    for (const std::string_view part : parts) {
        absorb(std::to_string(part.size()) + ":");
        absorb(part);
    }
    std::string digest(digest_bytes, '\0');
    hashlane_sha3_squeeze(&hash, reinterpret_cast<std::uint8_t *>(digest.data()), digest.size());
    return digest;
}

std::string digest_of(const ProgramKey &key)
{
    return digest_of({key.source, key.options, key.architecture, key.driver});
}

std::string hex(std::string_view bytes)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const char byte : bytes) {
        text += digits[static_cast<unsigned char>(byte) >> 4];
        text += digits[static_cast<unsigned char>(byte) & 15];
    }
    return text;
}

// Empty where there is no directory.
std::string path_in(const std::string &directory, const std::string &key_digest)
{
    return directory.empty() ? "" : directory + "/" + hex(key_digest) + ".program";
}

} // namespace

std::optional<std::string> ProgramCache::load(const ProgramKey &key) const
{
    const std::string digest = digest_of(key);
    const std::string path = path_in(directory_, digest);
    const FileContent file = read_regular_file(path, Owner::this_user);
    if (!file.problem.empty())
        return std::nullopt;
    const std::string &entry = file.text;
    const std::string head = format + digest;
    if (entry.size() < head.size() + digest_bytes || !entry.starts_with(head))
        return std::nullopt;
    std::string program = entry.substr(head.size() + digest_bytes);
    if (entry.compare(head.size(), digest_bytes, digest_of({program})) != 0)
        return std::nullopt;
    return program;
}

void ProgramCache::store(const ProgramKey &key, const std::string &program) const
{
    const std::string digest = digest_of(key);
    const std::string path = path_in(directory_, digest);
    if (path.empty() || !make_own_folder(directory_))
        return;
    remove_abandoned_files(path);
    // What cannot be kept is compiled again.
    [[maybe_unused]] const std::error_code ignored =
        replace_file(path, format + digest + digest_of({program}) + program, Readers::owner);
}

ProgramCache user_program_cache()
{
    const std::string directory = own_cache_directory();
    return ProgramCache(directory.empty() ? "" : directory + "/programs");
}

} // namespace hashlane
