// SPDX-License-Identifier: MIT
//
// What the C++ runtime of GCC 12 asks of the C library and glibc 2.17 does not have. It is linked
// into the program of packages alone (cmake/older_glibc.cmake).
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>

// Whatever else is loaded keeps its C library's own.
#pragma GCC visibility push(hidden)

namespace {

void fill_with_random_bytes(void *bytes, std::size_t size)
{
    std::FILE *source = std::fopen("/dev/urandom", "re");
    if (source == nullptr || std::fread(bytes, 1, size, source) != size)
        std::abort(); // as a std::random_device without a source must not go on
    std::fclose(source);
}

struct Search {
    std::uintptr_t address;
    dl_find_object *found;
};

bool contains(const dl_phdr_info &object, std::uintptr_t address)
{
    for (const ElfW(Phdr) *header = object.dlpi_phdr;
         header != object.dlpi_phdr + object.dlpi_phnum; ++header)
        if (header->p_type == PT_LOAD &&
            address - (object.dlpi_addr + header->p_vaddr) < header->p_memsz)
            return true;
    return false;
}

// As dl_iterate_phdr calls it: not 0 ends the search.
int look_into(dl_phdr_info *object, std::size_t /*size*/, void *data)
{
    auto &search = *static_cast<Search *>(data);
    if (!contains(*object, search.address))
        return 0;
    for (const ElfW(Phdr) *header = object->dlpi_phdr;
         header != object->dlpi_phdr + object->dlpi_phnum; ++header)
        if (header->p_type == PT_GNU_EH_FRAME)
            // NOLINTNEXTLINE(performance-no-int-to-ptr): the interface of the loader has both
            search.found->dlfo_eh_frame =
                reinterpret_cast<void *>(object->dlpi_addr + header->p_vaddr);
    return 1;
}

timespec operator+(timespec time, std::int64_t nanoseconds)
{
    constexpr std::int64_t second = 1'000'000'000;
    nanoseconds += time.tv_nsec;
    time.tv_sec += nanoseconds / second;
    time.tv_nsec = nanoseconds % second;
    return time;
}

std::int64_t nanoseconds_until(const timespec &deadline, clockid_t clock)
{
    timespec now{};
    clock_gettime(clock, &now);
    const std::int64_t left =
        (deadline.tv_sec - now.tv_sec) * 1'000'000'000 + deadline.tv_nsec - now.tv_nsec;
    return left < 0 ? 0 : left;
}

} // namespace

extern "C" {

extern const char __libc_single_threaded;
const char __libc_single_threaded = 0; // reference counts are always atomic

std::uint32_t arc4random() noexcept
{
    std::uint32_t value = 0;
    fill_with_random_bytes(&value, sizeof value);
    return value;
}

int getentropy(void *bytes, std::size_t size) noexcept
{
    fill_with_random_bytes(bytes, size);
    return 0;
}

// Finds the tables for exceptions of the code at an address.
int _dl_find_object(void *address, dl_find_object *found) noexcept
{
    found->dlfo_eh_frame = nullptr;
    Search search{reinterpret_cast<std::uintptr_t>(address), found};
    dl_iterate_phdr(look_into, &search);
    return found->dlfo_eh_frame == nullptr ? -1 : 0;
}

int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                           const timespec *deadline)
{
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    const timespec until = now + nanoseconds_until(*deadline, clock);
    return pthread_cond_timedwait(condition, mutex, &until);
}

} // extern "C"

#pragma GCC visibility pop
