// SPDX-License-Identifier: MIT
//
// A CUDA context and what lives in it.
#ifndef HASHLANE_SRC_GPU_CUDA_CONTEXT_H
#define HASHLANE_SRC_GPU_CUDA_CONTEXT_H

#include "cuda_api.h"

#include <memory>

namespace hashlane::cuda {

/// A device's primary context. A context is current for a thread, and a device's objects may be
/// made, used and destroyed by different ones: so every call enters it first.
class Context {
public:
    /// Throws a DeviceError.
    Context(std::shared_ptr<const Driver> driver, DeviceNumber device)
        : driver_(std::move(driver)), device_(device)
    {
        driver_->require(driver_->retain_context(&context_, device), "cuDevicePrimaryCtxRetain");
    }
    Context(const Context &) = delete;
    Context &operator=(const Context &) = delete;
    ~Context() { driver_->release_context(device_); }

    /// The driver, for calls in this context. Throws a DeviceError.
    const Driver &enter() const
    {
        driver_->require(driver_->set_context(context_), "cuCtxSetCurrent");
        return *driver_;
    }
    /// The same for destructors: null where the context is lost, and all that it held with it.
    const Driver *try_to_enter() const noexcept
    {
        return driver_->set_context(context_) == success ? driver_.get() : nullptr;
    }

private:
    std::shared_ptr<const Driver> driver_;
    DeviceNumber device_;
    ContextObject *context_ = nullptr;
};

/// Something made in a context, which outlives it, and the driver's function that releases it.
template <class Object, Result (*Driver::*release)(Object)> class Owned {
public:
    Owned(const Context &context, Object object) : context_(context), object_(object) {}
    Owned(const Owned &) = delete;
    Owned &operator=(const Owned &) = delete;
    ~Owned()
    {
        if (const Driver *const driver = context_.try_to_enter())
            (driver->*release)(object_);
    }
    Object get() const { return object_; }

private:
    const Context &context_;
    Object object_;
};

using OwnedMemory = Owned<DevicePointer, &Driver::free>;
using OwnedModule = Owned<Module *, &Driver::unload_module>;
using OwnedEvent = Owned<Event *, &Driver::destroy_event>;

} // namespace hashlane::cuda

#endif
