// SPDX-License-Identifier: MIT
#include "cuda_api.h"

#include "device.h"

namespace hashlane::cuda {

Driver::Driver() : library({"libcuda.so.1"})
{
    library.find("cuGetErrorName", get_error_name);
    library.find("cuInit", init);
    library.find("cuDriverGetVersion", get_version);
    library.find("cuDeviceGetCount", get_device_count);
    library.find("cuDeviceGet", get_device);
    library.find("cuDeviceGetName", get_name);
    library.find("cuDeviceTotalMem_v2", get_memory);
    library.find("cuDeviceGetAttribute", get_attribute);
    library.find("cuDeviceGetPCIBusId", get_pci_bus_id);
    library.find("cuDevicePrimaryCtxRetain", retain_context);
    library.find("cuDevicePrimaryCtxRelease_v2", release_context);
    library.find("cuCtxSetCurrent", set_context);
    library.find("cuMemAlloc_v2", allocate);
    library.find("cuMemFree_v2", free);
    library.find("cuMemcpyHtoD_v2", copy_to_device);
    library.find("cuMemcpyDtoH_v2", copy_to_host);
    library.find("cuModuleLoadData", load_module);
    library.find("cuModuleUnload", unload_module);
    library.find("cuModuleGetFunction", get_function);
    library.find("cuFuncGetAttribute", get_function_attribute);
    library.find("cuOccupancyMaxActiveBlocksPerMultiprocessor", get_resident_blocks);
    library.find("cuLaunchKernel", launch);
    library.find("cuEventCreate", create_event);
    library.find("cuEventRecord", record_event);
    library.find("cuEventSynchronize", wait_for_event);
    library.find("cuEventElapsedTime", get_elapsed_ms);
    library.find("cuEventDestroy_v2", destroy_event);
}

void Driver::require(Result result, const char *call) const
{
    if (result == success)
        return;
    const char *name = nullptr;
    if (get_error_name(result, &name) != success || name == nullptr)
        throw DeviceError(std::string(call) + " answers " + std::to_string(result));
    throw DeviceError(std::string(call) + " answers " + name);
}

} // namespace hashlane::cuda
