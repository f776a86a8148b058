#include "front/content.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "front/file_error.h"

namespace parley {

namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;

// An open file descriptor. The destructor closes it.
class File {
 public:
  // Opening a pipe blocks until it has a writer. A signal interrupts the call, and limits.check() then
  // decides whether to stop.
  File(const std::string& path, const Limits& limits) {
    do {
      limits.check();
      descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    } while (descriptor_ < 0 && errno == EINTR);
  }
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  bool is_open() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_ = -1;
};

// Waits until the descriptor is readable, and checks the limits meanwhile. A regular file is always readable.
void wait_for_input(int descriptor, const Limits& limits) {
  constexpr int kMilliseconds = 100;
  pollfd input = {.fd = descriptor, .events = POLLIN, .revents = 0};
  do limits.check();
  while (::poll(&input, 1, kMilliseconds) == 0);
}

}   // namespace

Result<std::string> content_of(const std::string& path, const Limits& limits) {
  const auto unreadable = [&](int error) {
    if (error == ENOENT) return file_error(path, "file-missing", "there is no such file");
    // NOLINTNEXTLINE(concurrency-mt-unsafe): models are read by one thread
    return file_error(path, "file-unreadable", fmt::format("cannot be read: {}", std::strerror(error)));
  };
  const File file(path, limits);
  if (!file.is_open()) return unreadable(errno);
  struct stat status {};
  if (::fstat(file.descriptor(), &status) != 0) return unreadable(errno);
  if (S_ISDIR(status.st_mode)) return file_error(path, "file-directory", "this is a directory, not a model");

  std::string text;
  if (S_ISREG(status.st_mode) && status.st_size > 0) {
    limits.expect(static_cast<std::uint64_t>(status.st_size));
    text.reserve(static_cast<std::size_t>(status.st_size) + kPiece);
  }
  for (;;) {
    wait_for_input(file.descriptor(), limits);
    const std::size_t before = text.size();
    text.resize(before + kPiece);
    const ssize_t length = ::read(file.descriptor(), text.data() + before, kPiece);
    text.resize(before + static_cast<std::size_t>(std::max<ssize_t>(length, 0)));
    if (length == 0) return text;
    if (length < 0 && errno != EINTR) return unreadable(errno);
  }
}

}   // namespace parley
