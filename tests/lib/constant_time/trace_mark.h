/* SPDX-License-Identifier: MIT
 *
 * What trace_in_qemu.cpp tells qemu_plugin.c: a system call of this number, which no system has,
 * and one of these as its first argument. The second argument of trace_end is the file that the
 * trace is written to. */
#pragma once

enum { trace_mark = 0x6861 };
enum { trace_begin = 1, trace_end = 2 };
