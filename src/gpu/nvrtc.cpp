// SPDX-License-Identifier: MIT
#include "nvrtc.h"

#include "../system/shared_object.h"
#include "device.h"
#include "first_line.h"

#include <algorithm>
#include <memory>

namespace hashlane {
namespace {

struct Program;
using Result = int;

constexpr Result success = 0;
constexpr Result compilation_failed = 6;

struct Nvrtc {
    explicit Nvrtc(const std::vector<const char *> &names);
    SharedObject library;

    const char *(*error_string)(Result);
    Result (*version)(int *, int *);
    Result (*get_architecture_count)(int *);
    Result (*get_architectures)(int *);
    Result (*create_program)(Program **, const char *, const char *, int, const char *const *,
                             const char *const *);
    Result (*destroy_program)(Program **);
    Result (*compile_program)(Program *, int, const char *const *);
    Result (*get_cubin_size)(Program *, std::size_t *);
    Result (*get_cubin)(Program *, char *);
    Result (*get_ptx_size)(Program *, std::size_t *);
    Result (*get_ptx)(Program *, char *);
    Result (*get_log_size)(Program *, std::size_t *);
    Result (*get_log)(Program *, char *);

    void require(Result result, const char *call) const
    {
        if (result != success)
            throw DeviceError(std::string(call) + " answers " + error_string(result));
    }
};

Nvrtc::Nvrtc(const std::vector<const char *> &names) : library(names)
{
    library.find("nvrtcGetErrorString", error_string);
    library.find("nvrtcVersion", version);
    library.find("nvrtcGetNumSupportedArchs", get_architecture_count);
    library.find("nvrtcGetSupportedArchs", get_architectures);
    library.find("nvrtcCreateProgram", create_program);
    library.find("nvrtcDestroyProgram", destroy_program);
    library.find("nvrtcCompileProgram", compile_program);
    library.find("nvrtcGetCUBINSize", get_cubin_size);
    library.find("nvrtcGetCUBIN", get_cubin);
    library.find("nvrtcGetPTXSize", get_ptx_size);
    library.find("nvrtcGetPTX", get_ptx);
    library.find("nvrtcGetProgramLogSize", get_log_size);
    library.find("nvrtcGetProgramLog", get_log);
}

Nvrtc open(const std::vector<const char *> &names)
{
    try {
        return Nvrtc(names);
    } catch (const LibraryUnavailable &absent) {
        throw DeviceError(std::string("NVRTC, the compiler, is missing: ") + absent.what() +
                          "; install it from NVIDIA's CUDA toolkit (package cuda-nvrtc-…), or name "
                          "its folder in LD_LIBRARY_PATH");
    }
}

std::string name_of(const Nvrtc &nvrtc)
{
    int major = 0, minor = 0;
    nvrtc.require(nvrtc.version(&major, &minor), "nvrtcVersion");
    return "NVRTC " + std::to_string(major) + "." + std::to_string(minor);
}

std::vector<int> architectures_of(const Nvrtc &nvrtc)
{
    int count = 0;
    nvrtc.require(nvrtc.get_architecture_count(&count), "nvrtcGetNumSupportedArchs");
    std::vector<int> all(static_cast<std::size_t>(count));
    nvrtc.require(nvrtc.get_architectures(all.data()), "nvrtcGetSupportedArchs");
    return all;
}

std::string architecture_for(const Nvrtc &nvrtc, int capability)
{
    std::string option = nvrtc_architecture(architectures_of(nvrtc), capability);
    if (option.empty())
        throw DeviceError(name_of(nvrtc) + " no longer compiles for sm_" +
                          std::to_string(capability) + ": install an older one");
    return option;
}

// The texts and images that NVRTC hands out, all in the same way.
std::string output(const Nvrtc &nvrtc, Program *program,
                   Result (*get_size)(Program *, std::size_t *), Result (*get)(Program *, char *),
                   const char *call)
{
    std::size_t bytes = 0;
    nvrtc.require(get_size(program, &bytes), call);
    std::string text(bytes, '\0');
    nvrtc.require(get(program, text.data()), call);
    return text;
}

void compile(const Nvrtc &nvrtc, Program *program, const std::string &architecture)
{
    const char *const options[] = {nvrtc_options, architecture.c_str()};
    const Result result = nvrtc.compile_program(program, std::size(options), options);
    if (result == compilation_failed)
        throw DeviceError("nvrtcCompileProgram: " +
                          first_line(output(nvrtc, program, nvrtc.get_log_size, nvrtc.get_log,
                                            "nvrtcGetProgramLog")));
    nvrtc.require(result, "nvrtcCompileProgram");
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
    nvrtc.require(nvrtc.create_program(&raw, source.c_str(), "hashlane.cu", 0, nullptr, nullptr),
                  "nvrtcCreateProgram");
    const auto destroy = [&](Program *program) { nvrtc.destroy_program(&program); };
    const std::unique_ptr<Program, decltype(destroy)> program(raw, destroy);
    compile(nvrtc, raw, architecture);
    const bool is_ptx = architecture.find("compute_") != std::string::npos;
    return {is_ptx ? output(nvrtc, raw, nvrtc.get_ptx_size, nvrtc.get_ptx, "nvrtcGetPTX")
                   : output(nvrtc, raw, nvrtc.get_cubin_size, nvrtc.get_cubin, "nvrtcGetCUBIN"),
            name_of(nvrtc)};
}

} // namespace hashlane
