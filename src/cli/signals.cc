#include "cli/signals.h"

#include <csignal>

namespace parley {

namespace {

// A signal handler can only reach globals. The token is lock-free, as a handler requires.
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
  action.sa_flags = static_cast<int>(SA_RESETHAND);   // the second signal has the default effect: it ends the process
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  return stop_token;
}

}   // namespace parley
