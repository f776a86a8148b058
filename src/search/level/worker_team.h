#pragma once

#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace parley {

// Threads that do one job together and can meet in the middle of it, for what must not happen while others
// work: a table that all of them use is replaced by a larger one.
//
// The threads are started when a job first needs them and wait between jobs. Whatever one of them throws ends
// the job for all and is thrown by run().
class Crew {
 public:
  // What happens at a meeting: 'begin' once, then 'part' by all threads until it answers false, then 'end'
  // once.
  struct Agenda {
    std::function<void()> begin;
    std::function<bool()> part;
    std::function<void()> end;
  };

  Crew(unsigned threads, Agenda agenda);
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  unsigned size() const { return size_; }
  // Calls 'job(i)' for each i below 'threads', which is at most size(), at the same time, and returns when
  // all are done. 0 is the caller.
  void run(unsigned threads, const std::function<void(unsigned)>& job);

  // In a job. ask() wants a meeting. Every thread calls meet_if_asked() often, and wherever it waits for the
  // meeting; it answers whether there was one. Throws if another thread has failed.
  void ask() { asked_.store(true, std::memory_order_relaxed); }
  bool meet_if_asked() { return asked_.load(std::memory_order_relaxed) && meet(); }

 private:
  struct Abandoned {};   // thrown in the threads that did not fail themselves

  bool meet();
  void work(unsigned index);
  void attend(unsigned index);   // the life of a thread
  void fail(std::exception_ptr why);

  unsigned size_;
  Agenda agenda_;
  std::vector<std::jthread> threads_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::atomic<bool> asked_ = false;
  // All below is guarded by the mutex.
  const std::function<void(unsigned)>* job_ = nullptr;
  unsigned wanted_ = 0;      // threads of the job
  std::uint64_t jobs_ = 0;   // started so far
  unsigned active_ = 0;      // still in the job
  unsigned arrived_ = 0;     // at the meeting
  unsigned movers_ = 0;      // in its second part
  bool moving_ = false;
  std::uint64_t meetings_ = 0;   // held so far
  std::exception_ptr failure_;
  bool closing_ = false;
};

}   // namespace parley
