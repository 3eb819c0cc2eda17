// SPDX-License-Identifier: MIT
#include "registry.h"

#include <algorithm>
#include <array>

namespace hashlane {
namespace {

// The manifest's words.
namespace workloads {
#define HASHLANE_WORKLOAD(workload, kernels, signature, ...)                                       \
    constexpr Workload kernels = Workload::workload;
#include "workloads.def"
#undef HASHLANE_WORKLOAD
} // namespace workloads

namespace architectures {
constexpr std::string_view any = "any";
constexpr std::string_view x86_64 = "x86-64";
constexpr std::string_view aarch64 = "aarch64";
} // namespace architectures

constexpr Isa isas[] = {
#define HASHLANE_ISA(tag, architecture, features, flags)                                           \
    Isa{#tag, architectures::architecture, static_cast<FeatureSet>(features)},
#include "isas.def"
#undef HASHLANE_ISA
};

// Returns the instruction set of a kernel file: its name begins with the tag, and a variant may
// follow after an underscore.
consteval const Isa &isa_of(std::string_view file)
{
    return *std::ranges::find(isas, file.substr(0, file.find('_')), &Isa::tag);
}

// Returns the features that a kernel file suits, by its name.
consteval FeatureSet suits_of(std::string_view file)
{
    FeatureSet suits = no_features;
#define HASHLANE_VARIANT(variant, features)                                                        \
    if (file == #variant)                                                                          \
        suits = features;
#include "variants.def"
#undef HASHLANE_VARIANT
    return suits;
}

// "sha256-chain.shani-compact.x4", ended by a zero byte.
using IdText = std::array<char, 48>;

consteval IdText make_id(Workload workload, std::string_view file, std::string_view lanes)
{
    IdText id{};
    char *end = id.data();
    for (const std::string_view part :
         {workload_name(workload), std::string_view("."), file, std::string_view(".x"), lanes})
        end = std::ranges::copy(part, end).out;
    std::ranges::replace(id, '_', '-');
    return id;
}

// All forms of a kernel.
struct EveryForm : KernelForms {
    Sha3Interleaved *interleaved = nullptr;
};

} // namespace

#define HASHLANE_KERNEL(workload, file, lanes, role, order, summary)                               \
    extern "C" Signature<workloads::workload> hashlane_##workload##_##file##_x##lanes;
#include "kernels.def"
#undef HASHLANE_KERNEL

#define HASHLANE_FORM(workload, file, lanes, form)                                                 \
    extern "C" std::remove_pointer_t<decltype(EveryForm::form)>                                    \
        hashlane_##workload##_##file##_x##lanes##_##form;
#include "forms.def"
#undef HASHLANE_FORM

namespace {

constexpr IdText ids[] = {
#define HASHLANE_KERNEL(workload, file, lanes, role, order, summary)                               \
    make_id(workloads::workload, #file, #lanes),
#include "kernels.def"
#undef HASHLANE_KERNEL
};

// The build defines HASHLANE_BUILT_<file> as 1 where the kernel's file is compiled, else as 0; a
// kernel that is not compiled must not be referred to, or the program would not link.
#define HASHLANE_SYMBOL_1(symbol) symbol
#define HASHLANE_SYMBOL_0(symbol) nullptr
#define HASHLANE_SYMBOL_IF(built, symbol) HASHLANE_SYMBOL_##built(symbol)
#define HASHLANE_SYMBOL(built, symbol) HASHLANE_SYMBOL_IF(built, symbol)

constexpr auto make_registry()
{
    std::array kernels = {
#define HASHLANE_KERNEL(workload, file, lanes, role, order, summary)                               \
    Kernel{"",                                                                                     \
           workloads::workload,                                                                    \
           isa_of(#file),                                                                          \
           #file,                                                                                  \
           lanes,                                                                                  \
           Role::role,                                                                             \
           summary,                                                                                \
           kernel_function<workloads::workload>(                                                   \
               HASHLANE_SYMBOL(HASHLANE_BUILT_##file, hashlane_##workload##_##file##_x##lanes)),   \
           suits_of(#file)},
#include "kernels.def"
#undef HASHLANE_KERNEL
    };
    for (std::size_t i = 0; i < kernels.size(); ++i)
        kernels[i].id = ids[i].data();
    return kernels;
}
// For constants alone: a program that had it would have all kernels.
constexpr auto registry = make_registry();

constexpr EveryForm forms_of(const Kernel &kernel)
{
    EveryForm forms;
#define HASHLANE_FORM(workload_, file_, lanes_, form)                                              \
    if (kernel.workload == workloads::workload_ && kernel.file == #file_ &&                        \
        kernel.lanes == lanes_)                                                                    \
        forms.form = HASHLANE_SYMBOL(HASHLANE_BUILT_##file_,                                       \
                                     hashlane_##workload_##_##file_##_x##lanes_##_##form);
#include "forms.def"
#undef HASHLANE_FORM
    return forms;
}

consteval std::size_t count_of(Workload workload)
{
    return static_cast<std::size_t>(std::ranges::count(registry, workload, &Kernel::workload));
}

template <Workload workload> consteval auto make_family()
{
    std::array<Kernel, count_of(workload)> own{};
    const auto is_own = [](const Kernel &kernel) { return kernel.workload == workload; };
    std::ranges::copy_if(registry, own.begin(), is_own);
    for (Kernel &kernel : own)
        kernel.forms = forms_of(kernel);
    return own;
}

template <Workload workload> constexpr auto family_of = make_family<workload>();

// In the order of the family.
constexpr auto interleaved_forms = [] {
    std::array<Sha3Interleaved *, count_of(Workload::sha3)> forms{};
    std::ranges::transform(family_of<Workload::sha3>, forms.begin(),
                           [](const Kernel &kernel) { return forms_of(kernel).interleaved; });
    return forms;
}();

#define HASHLANE_VARIANT(variant, features)                                                        \
    static_assert(std::ranges::find(registry, std::string_view(#variant), &Kernel::file) !=        \
                      registry.end(),                                                              \
                  "variants.def: the manifest has no file '" #variant "'");
#include "variants.def"
#undef HASHLANE_VARIANT

static_assert(std::ranges::all_of(registry, [](const Kernel &kernel) {
    return kernel.lanes >= 1 &&
           kernel.lanes <= (kernel.workload == Workload::sha3 ? max_absorb_lanes : max_lanes);
}));

static_assert(registry.size() <= most_kernels);

// In the manifest's order.
constexpr auto every_kernel = [] {
    const Kernel *next[] = {
#define HASHLANE_WORKLOAD(workload, ...) family_of<Workload::workload>.data(),
#include "workloads.def"
#undef HASHLANE_WORKLOAD
    };
    std::array<const Kernel *, registry.size()> all{};
    std::ranges::transform(registry, all.begin(), [&next](const Kernel &kernel) {
        return next[static_cast<std::size_t>(kernel.workload)]++;
    });
    return all;
}();
static_assert(std::ranges::equal(registry, every_kernel, {}, &Kernel::id, &Kernel::id));

const Kernel &single_lane(Workload workload, Role role)
{
    return *std::ranges::find_if(all_kernels(), [&](const Kernel &kernel) {
        return kernel.workload == workload && kernel.role == role && kernel.lanes == 1;
    });
}

} // namespace

KernelList all_kernels() { return KernelList(every_kernel); }

template <Workload workload> std::span<const Kernel> family() { return family_of<workload>; }

#define HASHLANE_WORKLOAD(workload, ...)                                                           \
    template std::span<const Kernel> family<Workload::workload>();
#include "workloads.def"
#undef HASHLANE_WORKLOAD

Sha3Interleaved *interleaved_form(const Kernel &kernel)
{
    return interleaved_forms[static_cast<std::size_t>(&kernel - family_of<Workload::sha3>.data())];
}

const Kernel *find_kernel(std::string_view id)
{
    const auto found = std::ranges::find(all_kernels(), id, &Kernel::id);
    return found == all_kernels().end() ? nullptr : &*found;
}

bool is_runnable(const Kernel &kernel, FeatureSet features)
{
    return kernel.built() && (kernel.isa.features & ~features) == 0;
}

bool suits(const Kernel &kernel, FeatureSet features) { return (kernel.suits & ~features) == 0; }

FixedText<256> why_not_runnable(const Kernel &kernel, FeatureSet features)
{
    FixedText<256> needs("needs ");
    if (!kernel.built())
        return needs += kernel.isa.architecture;
    const FeatureSet missing = kernel.isa.features & ~features;
    return missing == no_features ? "" : needs += feature_names(missing);
}

const Kernel &independent_kernel(const Kernel &kernel)
{
    return single_lane(kernel.workload,
                       kernel.role == Role::reference ? Role::baseline : Role::reference);
}

const Kernel &reference_kernel(Workload workload) { return single_lane(workload, Role::reference); }

} // namespace hashlane
