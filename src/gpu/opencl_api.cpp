// SPDX-License-Identifier: MIT
#include "opencl_api.h"

#include <algorithm>
#include <iterator>

namespace hashlane::opencl {
namespace {

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
    library.find("clGetPlatformIDs", get_platforms);
    library.find("clGetPlatformInfo", get_platform_info);
    library.find("clGetDeviceIDs", get_devices);
    library.find("clGetDeviceInfo", get_device_info);
    library.find("clCreateContext", create_context);
    library.find("clReleaseContext", release_context);
    library.find("clCreateCommandQueue", create_queue);
    library.find("clReleaseCommandQueue", release_queue);
    library.find("clCreateBuffer", create_buffer);
    library.find("clReleaseMemObject", release_memory);
    library.find("clEnqueueWriteBuffer", write_buffer);
    library.find("clEnqueueReadBuffer", read_buffer);
    library.find("clCreateProgramWithSource", create_program);
    library.find("clBuildProgram", build_program);
    library.find("clGetProgramBuildInfo", get_build_info);
    library.find("clReleaseProgram", release_program);
    library.find("clCreateKernel", create_kernel);
    library.find("clSetKernelArg", set_argument);
    library.find("clGetKernelWorkGroupInfo", get_group_info);
    library.find("clReleaseKernel", release_kernel);
    library.find("clEnqueueNDRangeKernel", run_kernel);
    library.find("clWaitForEvents", wait_for_events);
    library.find("clGetEventProfilingInfo", get_event_time);
    library.find("clReleaseEvent", release_event);
}

} // namespace hashlane::opencl
