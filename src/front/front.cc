#include "front/front.h"

#include <array>
#include <filesystem>

#include <fmt/format.h>

#include "front/aut/parse.h"
#include "front/aut/read.h"
#include "front/content.h"
#include "front/exp/read.h"
#include "front/file_error.h"
#include "front/fsp/read.h"
#include "front/pnml/read.h"

namespace parley {

namespace {

using Reader = Result<std::unique_ptr<Model>> (*)(std::string path, std::string text, const ReadOptions& options,
                                                  const Limits& limits, Progress& progress);

struct Format {
  std::string_view ending;
  Reader read;
};

// One row adds a format.
constexpr std::array kFormats = {Format{".fsp", read_fsp}, Format{".lts", read_fsp}, Format{".aut", read_aut},
                                 Format{".exp", read_exp}, Format{".pnml", read_pnml}};

std::string known_endings() {
  std::string all;
  for (const Format& format : kFormats) all += fmt::format("{}{}", all.empty() ? "" : " ", format.ending);
  return all;
}

}   // namespace

std::optional<Assumption> Model::assumed(const Network&) const { return std::nullopt; }

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
    Result<std::string> text = content_of(path, limits);
    if (!text) return std::move(text.diagnostics());
    ReadOptions with_files = options;
    with_files.automaton = [&](const std::string& name, std::string imported) {
      return parse_aut(SourceText(name, std::move(imported)), limits, progress);
    };
    with_files.open = [&limits](const std::string& wanted) -> Result<std::string> {
      std::error_code ignored;
      const std::filesystem::file_status status = std::filesystem::status(wanted, ignored);
      const bool is_special =
          std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) && !std::filesystem::is_directory(status);
      if (is_special) return file_error(wanted, "file-unreadable", "is no file but a pipe or a device");
      return content_of(wanted, limits);
    };
    return format.read(path, std::move(*text), with_files, limits, progress);
  }
  // A missing file or a directory is reported as such, even if its ending is unknown.
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(path, ignored);
  if (status.type() == std::filesystem::file_type::not_found) return file_error(path, "file-missing", "there is no such file");
  if (std::filesystem::is_directory(status)) return file_error(path, "file-directory", "this is a directory, not a model");
  return file_error(path, "file-format",
                    ending.empty() ? std::string("a name without an ending does not tell the format")
                                   : fmt::format("the format '{}' is not known", ending),
                    "known endings: " + known_endings());
}

}   // namespace parley
