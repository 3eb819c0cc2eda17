// SPDX-License-Identifier: MIT
//
// Threads that measure at the same time: they start together once all are ready, each goes on until
// all have enough, and what one does afterwards disturbs none. One that fails holds nobody up.
#ifndef HASHLANE_SRC_SYSTEM_RENDEZVOUS_H
#define HASHLANE_SRC_SYSTEM_RENDEZVOUS_H

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <utility>

namespace hashlane {

/// What the participants share; it outlives them.
class Rendezvous {
public:
    using Action = std::function<void()>;

    /// The last participant to be ready calls `when_all_are_ready` before any of them starts, the
    /// last one to have enough calls `when_all_have_enough`. Neither may throw.
    explicit Rendezvous(
        std::size_t participants, Action when_all_are_ready = [] {},
        Action when_all_have_enough = [] {});

private:
    friend class Participant;

    // A std::barrier of one phase, which MinGW-w64's GCC 12 does not always wake up from.
    class Barrier {
    public:
        Barrier(std::size_t participants, Action when_all_have_arrived)
            : missing_(participants), when_all_have_arrived_(std::move(when_all_have_arrived))
        {
        }
        void arrive();
        void arrive_and_wait();

    private:
        std::mutex mutex_;
        std::condition_variable all_have_arrived_;
        std::size_t missing_;
        Action when_all_have_arrived_;
    };

    Action when_all_have_enough_;
    Barrier start_;
    Barrier end_;
    std::atomic<std::size_t> lacking_; ///< participants that do not have enough yet
};

/// One thread's part in a rendezvous; or without one, where it waits for nobody. When it is
/// destroyed, the others no longer wait for it, however far it has come.
class Participant {
public:
    Participant() = default;
    explicit Participant(Rendezvous &rendezvous) : rendezvous_(&rendezvous) {}
    ~Participant();
    Participant(const Participant &) = delete;
    Participant &operator=(const Participant &) = delete;

    /// Ready; waits until the others are. Once.
    void start();
    /// Has measured enough; may be said again.
    void have_enough();
    bool has_enough() const { return enough_; }
    /// Whether all that have not dropped out have.
    bool all_have_enough() const;
    /// Has stopped; waits until the others have, so that what follows disturbs none. Once, or not
    /// at all by a participant that is destroyed then.
    void end();

private:
    Rendezvous *rendezvous_ = nullptr;
    bool started_ = false, enough_ = false, ended_ = false;
};

} // namespace hashlane

#endif
