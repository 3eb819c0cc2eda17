/* SPDX-License-Identifier: MIT
 *
 * Loaded before the C library (LD_PRELOAD), it counts calls of the system and lets the n-th of a
 * kind fail:
 *
 *   HASHLANE_FAULT=CALL:KIND:N[+]   the N-th CALL of injector.h, and with + all later ones
 *   HASHLANE_FAULT_RECORD=FILE      where a struct fault_record is kept
 *   HASHLANE_FAULT_COUNTER_HZ=HZ    the machine has a hardware counter, of this rate
 *
 * KIND is the name of an error; `short`, one byte is read or written; `end`, nothing is; `kill`,
 * the process that was started last is killed first; `other`, the next CPU; or seconds by which the
 * time of day is stepped. */
#define _GNU_SOURCE
#include "injector.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static struct fault_record nowhere, *record = &nowhere;
static enum call wanted_call = call_count;
static uint64_t wanted_number;
bool and_later;
char kind[32];
double counter_hz;

static const char *const call_names[] = {
#define NAME(name) #name,
    CALLS(NAME)
#undef NAME
};

static const struct {
    const char *name;
    int number;
} errors[] = {{"EACCES", EACCES},         {"EAGAIN", EAGAIN}, {"ECONNRESET", ECONNRESET},
              {"EINTR", EINTR},           {"EINVAL", EINVAL}, {"EIO", EIO},
              {"EMFILE", EMFILE},         {"ENOENT", ENOENT}, {"ENOLCK", ENOLCK},
              {"ENOMEM", ENOMEM},         {"ENOSPC", ENOSPC}, {"ENOSYS", ENOSYS},
              {"EOPNOTSUPP", EOPNOTSUPP}, {"EPIPE", EPIPE}};

uintptr_t next(const char *name)
{
    const uintptr_t function = (uintptr_t)dlsym(RTLD_NEXT, name);
    if (function == 0)
        abort();
    return function;
}

static void read_wish(const char *wish)
{
    char call[32], plus = 0;
    unsigned long long number = 0;
    if (sscanf(wish, "%31[^:]:%31[^:]:%llu%c", call, kind, &number, &plus) < 3)
        abort();
    wanted_number = number;
    and_later = plus == '+';
    for (int i = 0; i < call_count; ++i)
        if (strcmp(call, call_names[i]) == 0)
            wanted_call = (enum call)i;
    if (wanted_call == call_count)
        abort();
}

__attribute__((constructor)) static void begin(void)
{
    const char *const file = getenv("HASHLANE_FAULT_RECORD");
    const char *const wish = getenv("HASHLANE_FAULT");
    const char *const hz = getenv("HASHLANE_FAULT_COUNTER_HZ");
    if (file == NULL)
        return;
    const int descriptor = (int)syscall(SYS_openat, AT_FDCWD, file, O_RDWR | O_CLOEXEC);
    void *const shared = (void *)syscall(SYS_mmap, NULL, sizeof *record, PROT_READ | PROT_WRITE,
                                         MAP_SHARED, descriptor, 0);
    if (descriptor < 0 || shared == MAP_FAILED)
        abort();
    syscall(SYS_close, descriptor);
    record = shared;
    if (hz != NULL)
        counter_hz = atof(hz);
    if (wish != NULL)
        read_wish(wish);
}

uint64_t monotonic_ns(void)
{
    struct timespec now;
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void note_fault(const char *on)
{
    if (__atomic_fetch_add(&record->faults, 1, __ATOMIC_RELAXED) != 0)
        return;
    if (on != NULL)
        strncpy(record->on, on, text_bytes - 1);
}

bool fails_on(enum call call, const char *on)
{
    const uint64_t number = __atomic_add_fetch(&record->calls[call], 1, __ATOMIC_RELAXED);
    if (call != wanted_call || number < wanted_number || (number != wanted_number && !and_later))
        return false;
    note_fault(on);
    return true;
}

bool fails(enum call call) { return fails_on(call, NULL); }

bool is_kind(const char *name) { return strcmp(kind, name) == 0; }

bool fails_with(enum call call, int descriptor)
{
    char link[64], on[text_bytes] = "";
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    if (wanted_call == call && readlink(link, on, sizeof on - 1) < 0)
        on[0] = 0;
    return fails_on(call, on);
}

int wanted_error(void)
{
    for (size_t i = 0; i < sizeof errors / sizeof *errors; ++i)
        if (is_kind(errors[i].name))
            return errors[i].number;
    return 0;
}

int fail_with_error(void)
{
    errno = wanted_error();
    return -1;
}

ssize_t faulty_bytes(size_t bytes)
{
    if (is_kind("end"))
        return 0;
    if (is_kind("short"))
        return bytes == 0 ? 0 : 1;
    return fail_with_error();
}
