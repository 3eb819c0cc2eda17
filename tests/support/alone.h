// SPDX-License-Identifier: MIT
#pragma once

#include "machine/system/threads.h"

namespace hashlane::test {

struct RendezvousOfOne {
    machine::Rendezvous rendezvous{1};
};

/// The only participant of a rendezvous: it waits for nobody.
struct Alone : private RendezvousOfOne, machine::Participant {
    Alone() : Participant(rendezvous) {}
};

} // namespace hashlane::test
