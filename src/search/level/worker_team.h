#pragma once

#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace parley {

// A team of threads that do one job together. During the job they can meet, for work that must not overlap
// with the rest of the job: for example, replacing a table that all threads use by a larger one.
//
// The threads are started when a job first needs them, and wait between jobs. An exception in one thread ends
// the job for all threads; run() throws it.
class WorkerTeam {
 public:
  // What happens at a meeting: 'begin' is called once, by one thread. Then all threads call 'part' until it
  // answers false. Then 'end' is called once.
  struct Agenda {
    std::function<void()> begin;
    std::function<bool()> part;
    std::function<void()> end;
  };

  WorkerTeam(unsigned threads, Agenda agenda);
  ~WorkerTeam();
  WorkerTeam(const WorkerTeam&) = delete;
  WorkerTeam& operator=(const WorkerTeam&) = delete;

  unsigned size() const { return size_; }
  // Calls 'job(i)' for each i < threads, in parallel, and returns when all calls have returned. Thread 0 is
  // the caller's. REQUIRES: threads <= size().
  void run(unsigned threads, const std::function<void(unsigned)>& job);

  // For use inside a job. ask() requests a meeting. Every thread calls meet_if_asked() often, and also while
  // it waits for the meeting; it answers whether a meeting took place. Throws if another thread has failed.
  void ask() { asked_.store(true, std::memory_order_relaxed); }
  bool meet_if_asked() { return asked_.load(std::memory_order_relaxed) && meet(); }

 private:
  struct Abandoned {};   // unwinds the threads that did not fail themselves

  bool meet();
  void work(unsigned index);
  void attend(unsigned index);   // the loop of a thread: waits for jobs
  void fail(std::exception_ptr why);

  unsigned size_;
  Agenda agenda_;
  std::vector<std::jthread> threads_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::atomic<bool> asked_ = false;
  // All below is guarded by the mutex.
  const std::function<void(unsigned)>* job_ = nullptr;
  unsigned wanted_ = 0;      // threads that the job uses
  std::uint64_t jobs_ = 0;   // jobs started so far
  unsigned active_ = 0;      // threads still in the job
  unsigned arrived_ = 0;     // threads that wait at the meeting
  unsigned movers_ = 0;      // threads that may still call 'part'
  bool moving_ = false;
  std::uint64_t meetings_ = 0;   // meetings held so far
  std::exception_ptr failure_;
  bool closing_ = false;
};

}   // namespace parley
