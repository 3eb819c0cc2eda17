// SPDX-License-Identifier: MIT
//
// A library with NVRTC's name, which reports when it is opened. It compiles sources to a text that
// the fake CUDA driver takes for a program; a source without a kernel is an error.
// HASHLANE_FAKE_NVRTC chooses the devices that it supports: "old" (sm_75 to sm_86), "new" (sm_100
// and later), else all. With TOO_OLD it lacks all but one function.

#include "fake_cuda.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

[[gnu::constructor]] void leave_a_trace() { std::fputs("fake NVRTC was opened\n", stderr); }

} // namespace

extern "C" const char *nvrtcGetErrorString(int result)
{
    return result == 5 ? "NVRTC_ERROR_INVALID_OPTION" : "NVRTC_ERROR unknown";
}

#ifndef TOO_OLD

namespace {

struct Program {
    std::string source, option;
};

constexpr char log[] = "\nfake error: no such language\nand more\n";
constexpr int success = 0, invalid_program = 4, invalid_option = 5, compilation_failed = 6;

std::atomic<int> compilations{0};

std::vector<int> architectures()
{
    const char *const chosen = std::getenv("HASHLANE_FAKE_NVRTC");
    const std::string mode = chosen == nullptr ? "" : chosen;
    if (mode == "old")
        return {75, 80, 86};
    if (mode == "new")
        return {100, 120};
    return {75, 80, 86, 90, 100};
}

std::string image_of(const Program &program) { return "fake " + program.option; }
bool is_real(const Program &program) { return program.option.starts_with("sm_"); }

int give(const std::string &text, char *to)
{
    std::copy_n(text.c_str(), text.size() + 1, to);
    return success;
}

} // namespace

extern "C" {

int fake_nvrtc_compilations() { return compilations; }

int nvrtcVersion(int *major, int *minor)
{
    *major = 13;
    *minor = 0;
    return success;
}
int nvrtcGetNumSupportedArchs(int *count)
{
    *count = static_cast<int>(architectures().size());
    return success;
}
int nvrtcGetSupportedArchs(int *to)
{
    std::ranges::copy(architectures(), to);
    return success;
}
int nvrtcCreateProgram(Program **program, const char *source, const char *, int,
                       const char *const *, const char *const *)
{
    *program = new Program{source, ""};
    return success;
}
int nvrtcDestroyProgram(Program **program)
{
    delete *program;
    *program = nullptr;
    return success;
}
int nvrtcCompileProgram(Program *program, int count, const char *const *options)
{
    constexpr const char *name = "--gpu-architecture=";
    ++compilations;
    for (int i = 0; i < count; ++i)
        if (std::strncmp(options[i], name, std::strlen(name)) == 0)
            program->option = options[i] + std::strlen(name);
    if (program->option.empty())
        return invalid_option;
    return program->source.find("KERNEL void") == std::string::npos ? compilation_failed : success;
}
// A CUBIN has no final zero; the fake driver, which takes texts, needs one.
int nvrtcGetCUBINSize(Program *program, std::size_t *bytes)
{
    *bytes = image_of(*program).size() + 1;
    return is_real(*program) ? success : invalid_program;
}
int nvrtcGetCUBIN(Program *program, char *to) { return give(image_of(*program), to); }
int nvrtcGetPTXSize(Program *program, std::size_t *bytes)
{
    *bytes = image_of(*program).size() + 1;
    return is_real(*program) ? invalid_program : success;
}
int nvrtcGetPTX(Program *program, char *to) { return give(image_of(*program), to); }
int nvrtcGetProgramLogSize(Program *, std::size_t *bytes)
{
    *bytes = sizeof log;
    return success;
}
int nvrtcGetProgramLog(Program *, char *to) { return give(log, to); }

} // extern "C"

#endif
