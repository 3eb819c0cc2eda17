/* SPDX-License-Identifier: MIT */
/* Plug-ins that are refused, or that fail while they are opened: one for each definition. */
#include <hashlane/plugin.h>

#include <stdlib.h>

#if defined(CRASHES_WHEN_OPENED)
__attribute__((constructor)) static void crash(void) { abort(); }
#elif defined(HANGS_WHEN_OPENED)
__attribute__((constructor)) static void hang(void)
{
    for (volatile int i = 0;; ++i) {
    }
}
#endif

static void chain(uint8_t *digests, uint64_t iterations)
{
    (void)digests;
    (void)iterations;
}

#ifndef VERSION
#define VERSION HASHLANE_PLUGIN_VERSION
#endif
#ifndef NAME
#define NAME "refused"
#endif
#ifndef WORKLOAD
#define WORKLOAD HASHLANE_PLUGIN_SHA256_CHAIN
#endif
#ifndef LANES
#define LANES 1
#endif
#ifndef COUNTED
#define COUNTED 0
#endif
#ifndef NEXT
#define NEXT 0
#endif
#ifdef WITHOUT_ENTRY
#define hashlane_plugin_entry another_name
extern const hashlane_plugin another_name;
#endif

static const hashlane_plugin_count counts[] = {{"an instruction of no processor", 1, 1}};

const hashlane_plugin hashlane_plugin_entry = {.version = VERSION,
                                               .workload = WORKLOAD,
                                               .name = NAME,
                                               .lanes = LANES,
                                               .counted = COUNTED,
                                               .sha256_chain = chain,
                                               .counts = counts,
                                               .next = NEXT};
