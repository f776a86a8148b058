#include "cli/signals.h"

#include <csignal>

namespace parley {

namespace {

// A signal handler can reach nothing but a global. Lock-free, as a handler requires.
StopToken stop_token{StopRequest::kNone};
static_assert(StopToken::is_always_lock_free);

extern "C" void on_signal(int signal) {
  stop_token.store(signal == SIGINT ? StopRequest::kInterrupted : StopRequest::kTerminated);
}

}   // namespace

const StopToken& catch_signals() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = static_cast<int>(SA_RESETHAND);   // the second time the default: end at once
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  return stop_token;
}

}   // namespace parley
