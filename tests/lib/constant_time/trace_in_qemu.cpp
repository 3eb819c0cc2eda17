// SPDX-License-Identifier: MIT
//
// Traces under QEMU's user mode with the plug-in qemu_plugin.c, which records what the emulator
// executes. The runs are of one process: QEMU does not tell plug-ins of a child.

#include "trace.h"
#include "trace_mark.h"

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <unistd.h>

namespace hashlane::test {

Trace trace_of(const std::function<void()> &prepare, const std::function<void()> &run)
{
    const std::unique_ptr<std::FILE, int (*)(std::FILE *)> file(std::tmpfile(), std::fclose);
    if (file == nullptr)
        throw std::runtime_error("no temporary file");
    prepare();
    syscall(trace_mark, trace_begin, 0);
    run();
    syscall(trace_mark, trace_end, fileno(file.get()));

    Trace trace;
    std::uint64_t entry = 0;
    std::rewind(file.get());
    while (std::fread(&entry, sizeof entry, 1, file.get()) == 1)
        trace.push_back(entry);
    if (trace.empty())
        throw std::runtime_error("QEMU's plug-in recorded nothing; './dev test constant-time "
                                 "aarch64' loads it");
    return trace;
}

} // namespace hashlane::test
