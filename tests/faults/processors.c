/* SPDX-License-Identifier: MIT
 *
 * The calls that have to do with processors, counters, the time of day and processes. */
#define _GNU_SOURCE
#include "injector.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static pid_t child;

/* ---- Threads and CPUs ---- */

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *),
                   void *argument)
{
    if (fails(call_thread))
        return wanted_error();
    return NEXT(pthread_create)(thread, attributes, body, argument);
}

int sched_setaffinity(pid_t process, size_t bytes, const cpu_set_t *cpus)
{
    if (fails(call_pin))
        return fail_with_error();
    return NEXT(sched_setaffinity)(process, bytes, cpus);
}

int sched_getcpu(void)
{
    const int cpu = NEXT(sched_getcpu)();
    return fails(call_which_cpu) ? cpu + 1 : cpu;
}

/* ---- A hardware counter ---- */

/* A simulated one counts time, so that it may be read on any machine. */
static int open_counter(void)
{
    if (fails(call_counter_open))
        return fail_with_error();
    return open_simulated_counter();
}

ssize_t read_counter(void *to, size_t bytes)
{
    if (fails(call_counter_read))
        return faulty_bytes(bytes);
    const uint64_t now = monotonic_ns();
    const uint64_t reading[] = {(uint64_t)((double)now * 1e-9 * counter_hz), now, now};
    if (bytes < sizeof reading)
        return -1;
    memcpy(to, reading, sizeof reading);
    return sizeof reading;
}

long syscall(long number, ...)
{
    va_list list;
    va_start(list, number);
    const long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long),
               d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);
    va_end(list);
    if (number == SYS_perf_event_open && counter_hz != 0)
        return open_counter();
    return NEXT(syscall)(number, a, b, c, d, e, f);
}

/* ---- The time of day ---- */

static int stepped(int result, struct timespec *time)
{
    if (fails(call_realtime))
        time->tv_sec += atol(kind);
    return result;
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
    const int result = NEXT(clock_gettime)(clock, time);
    return clock == CLOCK_REALTIME ? stepped(result, time) : result;
}

time_t time(time_t *to)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (to != NULL)
        *to = now.tv_sec;
    return now.tv_sec;
}

/* ---- Processes ---- */

static void kill_child(void)
{
    if (child > 0)
        kill(child, SIGKILL);
}

int posix_spawn(pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const arguments[],
                char *const environment[])
{
    const bool failed = fails(call_spawn);
    if (failed && !is_kind("kill"))
        return wanted_error();
    const int result =
        NEXT(posix_spawn)(process, path, actions, attributes, arguments, environment);
    child = result == 0 ? *process : 0;
    if (failed)
        kill_child();
    return result;
}

/* True if the call itself is to fail; a killed child is another's fault. */
static bool fails_here(enum call call)
{
    if (!fails(call))
        return false;
    if (!is_kind("kill"))
        return true;
    kill_child();
    return false;
}

int poll(struct pollfd *descriptors, nfds_t count, int timeout_ms)
{
    if (fails_here(call_poll))
        return fail_with_error();
    return NEXT(poll)(descriptors, count, timeout_ms);
}

int __poll_chk(struct pollfd *descriptors, nfds_t count, int timeout_ms, size_t bytes);
int __poll_chk(struct pollfd *descriptors, nfds_t count, int timeout_ms, size_t bytes)
{
    return count * sizeof *descriptors > bytes ? -1 : poll(descriptors, count, timeout_ms);
}

ssize_t recv(int socket, void *to, size_t bytes, int flags)
{
    if (fails(call_receive)) {
        const ssize_t faulty = faulty_bytes(bytes);
        return faulty <= 0 ? faulty : NEXT(recv)(socket, to, (size_t)faulty, flags);
    }
    return NEXT(recv)(socket, to, bytes, flags);
}

ssize_t __recv_chk(int socket, void *to, size_t bytes, size_t room, int flags);
ssize_t __recv_chk(int socket, void *to, size_t bytes, size_t room, int flags)
{
    return bytes > room ? -1 : recv(socket, to, bytes, flags);
}

ssize_t send(int socket, const void *from, size_t bytes, int flags)
{
    if (fails(call_send)) {
        const ssize_t faulty = faulty_bytes(bytes);
        return faulty <= 0 ? faulty : NEXT(send)(socket, from, (size_t)faulty, flags);
    }
    return NEXT(send)(socket, from, bytes, flags);
}
