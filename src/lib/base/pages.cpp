// SPDX-License-Identifier: MIT
#include "pages.h"

#if defined(_WIN32)
#include <windows.h>
#else
#include <sys/mman.h>
#endif

namespace hashlane {

#if defined(_WIN32)

void *new_pages(std::size_t bytes)
{
    return VirtualAlloc(nullptr, bytes, MEM_COMMIT | MEM_RESERVE, PAGE_READWRITE);
}

void delete_pages(void *pages, std::size_t /*bytes*/) { VirtualFree(pages, 0, MEM_RELEASE); }

void wipe_pages_on_fork(void * /*pages*/, std::size_t /*bytes*/) {} // there is no fork

#else

void *new_pages(std::size_t bytes)
{
    void *const pages =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return pages == MAP_FAILED ? nullptr : pages;
}

void delete_pages(void *pages, std::size_t bytes) { munmap(pages, bytes); }

void wipe_pages_on_fork([[maybe_unused]] void *pages, [[maybe_unused]] std::size_t bytes)
{
#if defined(MADV_WIPEONFORK)
    madvise(pages, bytes, MADV_WIPEONFORK);
#endif
}

#endif

} // namespace hashlane
