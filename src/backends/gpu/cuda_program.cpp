// SPDX-License-Identifier: MIT
#include "cuda_program.h"

#include "../../lib/base/files.h"
#include "../../machine/system/files.h"
#include "../../machine/system/shared_object.h"
#include "../../machine/system/text.h"
#include "driver_call.h"

#include "hashlane/hashlane.h"

#include <algorithm>
#include <initializer_list>
#include <memory>

namespace hashlane::backends {
namespace {

struct Program;
using Result = int;

constexpr Result compilation_failed = 6;

struct Library : machine::SharedObject {
    using SharedObject::SharedObject;

    const char *(*error_string)(Result) = find("nvrtcGetErrorString");

    std::string text_of(Result answer) const { return error_string(answer); }
};

template <class... Parameters> using Call = DriverCall<Library, Parameters...>;

struct Nvrtc {
    explicit Nvrtc(const std::vector<const char *> &names) : library(names) {}
    Library library;

    Call<int *, int *> version{library, "nvrtcVersion"};
    Call<int *> get_architecture_count{library, "nvrtcGetNumSupportedArchs"};
    Call<int *> get_architectures{library, "nvrtcGetSupportedArchs"};
    Call<Program **, const char *, const char *, int, const char *const *, const char *const *>
        create_program{library, "nvrtcCreateProgram"};
    Call<Program **> destroy_program{library, "nvrtcDestroyProgram"};
    Call<Program *, int, const char *const *> compile_program{library, "nvrtcCompileProgram"};
    Call<Program *, std::size_t *> get_cubin_size{library, "nvrtcGetCUBINSize"};
    Call<Program *, char *> get_cubin{library, "nvrtcGetCUBIN"};
    Call<Program *, std::size_t *> get_ptx_size{library, "nvrtcGetPTXSize"};
    Call<Program *, char *> get_ptx{library, "nvrtcGetPTX"};
    Call<Program *, std::size_t *> get_log_size{library, "nvrtcGetProgramLogSize"};
    Call<Program *, char *> get_log{library, "nvrtcGetProgramLog"};
};

Nvrtc open(const std::vector<const char *> &names)
{
    try {
        return Nvrtc(names);
    } catch (const machine::LibraryUnavailable &absent) {
        throw DeviceError(std::string("NVRTC, the compiler, is missing: ") + absent.what() +
                          "; install it from NVIDIA's CUDA toolkit (package cuda-nvrtc-…), or name "
                          "its folder in LD_LIBRARY_PATH");
    }
}

std::string name_of(const Nvrtc &nvrtc)
{
    int major = 0, minor = 0;
    nvrtc.version(&major, &minor);
    return "NVRTC " + std::to_string(major) + "." + std::to_string(minor);
}

std::string architecture_for(const Nvrtc &nvrtc, int capability)
{
    std::vector<int> supported(static_cast<std::size_t>(nvrtc.get_architecture_count.get()));
    nvrtc.get_architectures(supported.data());
    std::string option = nvrtc_architecture(supported, capability);
    if (option.empty())
        throw DeviceError(name_of(nvrtc) + " no longer compiles for sm_" +
                          std::to_string(capability) + ": install an older one");
    return option;
}

// Returns a text or an image of NVRTC, all of which have functions of one form.
std::string output(Program *program, const Call<Program *, std::size_t *> &get_size,
                   const Call<Program *, char *> &get)
{
    std::size_t bytes = 0;
    get_size(program, &bytes);
    std::string text(bytes, '\0');
    get(program, text.data());
    return text;
}

void compile(const Nvrtc &nvrtc, Program *program, const std::string &architecture)
{
    const char *const options[] = {nvrtc_options, architecture.c_str()};
    const Result answer = nvrtc.compile_program.answer(program, std::size(options), options);
    if (answer == compilation_failed)
        throw DeviceError("nvrtcCompileProgram: " +
                          first_line_of_log(output(program, nvrtc.get_log_size, nvrtc.get_log)));
    nvrtc.compile_program.require(answer);
}

} // namespace

std::vector<const char *> nvrtc_names(unsigned driver_major)
{
    std::vector<const char *> own, newer;
    (driver_major >= 13 ? own : newer).push_back("libnvrtc.so.13");
    (driver_major >= 12 ? own : newer).push_back("libnvrtc.so.12");
    own.push_back("libnvrtc.so.11.2"); // all of 11.2 to 11.8
    own.insert(own.end(), newer.begin(), newer.end());
    own.insert(own.end(), {"libnvrtc.so", "/usr/local/cuda/lib64/libnvrtc.so"});
    return own;
}

std::string nvrtc_architecture(const std::vector<int> &supported, int capability)
{
    int newest = 0;
    for (const int one : supported)
        if (one <= capability)
            newest = std::max(newest, one);
    if (newest == 0)
        return "";
    return std::string("--gpu-architecture=") + (newest == capability ? "sm_" : "compute_") +
           std::to_string(newest);
}

CudaProgram compile_cuda(const std::string &source, int capability,
                         const std::vector<const char *> &names)
{
    const Nvrtc nvrtc = open(names);
    const std::string architecture = architecture_for(nvrtc, capability);
    Program *raw = nullptr;
    nvrtc.create_program(&raw, source.c_str(), "hashlane.cu", 0, nullptr, nullptr);
    const auto destroy = [&](Program *program) { nvrtc.destroy_program.answer(&program); };
    const std::unique_ptr<Program, decltype(destroy)> program(raw, destroy);
    compile(nvrtc, raw, architecture);
    const bool is_ptx = architecture.find("compute_") != std::string::npos;
    return {is_ptx ? output(raw, nvrtc.get_ptx_size, nvrtc.get_ptx)
                   : output(raw, nvrtc.get_cubin_size, nvrtc.get_cubin),
            name_of(nvrtc)};
}

// ---- On disk. An entry is a line that names the format, the key's digest, the program's digest,
// the program. Its file's name is the key's digest in hexadecimal.

namespace {

const std::string format = "hashlane program 1\n";
constexpr std::size_t digest_bytes = 32;

// The length before each part: no two lists of parts are the same bytes.
std::string digest_of(std::initializer_list<std::string_view> parts)
{
    hashlane_sha3_context hash;
    hashlane_sha3_init(&hash, HASHLANE_SHA3_256);
    const auto absorb = [&](std::string_view text) {
        hashlane_sha3_update(&hash, reinterpret_cast<const std::uint8_t *>(text.data()),
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

// Returns an empty path if there is no directory.
std::string path_in(const std::string &directory, const std::string &key_digest)
{
    return directory.empty()
               ? ""
               : directory + "/" +
                     machine::hex_text({reinterpret_cast<const std::uint8_t *>(key_digest.data()),
                                        key_digest.size()}) +
                     ".program";
}

} // namespace

std::optional<std::string> ProgramCache::load(const ProgramKey &key) const
{
    const std::string digest = digest_of(key);
    const std::string path = path_in(directory_, digest);
    const machine::FileContent file = machine::read_regular_file(path, Owner::this_user);
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
    if (path.empty())
        return;
    // A program that cannot be stored is compiled again.
    [[maybe_unused]] const std::error_code ignored = machine::replace_cache_file(
        path, format + digest + digest_of({program}) + program, machine::Readers::owner);
}

ProgramCache user_program_cache()
{
    const std::string directory = own_cache_directory();
    return ProgramCache(directory.empty() ? "" : directory + "/programs");
}

} // namespace hashlane::backends
