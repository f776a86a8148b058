#include "search/level/worker_team.h"

#include <cassert>

namespace parley {

WorkerTeam::WorkerTeam(unsigned threads, Agenda agenda) : size_(threads == 0 ? 1 : threads), agenda_(std::move(agenda)) {}

WorkerTeam::~WorkerTeam() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  wake_.notify_all();
  threads_.clear();   // joins them while mutex_ and wake_ still exist
}

void WorkerTeam::run(unsigned threads, const std::function<void(unsigned)>& job) {
  assert(threads >= 1 && threads <= size_);
  while (threads_.size() + 1 < threads) {
    const auto index = static_cast<unsigned>(threads_.size() + 1);
    threads_.emplace_back([this, index] { attend(index); });
  }
  {
    const std::lock_guard lock(mutex_);
    job_ = &job;
    wanted_ = threads;
    active_ = threads;
    arrived_ = 0;
    ++jobs_;
    failure_ = nullptr;
    asked_ = false;
  }
  wake_.notify_all();
  work(0);
  std::unique_lock lock(mutex_);
  wake_.wait(lock, [&] { return active_ == 0; });
  moving_ = false;
  if (failure_) std::rethrow_exception(failure_);
}

void WorkerTeam::attend(unsigned index) {
  std::uint64_t done = 0;
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [&] { return closing_ || (jobs_ != done && index < wanted_ && active_ > 0); });
      if (closing_) return;
      done = jobs_;
    }
    work(index);
  }
}

void WorkerTeam::work(unsigned index) {
  try {
    (*job_)(index);
  } catch (const Abandoned&) {
  } catch (...) {
    fail(std::current_exception());
  }
  {
    const std::lock_guard lock(mutex_);
    --active_;
  }
  wake_.notify_all();   // threads at a meeting may wait for this thread
}

void WorkerTeam::fail(std::exception_ptr why) {
  {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(why);
    asked_ = true;   // so that the other threads call meet(), and notice the failure
  }
  wake_.notify_all();
}

bool WorkerTeam::meet() {
  std::unique_lock lock(mutex_);
  if (failure_) throw Abandoned();
  if (!asked_) return false;
  const std::uint64_t held = meetings_;
  ++arrived_;
  while (!moving_ && meetings_ == held) {
    if (arrived_ == active_) {
      agenda_.begin();
      moving_ = true;
      movers_ = arrived_;
      wake_.notify_all();
      break;
    }
    wake_.wait(lock);
    if (failure_) throw Abandoned();
  }
  lock.unlock();
  while (agenda_.part()) {}
  lock.lock();
  if (--movers_ == 0) {
    agenda_.end();
    asked_ = false;
    moving_ = false;
    arrived_ = 0;
    ++meetings_;
    wake_.notify_all();
  } else {
    wake_.wait(lock, [&] { return meetings_ != held || failure_; });
    if (failure_) throw Abandoned();
  }
  return true;
}

}   // namespace parley
