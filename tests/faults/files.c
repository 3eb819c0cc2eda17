/* SPDX-License-Identifier: MIT
 *
 * The calls that have to do with files. */
#define _GNU_SOURCE
#include "injector.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static enum { as_any, as_output, as_counter } opened_as[1024]; /* descriptors */

static bool is_to_write(int flags) { return (flags & O_ACCMODE) != O_RDONLY; }

static bool is_known(int descriptor)
{
    return descriptor >= 0 && descriptor < (int)(sizeof opened_as / sizeof *opened_as);
}

static int opened(int descriptor, int flags)
{
    if (is_known(descriptor))
        opened_as[descriptor] = is_to_write(flags) ? as_output : as_any;
    return descriptor;
}

int open_simulated_counter(void)
{
    const int descriptor =
        opened((int)syscall(SYS_openat, AT_FDCWD, "/dev/null", O_RDONLY | O_CLOEXEC), O_RDONLY);
    if (is_known(descriptor))
        opened_as[descriptor] = as_counter;
    return descriptor;
}

static bool open_fails(const char *path, bool to_write)
{
    return fails_on(to_write ? call_open_to_write : call_open_to_read, path);
}

static int open_at(int folder, const char *path, int flags, mode_t mode)
{
    if (open_fails(path, is_to_write(flags)))
        return fail_with_error();
    return opened((int)syscall(SYS_openat, folder, path, flags, mode), flags);
}

static mode_t mode_of(int flags, va_list arguments)
{
    const bool creates = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
    return creates ? va_arg(arguments, mode_t) : 0;
}

#define OPEN(name)                                                                                 \
    int name(const char *path, int flags, ...)                                                     \
    {                                                                                              \
        va_list arguments;                                                                         \
        va_start(arguments, flags);                                                                \
        const mode_t mode = mode_of(flags, arguments);                                             \
        va_end(arguments);                                                                         \
        return open_at(AT_FDCWD, path, flags, mode);                                               \
    }
#define OPEN_AT(name)                                                                              \
    int name(int folder, const char *path, int flags, ...)                                         \
    {                                                                                              \
        va_list arguments;                                                                         \
        va_start(arguments, flags);                                                                \
        const mode_t mode = mode_of(flags, arguments);                                             \
        va_end(arguments);                                                                         \
        return open_at(folder, path, flags, mode);                                                 \
    }
OPEN(open)
OPEN(open64)
OPEN_AT(openat)
OPEN_AT(openat64)

int __open_2(const char *path, int flags);
int __open_2(const char *path, int flags) { return open_at(AT_FDCWD, path, flags, 0); }
int __open64_2(const char *path, int flags);
int __open64_2(const char *path, int flags) { return open_at(AT_FDCWD, path, flags, 0); }

FILE *fopen(const char *path, const char *mode)
{
    if (open_fails(path, mode[0] != 'r' || strchr(mode, '+') != NULL)) {
        errno = wanted_error();
        return NULL;
    }
    FILE *const file = NEXT(fopen)(path, mode);
    if (file != NULL)
        opened(fileno(file), mode[0] == 'r' ? O_RDONLY : O_WRONLY);
    return file;
}

FILE *fopen64(const char *path, const char *mode) { return fopen(path, mode); }

static bool was_opened_to_write(int descriptor)
{
    return is_known(descriptor) && opened_as[descriptor] == as_output;
}

static bool close_fails(int descriptor)
{
    const bool wrote = was_opened_to_write(descriptor);
    if (is_known(descriptor))
        opened_as[descriptor] = as_any;
    return wrote && fails_with(call_close, descriptor);
}

int close(int descriptor)
{
    const bool failed = close_fails(descriptor);
    const int result = NEXT(close)(descriptor);
    return failed ? fail_with_error() : result;
}

int fclose(FILE *file)
{
    const bool failed = close_fails(fileno(file));
    const int result = NEXT(fclose)(file);
    return failed ? fail_with_error() : result;
}

ssize_t write(int descriptor, const void *from, size_t bytes)
{
    /* A disk that stays full does not keep messages from a terminal. */
    const bool is_message = and_later && descriptor == STDERR_FILENO;
    if (!is_message && fails_with(call_write, descriptor)) {
        const ssize_t faulty = faulty_bytes(bytes);
        return faulty <= 0 ? faulty : NEXT(write)(descriptor, from, (size_t)faulty);
    }
    return NEXT(write)(descriptor, from, bytes);
}

ssize_t writev(int descriptor, const struct iovec *parts, int count)
{
    if (fails_with(call_write, descriptor) && faulty_bytes(1) <= 0)
        return faulty_bytes(1);
    return NEXT(writev)(descriptor, parts, count);
}

ssize_t read(int descriptor, void *to, size_t bytes)
{
    if (is_known(descriptor) && opened_as[descriptor] == as_counter)
        return read_counter(to, bytes);
    if (fails_with(call_read, descriptor)) {
        const ssize_t faulty = faulty_bytes(bytes);
        return faulty <= 0 ? faulty : NEXT(read)(descriptor, to, (size_t)faulty);
    }
    return NEXT(read)(descriptor, to, bytes);
}

ssize_t __read_chk(int descriptor, void *to, size_t bytes, size_t room);
ssize_t __read_chk(int descriptor, void *to, size_t bytes, size_t room)
{
    return bytes > room ? -1 : read(descriptor, to, bytes);
}

size_t fread(void *to, size_t size, size_t count, FILE *file)
{
    if (fails_with(call_read, fileno(file)))
        return (size_t)(fail_with_error() + 1);
    return NEXT(fread)(to, size, count, file);
}

char *fgets(char *to, int bytes, FILE *file)
{
    if (fails_with(call_read, fileno(file))) {
        errno = wanted_error();
        return NULL;
    }
    return NEXT(fgets)(to, bytes, file);
}

/* Files alone: what a program that ends flushes has nowhere to be reported. */
static bool stdio_write_fails(FILE *file)
{
    const int descriptor = file == NULL ? -1 : fileno(file);
    return was_opened_to_write(descriptor) && fails_with(call_stdio_write, descriptor);
}

size_t fwrite(const void *from, size_t size, size_t count, FILE *file)
{
    if (stdio_write_fails(file))
        return (size_t)(fail_with_error() + 1);
    return NEXT(fwrite)(from, size, count, file);
}

int fflush(FILE *file)
{
    if (stdio_write_fails(file))
        return fail_with_error();
    return NEXT(fflush)(file);
}

int fsync(int descriptor)
{
    if (fails_with(call_fsync, descriptor))
        return fail_with_error();
    return NEXT(fsync)(descriptor);
}

int rename(const char *from, const char *to)
{
    if (fails_on(call_rename, to))
        return fail_with_error();
    return NEXT(rename)(from, to);
}

int flock(int descriptor, int operation)
{
    if (fails_with(call_lock, descriptor))
        return fail_with_error();
    return NEXT(flock)(descriptor, operation);
}

void *mmap(void *at, size_t bytes, int protection, int flags, int descriptor, off_t offset)
{
    if (descriptor >= 0 && fails_with(call_map, descriptor)) {
        errno = wanted_error();
        return MAP_FAILED;
    }
    return (void *)syscall(SYS_mmap, at, bytes, protection, flags, descriptor, offset);
}
