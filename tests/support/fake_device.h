// SPDX-License-Identifier: MIT
//
// A device that computes nothing and takes exactly as long as a test wants.
#ifndef HASHLANE_TESTS_SUPPORT_FAKE_DEVICE_H
#define HASHLANE_TESTS_SUPPORT_FAKE_DEVICE_H

#include "gpu/device.h"

#include <cstring>
#include <vector>

namespace hashlane::test {

class FakeDevice final : public Device {
public:
    double ns_per_iteration = 1e6; ///< of all lanes together
    std::size_t resident_items = 100;

    FakeDevice()
    {
        facts_.api = "fake";
        facts_.index = 3;
        facts_.memory_bytes = 1 << 20;
    }
    DeviceFacts &facts() { return facts_; }
    const DeviceFacts &facts() const override { return facts_; }
    std::unique_ptr<DeviceBuffer> make_buffer(std::size_t bytes) override
    {
        return std::make_unique<Buffer>(bytes);
    }
    std::unique_ptr<DeviceKernel> make_kernel(const std::string &, const std::string &) override
    {
        return std::make_unique<Kernel>(*this);
    }

private:
    class Buffer final : public DeviceBuffer {
    public:
        explicit Buffer(std::size_t bytes) : memory_(bytes) {}
        void write(const void *from, std::size_t bytes) override
        {
            check(bytes);
            std::memcpy(memory_.data(), from, bytes);
        }
        void read(void *to, std::size_t bytes) override
        {
            check(bytes);
            std::memcpy(to, memory_.data(), bytes);
        }

    private:
        void check(std::size_t bytes) const
        {
            if (bytes > memory_.size())
                throw DeviceError("outside the buffer");
        }
        std::vector<std::byte> memory_;
    };

    class Kernel final : public DeviceKernel {
    public:
        explicit Kernel(const FakeDevice &device) : device_(device) {}
        std::size_t resident_items() const override { return device_.resident_items; }
        double run(DeviceBuffer &, std::uint32_t, std::uint32_t iterations) override
        {
            return 1 + iterations * device_.ns_per_iteration;
        }

    private:
        const FakeDevice &device_;
    };

    DeviceFacts facts_;
};

} // namespace hashlane::test

#endif
