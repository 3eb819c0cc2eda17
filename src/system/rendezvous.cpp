// SPDX-License-Identifier: MIT
#include "rendezvous.h"

#include <utility>

namespace hashlane {

Rendezvous::Rendezvous(std::size_t participants, Action when_all_are_ready,
                       Action when_all_have_enough)
    : when_all_are_ready_(std::move(when_all_are_ready)),
      when_all_have_enough_(std::move(when_all_have_enough)),
      start_(static_cast<std::ptrdiff_t>(participants), Starting{&when_all_are_ready_}),
      end_(static_cast<std::ptrdiff_t>(participants)),
      lacking_(participants)
{
}

Participant::~Participant()
{
    if (rendezvous_ == nullptr)
        return;
    if (!started_)
        rendezvous_->start_.arrive_and_drop();
    have_enough();
    if (!ended_)
        rendezvous_->end_.arrive_and_drop();
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
