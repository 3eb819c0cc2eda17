/* SPDX-License-Identifier: MIT
 *
 * A plug-in of QEMU's user mode that records the addresses of instructions and of accesses to
 * memory between two marks of the emulated program (trace_mark.h), in the form of trace.h.
 *
 * Debian 12 has no header for plug-ins. These are the declarations that this one needs, of version
 * 1 of the interface: https://www.qemu.org/docs/master/devel/tcg-plugins.html. */
#include "trace_mark.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct qemu_plugin_tb;
struct qemu_plugin_insn;
typedef uint64_t Id;

extern void qemu_plugin_register_vcpu_tb_trans_cb(Id id, void (*call)(Id, struct qemu_plugin_tb *));
extern void qemu_plugin_register_vcpu_syscall_cb(Id id, void (*call)(Id, unsigned, int64_t,
                                                                     uint64_t, uint64_t, uint64_t,
                                                                     uint64_t, uint64_t, uint64_t,
                                                                     uint64_t, uint64_t));
extern void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *instruction,
                                                   void (*call)(unsigned, void *), int flags,
                                                   void *data);
extern void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *instruction,
                                             void (*call)(unsigned, uint32_t, uint64_t, void *),
                                             int flags, int read_or_write, void *data);
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
extern struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *block,
                                                        size_t i);
extern uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *instruction);

enum { no_registers = 0, reads_and_writes = 3 };

__attribute__((visibility("default"))) int qemu_plugin_version = 1;
__attribute__((visibility("default"))) int qemu_plugin_install(Id id, const void *info, int count,
                                                               char **arguments);

static const uint64_t access_bit = (uint64_t)1 << 63;

static uint64_t *entries;
static size_t used, room;
static int is_recording;

static void fail(const char *what)
{
    perror(what);
    _exit(1);
}

static void record(uint64_t entry)
{
    if (!is_recording)
        return;
    if (used == room) {
        room = room == 0 ? 1 << 16 : 2 * room;
        entries = realloc(entries, room * sizeof *entries);
        if (entries == NULL)
            fail("trace");
    }
    entries[used++] = entry;
}

static void on_instruction(unsigned processor, void *address)
{
    (void)processor;
    record((uintptr_t)address);
}

static void on_access(unsigned processor, uint32_t kind, uint64_t address, void *data)
{
    (void)processor, (void)kind, (void)data;
    record(address | access_bit);
}

static void on_block(Id id, struct qemu_plugin_tb *block)
{
    (void)id;
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); ++i) {
        struct qemu_plugin_insn *const instruction = qemu_plugin_tb_get_insn(block, i);
        void *const address = (void *)(uintptr_t)qemu_plugin_insn_vaddr(instruction);
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, on_instruction, no_registers, address);
        qemu_plugin_register_vcpu_mem_cb(instruction, on_access, no_registers, reads_and_writes,
                                         NULL);
    }
}

/* A file of the emulated program has the same number here. */
static void write_trace(int file)
{
    const char *at = (const char *)entries;
    const char *const end = (const char *)(entries + used);
    while (at < end) {
        const ssize_t written = write(file, at, (size_t)(end - at));
        if (written <= 0)
            fail("trace");
        at += written;
    }
}

static void on_system_call(Id id, unsigned processor, int64_t number, uint64_t mark, uint64_t file,
                           uint64_t a3, uint64_t a4, uint64_t a5, uint64_t a6, uint64_t a7,
                           uint64_t a8)
{
    (void)id, (void)processor, (void)a3, (void)a4, (void)a5, (void)a6, (void)a7, (void)a8;
    if (number != trace_mark)
        return;
    is_recording = mark == trace_begin;
    if (!is_recording)
        write_trace((int)file);
    used = 0;
}

int qemu_plugin_install(Id id, const void *info, int count, char **arguments)
{
    (void)info, (void)count, (void)arguments;
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_block);
    qemu_plugin_register_vcpu_syscall_cb(id, on_system_call);
    return 0;
}
