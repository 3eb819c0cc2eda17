/* SPDX-License-Identifier: MIT
 *
 * What trace_in_qemu.cpp tells qemu_plugin.c: a system call of this number, which no system has,
 * and one of these as its first argument. The second argument of trace_end is the file that the
 * trace is written to. */
#ifndef HASHLANE_TESTS_LIB_CONSTANT_TIME_TRACE_MARK_H
#define HASHLANE_TESTS_LIB_CONSTANT_TIME_TRACE_MARK_H

enum { trace_mark = 0x6861 };
enum { trace_begin = 1, trace_end = 2 };

#endif
