// SPDX-License-Identifier: MIT
#include "cuda_kernel.h"

#include <algorithm>

namespace hashlane::cuda {
namespace {

// A warp for each of a multiprocessor's four schedulers, so that all four fill up alike. Larger
// blocks round down further what fits beside each other, and leave a coarser tail; with smaller
// ones some architectures have all the blocks they can hold (16 of sm_75) before they have all the
// threads.
constexpr unsigned block_threads = 128;

// Smaller ones would leave part of a warp without work.
constexpr unsigned warp_threads = 32;

constexpr double ns_per_ms = 1e6;

// How many parts of at most `size` it takes; at least 1.
unsigned parts(unsigned whole, unsigned size)
{
    return std::max(1U, whole / size + (whole % size != 0 ? 1 : 0));
}

DevicePointer allocate(const Context &context, std::size_t bytes)
{
    const Driver &driver = context.enter();
    DevicePointer memory = 0;
    driver.require(driver.allocate(&memory, bytes), "cuMemAlloc");
    return memory;
}

Module *load(const Context &context, const CudaProgram &program)
{
    const Driver &driver = context.enter();
    Module *module = nullptr;
    const std::string call = "cuModuleLoadData (" + program.compiler + ")";
    driver.require(driver.load_module(&module, program.image.data()), call.c_str());
    return module;
}

Function *find(const Context &context, Module *module, const std::string &name)
{
    const Driver &driver = context.enter();
    Function *function = nullptr;
    driver.require(driver.get_function(&function, module, name.c_str()), "cuModuleGetFunction");
    return function;
}

// Whoever waits for it sleeps, and leaves the processor to others.
Event *create_event(const Context &context)
{
    const Driver &driver = context.enter();
    Event *event = nullptr;
    driver.require(driver.create_event(&event, blocking_sync), "cuEventCreate");
    return event;
}

} // namespace

Buffer::Buffer(const Context &context, std::size_t bytes)
    : context_(context), memory_(context, allocate(context, bytes))
{
}

void Buffer::write(const void *from, std::size_t bytes)
{
    const Driver &driver = context_.enter();
    driver.require(driver.copy_to_device(memory(), from, bytes), "cuMemcpyHtoD");
}

void Buffer::read(void *to, std::size_t bytes)
{
    const Driver &driver = context_.enter();
    driver.require(driver.copy_to_host(to, memory(), bytes), "cuMemcpyDtoH");
}

Kernel::Kernel(const Context &context, const CudaProgram &program, const std::string &function,
               unsigned compute_units)
    : context_(context),
      module_(context, load(context, program)),
      function_(find(context, module_.get(), function)),
      start_(context, create_event(context)),
      end_(context, create_event(context)),
      facts_{attribute(registers), attribute(local_bytes),
             std::clamp(attribute(max_block_threads), 1U, block_threads), program.compiler},
      compute_units_(std::max(1U, compute_units))
{
    const Driver &driver = context_.enter();
    int blocks = 0;
    driver.require(
        driver.get_resident_blocks(&blocks, function_, static_cast<int>(facts_.group_items), 0),
        "cuOccupancyMaxActiveBlocksPerMultiprocessor");
    resident_ = std::size_t{facts_.group_items} * static_cast<unsigned>(std::max(1, blocks)) *
                compute_units_;
}

// Few lanes go in small blocks, so that no multiprocessor has many while others have none.
unsigned Kernel::threads_for(std::uint32_t lanes) const
{
    const unsigned warps = parts(parts(lanes, warp_threads), compute_units_);
    return std::min(warps * warp_threads, facts_.group_items);
}

double Kernel::run(DeviceBuffer &states, std::uint32_t lanes, std::uint32_t iterations)
{
    DevicePointer memory = dynamic_cast<Buffer &>(states).memory();
    void *arguments[] = {&memory, &lanes, &iterations};
    const unsigned threads = threads_for(lanes);
    const unsigned blocks = parts(lanes, threads);
    const Driver &driver = context_.enter();
    driver.require(driver.record_event(start_.get(), nullptr), "cuEventRecord");
    driver.require(
        driver.launch(function_, blocks, 1, 1, threads, 1, 1, 0, nullptr, arguments, nullptr),
        "cuLaunchKernel");
    driver.require(driver.record_event(end_.get(), nullptr), "cuEventRecord");
    driver.require(driver.wait_for_event(end_.get()), "cuEventSynchronize");
    float ms = 0;
    driver.require(driver.get_elapsed_ms(&ms, start_.get(), end_.get()), "cuEventElapsedTime");
    // Events are half a microsecond apart or more: a short launch may take no time at all.
    return std::max(1.0, ms * ns_per_ms);
}

unsigned Kernel::attribute(int what) const
{
    const Driver &driver = context_.enter();
    int value = 0;
    driver.require(driver.get_function_attribute(&value, what, function_), "cuFuncGetAttribute");
    return static_cast<unsigned>(std::max(0, value));
}

} // namespace hashlane::cuda
