// SPDX-License-Identifier: MIT
//
// Memory and kernels of a CUDA device.
#ifndef HASHLANE_SRC_GPU_CUDA_KERNEL_H
#define HASHLANE_SRC_GPU_CUDA_KERNEL_H

#include "cuda_context.h"
#include "device.h"
#include "nvrtc.h"

namespace hashlane::cuda {

class Buffer final : public DeviceBuffer {
public:
    Buffer(const Context &context, std::size_t bytes);
    void write(const void *from, std::size_t bytes) override;
    void read(void *to, std::size_t bytes) override;
    DevicePointer memory() const { return memory_.get(); }

private:
    const Context &context_;
    OwnedMemory memory_;
};

class Kernel final : public DeviceKernel {
public:
    /// Precondition: `context` outlives it.
    Kernel(const Context &context, const CudaProgram &program, const std::string &function,
           unsigned compute_units);
    std::optional<KernelFacts> facts() const override { return facts_; }
    std::size_t resident_items() const override { return resident_; }
    double run(DeviceBuffer &states, std::uint32_t lanes, std::uint32_t iterations) override;

private:
    unsigned attribute(int what) const;
    unsigned threads_for(std::uint32_t lanes) const;

    const Context &context_;
    OwnedModule module_;
    Function *function_;
    OwnedEvent start_;
    OwnedEvent end_;
    KernelFacts facts_;
    unsigned compute_units_;
    std::size_t resident_;
};

} // namespace hashlane::cuda

#endif
