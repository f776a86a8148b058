#include "front/front.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "front/about.h"
#include "front/aut/parse.h"
#include "front/aut/read.h"
#include "front/exp/read.h"
#include "front/fsp/fsp.h"

namespace parley {

namespace {

using Reader = Result<std::unique_ptr<Model>> (*)(std::string path, std::string text, const ReadOptions& options,
                                                  const Limits& limits, Progress& progress);

struct Format {
  std::string_view ending;
  Reader read;
};

// One row adds a format.
constexpr std::array kFormats = {Format{".fsp", read_fsp}, Format{".lts", read_fsp}, Format{".aut", read_aut}, Format{".exp", read_exp}};

constexpr std::size_t kPiece = std::size_t{1} << 20;

std::string known_endings() {
  std::string all;
  for (const Format& format : kFormats) all += fmt::format("{}{}", all.empty() ? "" : " ", format.ending);
  return all;
}

// An open file, closed again however the reading ends.
class File {
 public:
  // Opening a pipe waits for its writer; a signal ends that, and the limits say what it meant.
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

// Waits until something can be read, looking at the limits all the while. A file always can.
void wait_for_input(int descriptor, const Limits& limits) {
  constexpr int kMilliseconds = 100;
  pollfd input = {.fd = descriptor, .events = POLLIN, .revents = 0};
  do limits.check();
  while (::poll(&input, 1, kMilliseconds) == 0);
}

Result<std::string> content(const std::string& path, const Limits& limits) {
  const auto unreadable = [&](int error) {
    if (error == ENOENT) return about(path, "file-missing", "there is no such file");
    // NOLINTNEXTLINE(concurrency-mt-unsafe): models are read by one thread
    return about(path, "file-unreadable", fmt::format("cannot be read: {}", std::strerror(error)));
  };
  const File file(path, limits);
  if (!file.is_open()) return unreadable(errno);
  struct stat status {};
  if (::fstat(file.descriptor(), &status) != 0) return unreadable(errno);
  if (S_ISDIR(status.st_mode)) return about(path, "file-directory", "this is a directory, not a model");

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

}  // namespace

Diagnostics Model::lints(const std::string&, const Limits&) const { return {}; }

std::string observer_of(const CheckRequest& request) {
  if (request.kind == PropertyKind::kAssertion) return std::string(kAssertObserver) + request.automaton;
  return request.kind == PropertyKind::kSafety ? request.automaton : "";
}

Result<std::unique_ptr<Model>> read_model(const std::string& path, const ReadOptions& options, const Limits& limits,
                                          Progress& progress) {
  const std::string ending = std::filesystem::path(path).extension().string();
  for (const Format& format : kFormats) {
    if (format.ending != ending) continue;
    progress.report({.phase = "reading"});
    Result<std::string> text = content(path, limits);
    if (!text) return std::move(text.diagnostics());
    ReadOptions with_files = options;
    with_files.automaton = [&](const std::string& name, std::string imported) {
      return parse_aut(SourceText(name, std::move(imported)), limits, progress);
    };
    with_files.open = [&limits](const std::string& wanted) -> Result<std::string> {
      std::error_code ignored;
      const std::filesystem::file_status status = std::filesystem::status(wanted, ignored);
      const bool is_special = std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) && !std::filesystem::is_directory(status);
      if (is_special) return about(wanted, "file-unreadable", "is no file but a pipe or a device");
      return content(wanted, limits);
    };
    return format.read(path, std::move(*text), with_files, limits, progress);
  }
  // That a file is missing is the better complaint, whatever its ending.
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(path, ignored);
  if (status.type() == std::filesystem::file_type::not_found) return about(path, "file-missing", "there is no such file");
  if (std::filesystem::is_directory(status)) return about(path, "file-directory", "this is a directory, not a model");
  return about(path, "file-format", ending.empty() ? std::string("a name without an ending does not tell the format")
                                                   : fmt::format("the format '{}' is not known", ending),
               "known endings: " + known_endings());
}

}  // namespace parley
