// SPDX-License-Identifier: MIT
#include "rendezvous.h"

#include <utility>

namespace hashlane {

Rendezvous::Rendezvous(std::size_t participants, Action when_all_are_ready,
                       Action when_all_have_enough)
    : when_all_have_enough_(std::move(when_all_have_enough)),
      start_(participants, std::move(when_all_are_ready)),
      end_(participants, [] {}),
      lacking_(participants)
{
}

void Rendezvous::Barrier::arrive()
{
    const std::scoped_lock lock(mutex_);
    --missing_;
    if (missing_ != 0)
        return;
    when_all_have_arrived_();
    all_have_arrived_.notify_all();
}

void Rendezvous::Barrier::arrive_and_wait()
{
    arrive();
    std::unique_lock lock(mutex_);
    all_have_arrived_.wait(lock, [this] { return missing_ == 0; });
}

Participant::~Participant()
{
    if (rendezvous_ == nullptr)
        return;
    if (!started_)
        rendezvous_->start_.arrive();
    have_enough();
    if (!ended_)
        rendezvous_->end_.arrive();
}

void Participant::start()
{
    started_ = true;
    if (rendezvous_ != nullptr)
        rendezvous_->start_.arrive_and_wait();
}

void Participant::have_enough()
{
    if (enough_)
        return;
    enough_ = true;
    if (rendezvous_ == nullptr)
        return;
    const std::size_t still_lacking = --rendezvous_->lacking_;
    if (still_lacking == 0)
        rendezvous_->when_all_have_enough_();
}

bool Participant::all_have_enough() const
{
    return rendezvous_ == nullptr ? enough_ : rendezvous_->lacking_ == 0;
}

void Participant::end()
{
    ended_ = true;
    if (rendezvous_ != nullptr)
        rendezvous_->end_.arrive_and_wait();
}

} // namespace hashlane
