// SPDX-License-Identifier: MIT
#include "opencl_api.h"

#include <algorithm>
#include <iterator>

namespace hashlane::opencl {
namespace {

template <class Function>
void find(const SharedObject &library, const char *symbol, Function *&function)
{
    function = library.find<Function>(symbol);
}

struct Answer {
    Int value;
    const char *name;
};

// Those that a device or its driver may give to a program that calls it as it should.
constexpr Answer answers[] = {{-1, "CL_DEVICE_NOT_FOUND"},
                              {-2, "CL_DEVICE_NOT_AVAILABLE"},
                              {-3, "CL_COMPILER_NOT_AVAILABLE"},
                              {-4, "CL_MEM_OBJECT_ALLOCATION_FAILURE"},
                              {-5, "CL_OUT_OF_RESOURCES"},
                              {-6, "CL_OUT_OF_HOST_MEMORY"},
                              {-7, "CL_PROFILING_INFO_NOT_AVAILABLE"},
                              {-11, "CL_BUILD_PROGRAM_FAILURE"},
                              {-14, "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST"},
                              {-36, "CL_INVALID_COMMAND_QUEUE"},
                              {-54, "CL_INVALID_WORK_GROUP_SIZE"},
                              {-61, "CL_INVALID_BUFFER_SIZE"}};

} // namespace

std::string answer_name(Int answer)
{
    const auto *const known = std::ranges::find(answers, answer, &Answer::value);
    return known == std::end(answers) ? std::to_string(answer) : known->name;
}

void require(Int answer, const char *call)
{
    if (answer != success)
        throw DeviceError(std::string(call) + " answers " + answer_name(answer));
}

Api::Api() : library({"libOpenCL.so.1"})
{
    find(library, "clGetPlatformIDs", get_platforms);
    find(library, "clGetPlatformInfo", get_platform_info);
    find(library, "clGetDeviceIDs", get_devices);
    find(library, "clGetDeviceInfo", get_device_info);
    find(library, "clCreateContext", create_context);
    find(library, "clReleaseContext", release_context);
    find(library, "clCreateCommandQueue", create_queue);
    find(library, "clReleaseCommandQueue", release_queue);
    find(library, "clCreateBuffer", create_buffer);
    find(library, "clReleaseMemObject", release_memory);
    find(library, "clEnqueueWriteBuffer", write_buffer);
    find(library, "clEnqueueReadBuffer", read_buffer);
    find(library, "clCreateProgramWithSource", create_program);
    find(library, "clBuildProgram", build_program);
    find(library, "clGetProgramBuildInfo", get_build_info);
    find(library, "clReleaseProgram", release_program);
    find(library, "clCreateKernel", create_kernel);
    find(library, "clSetKernelArg", set_argument);
    find(library, "clGetKernelWorkGroupInfo", get_group_info);
    find(library, "clReleaseKernel", release_kernel);
    find(library, "clEnqueueNDRangeKernel", run_kernel);
    find(library, "clWaitForEvents", wait_for_events);
    find(library, "clGetEventProfilingInfo", get_event_time);
    find(library, "clReleaseEvent", release_event);
}

} // namespace hashlane::opencl
