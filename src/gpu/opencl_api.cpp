// SPDX-License-Identifier: MIT
#include "opencl_api.h"

namespace hashlane::opencl {
namespace {

template <class Function>
void find(const SharedObject &library, const char *symbol, Function *&function)
{
    function = library.find<Function>(symbol);
}

} // namespace

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
