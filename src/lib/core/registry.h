// SPDX-License-Identifier: MIT
//
// The kernels that were built in.
#pragma once

#include "kernel.h"

#include <compare>
#include <iterator>
#include <ranges>
#include <span>

namespace hashlane {

/// Kernels that lie apart: a family is linked only where somebody asks for it.
class KernelList : public std::ranges::view_interface<KernelList> {
public:
    class Iterator {
    public:
        using iterator_category = std::random_access_iterator_tag;
        using value_type = Kernel;
        using difference_type = std::ptrdiff_t;
        using pointer = const Kernel *;
        using reference = const Kernel &;

        Iterator() = default;
        explicit Iterator(const Kernel *const *at) : at_(at) {}
        reference operator*() const { return **at_; }
        pointer operator->() const { return *at_; }
        reference operator[](difference_type i) const { return *at_[i]; }
        Iterator &operator+=(difference_type n) { return at_ += n, *this; }
        Iterator &operator-=(difference_type n) { return at_ -= n, *this; }
        Iterator &operator++() { return *this += 1; }
        Iterator &operator--() { return *this -= 1; }
        Iterator operator++(int) { return Iterator(at_++); }
        Iterator operator--(int) { return Iterator(at_--); }
        friend Iterator operator+(Iterator at, difference_type n) { return at += n; }
        friend Iterator operator+(difference_type n, Iterator at) { return at += n; }
        friend Iterator operator-(Iterator at, difference_type n) { return at -= n; }
        friend difference_type operator-(Iterator a, Iterator b) { return a.at_ - b.at_; }
        auto operator<=>(const Iterator &) const = default;

    private:
        const Kernel *const *at_ = nullptr;
    };

    explicit KernelList(std::span<const Kernel *const> kernels) : kernels_(kernels) {}
    Iterator begin() const { return Iterator(kernels_.data()); }
    Iterator end() const { return Iterator(kernels_.data() + kernels_.size()); }
    // NOLINTNEXTLINE(bugprone-derived-method-shadowing-base-method): that is signed on Windows
    std::size_t size() const { return kernels_.size(); }

private:
    std::span<const Kernel *const> kernels_;
};

/// Returns every line of the manifest in its order, whether or not this processor can run it. Who
/// calls it has all kernels in his program.
KernelList all_kernels();

/// Returns those of one workload. Who calls it has no others in his program, if the linker drops
/// what nobody refers to.
template <Workload workload> std::span<const Kernel> family();

/// Returns the form of a kernel of family<Workload::sha3>() for interleaved states; null if it has
/// none. It is not in KernelForms: who hashes has none of these forms in his program.
Sha3Interleaved *interleaved_form(const Kernel &kernel);

/// The kernel with this id, "sha256-chain.shani.x4"; null if none has it.
const Kernel *find_kernel(std::string_view id);

/// No fewer than the manifest has: room for a list of them.
constexpr std::size_t most_kernels = 256;

/// True if a processor with these features can run the kernel.
bool is_runnable(const Kernel &kernel, FeatureSet features);

/// Returns the missing features: "needs AVX512F"; "needs x86-64" if this program was built for
/// another architecture. Empty if it can run.
FixedText<256> why_not_runnable(const Kernel &kernel, FeatureSet features);

/// True if it is made for such cores (variants.def). It may also run on others.
bool suits(const Kernel &kernel, FeatureSet features);

/// A kernel of the same workload to check `kernel` against: one that shares no code with it.
const Kernel &independent_kernel(const Kernel &kernel);

/// The workload's kernel to the letter of its standard: runs anywhere, one lane.
const Kernel &reference_kernel(Workload workload);

} // namespace hashlane

template <> inline constexpr bool std::ranges::enable_borrowed_range<hashlane::KernelList> = true;
