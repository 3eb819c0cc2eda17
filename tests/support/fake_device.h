// SPDX-License-Identifier: MIT
//
// A device that takes exactly as long as a test wants, and computes nothing unless a test does, and
// a monitor whose readings a test chooses. A launch is done when somebody waits for it; until then
// its buffer may not be used.
#pragma once

#include "backends/gpu/telemetry.h"

#include <atomic>
#include <cstring>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

namespace hashlane::test {

class FakeDevice final : public backends::Device {
public:
    double ns_per_iteration = 1e6; ///< of all lanes together
    std::size_t resident_items = 100;
    std::size_t room = std::numeric_limits<std::size_t>::max(); ///< bytes for buffers
    int copies_beside_launches = 0; ///< while a launch on another buffer was under way
    /// The work of a launch.
    std::function<void(const std::string &function, std::byte *states, std::uint32_t lanes,
                       std::uint32_t iterations)>
        on_launch = [](auto &&...) {};

    FakeDevice()
    {
        facts_.api = "fake";
        facts_.index = 3;
        facts_.memory_bytes = 1 << 20;
    }
    backends::DeviceFacts &facts() { return facts_; }
    const backends::DeviceFacts &facts() const override { return facts_; }
    std::unique_ptr<backends::DeviceBuffer> make_buffer(std::size_t bytes) override
    {
        return std::make_unique<Buffer>(*this, bytes);
    }
    std::unique_ptr<backends::DeviceKernel> make_kernel(const std::string &source,
                                                        const std::string &function) override
    {
        return std::make_unique<Kernel>(*this, source, function);
    }
    /// Returns that of the kernel of the last launch.
    const std::string &launched_source() const { return launched_source_; }

private:
    class Buffer final : public backends::DeviceBuffer {
    public:
        Buffer(FakeDevice &device, std::size_t bytes) : device_(device)
        {
            if (bytes > device.room)
                throw backends::DeviceError("out of memory");
            device.room -= bytes;
            memory_.resize(bytes);
        }
        ~Buffer() override { device_.room += memory_.size(); }
        Buffer(const Buffer &) = delete;
        Buffer &operator=(const Buffer &) = delete;
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
        void start(std::function<double(std::byte *)> launch)
        {
            require_rest();
            launch_ = std::move(launch);
            ++device_.under_way_;
        }
        double wait() override
        {
            --device_.under_way_;
            return std::exchange(launch_, nullptr)(memory_.data());
        }

    private:
        void require_rest() const
        {
            if (launch_)
                throw backends::DeviceError("the buffer is in use");
        }
        void check(std::size_t bytes)
        {
            require_rest();
            if (bytes > memory_.size())
                throw backends::DeviceError("outside the buffer");
            device_.copies_beside_launches += device_.under_way_ != 0 ? 1 : 0;
        }

        FakeDevice &device_;
        std::vector<std::byte> memory_;
        std::function<double(std::byte *)> launch_; ///< the one that is under way
    };

    class Kernel final : public backends::DeviceKernel {
    public:
        Kernel(FakeDevice &device, std::string source, std::string function)
            : device_(device), source_(std::move(source)), function_(std::move(function))
        {
        }
        std::size_t resident_items() const override { return device_.resident_items; }
        void start(backends::DeviceBuffer &states, std::uint32_t lanes,
                   std::uint32_t iterations) override
        {
            device_.launched_source_ = source_;
            dynamic_cast<Buffer &>(states).start([this, lanes, iterations](std::byte *memory) {
                device_.on_launch(function_, memory, lanes, iterations);
                return 1 + iterations * device_.ns_per_iteration;
            });
        }

    private:
        FakeDevice &device_;
        std::string source_, function_;
    };

    backends::DeviceFacts facts_;
    std::string launched_source_;
    int under_way_ = 0;
};

class FakeMonitor final : public backends::DeviceMonitor {
public:
    std::atomic<backends::ClockLimits> limits = 0;
    std::atomic<double> clock_hz = 1.5e9;
    std::atomic<int> times_read = 0;

    backends::DeviceReading read() noexcept override
    {
        ++times_read;
        return {clock_hz.load(), 61.0, 512.0, limits.load()};
    }
    backends::DeviceRatings ratings() noexcept override { return {2e9, 700.0}; }
    std::optional<std::vector<std::string>> others;
    std::optional<std::vector<std::string>> other_processes() override { return others; }
    std::function<void(results::DeviceHardware &)> on_describe = [](auto &) {};
    void describe(results::DeviceHardware &hardware) override { on_describe(hardware); }
};

} // namespace hashlane::test
