/* SPDX-License-Identifier: MIT
 *
 * What the fault injector and its driver, run_faults, share: the calls that are counted, and the
 * memory in which they are. run_faults reads both lists from this file. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* One CALL(name) a line. */
#define CALLS(CALL)                                                                                \
    CALL(thread)                                                                                   \
    CALL(open_to_write)                                                                            \
    CALL(write)                                                                                    \
    CALL(stdio_write)                                                                              \
    CALL(fsync)                                                                                    \
    CALL(close)                                                                                    \
    CALL(rename)                                                                                   \
    CALL(lock)                                                                                     \
    CALL(open_to_read)                                                                             \
    CALL(read)                                                                                     \
    CALL(map)                                                                                      \
    CALL(counter_open)                                                                             \
    CALL(counter_read)                                                                             \
    CALL(pin)                                                                                      \
    CALL(which_cpu)                                                                                \
    CALL(realtime)                                                                                 \
    CALL(spawn)                                                                                    \
    CALL(poll)                                                                                     \
    CALL(receive)                                                                                  \
    CALL(send)

enum call {
#define NUMBER(name) call_##name,
    CALLS(NUMBER)
#undef NUMBER
        call_count
};

enum { text_bytes = 256 };

/* A file that all processes of a run map, so that a kill loses nothing. */
struct fault_record {
    uint64_t calls[call_count]; /* made so far */
    uint64_t faults;            /* injected */
    char on[text_bytes];        /* the file of the first fault, if there is one */
};

/* The function that would have been called. */
#define NEXT(name) ((__typeof__(&name))next(#name))
uintptr_t next(const char *name);

uint64_t monotonic_ns(void);

/* Counts a call, and returns true if it is to fail; `on` is the file, if there is one. */
bool fails(enum call call);
bool fails_on(enum call call, const char *on);
bool fails_with(enum call call, int descriptor);

/* The kind of failure. */
extern char kind[32];
extern bool and_later;
bool is_kind(const char *name);
int wanted_error(void);             /* 0 if the kind is none */
int fail_with_error(void);          /* -1, with errno set */
ssize_t faulty_bytes(size_t bytes); /* of a transfer; or -1, with errno set */

/* A counter that is no hardware's: where HASHLANE_FAULT_COUNTER_HZ asks for it. */
extern double counter_hz;
int open_simulated_counter(void);
ssize_t read_counter(void *to, size_t bytes);
