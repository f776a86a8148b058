#include "front/fsp/syntax/files.h"

#include <filesystem>

#include <fmt/format.h>

#include "base/sha256.h"

namespace parley::fsp {

namespace {

std::string normal(const std::string& path) { return std::filesystem::path(path).lexically_normal().string(); }

// One string per file, however its path is written.
std::string identity(const std::string& path) {
  std::error_code error;
  const std::filesystem::path canonical = std::filesystem::weakly_canonical(path, error);
  return error ? normal(path) : canonical.string();
}

}   // namespace

Files::Files(SourceText& source, const ReadOptions& options, const Limits& limits)
    : source_(source), options_(options), limits_(limits) {
  included_.insert(identity(source.name()));
  listed_.insert(identity(source.name()));
  list_.push_back({source.name(), sha256_hex(source.text())});
}

// A path is relative to the file that contains it.
std::string Files::resolved(const std::string& path, Place place) const {
  const std::filesystem::path folder = std::filesystem::path(source_.name_at(place.offset)).parent_path();
  return normal((folder / path).string());
}

std::string Files::content(const std::string& path, Place place, Reporter& reporter) {
  if (!options_.open)
    reporter.refuse(place, "fsp-include", fmt::format("'{}' cannot be opened: this text is in no folder", path));
  Result<std::string> text = options_.open(path);
  if (!text) {
    const Diagnostic& why = text.diagnostics().list().front();
    reporter.refuse(place, why.code, fmt::format("'{}': {}", path, why.message), "paths are relative to the file they stand in");
  }
  if (listed_.insert(identity(path)).second) list_.push_back({path, sha256_hex(*text)});
  return std::move(*text);
}

std::optional<Region> Files::include(const std::string& path, Place place, Reporter& reporter) {
  const std::string file = resolved(path, place);
  if (!included_.insert(identity(file)).second) return std::nullopt;
  std::string text;
  try {
    text = content(file, place, reporter);
  } catch (const Abandoned&) {
    return std::nullopt;
  }
  if (text.size() + source_.text().size() >= kNone) {
    reporter.error(place, "fsp-too-large", "all files together are larger than 4 GiB");
    return std::nullopt;
  }
  limits_.expect(2 * text.size() + source_.text().size());
  const std::size_t begin = source_.append(file, text + "\n");   // so that the end of the file has a place in it
  return Region{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(begin + text.size())};
}

void Files::import(Ast& ast, Reporter& reporter, Diagnostics& diagnostics) {
  for (Automaton& automaton : ast.automata) {
    if (automaton.file.empty()) continue;
    const Place place{automaton.offset, 1};
    try {
      const std::string file = resolved(automaton.file, place);
      std::string text = content(file, place, reporter);
      if (!options_.automaton) reporter.refuse(place, "fsp-include", "automata cannot be imported here");
      Result<Lts> lts = options_.automaton(file, std::move(text));
      const bool is_good = lts.ok();
      diagnostics.append(lts.diagnostics());
      if (is_good) automaton.lts = std::move(*lts);
    } catch (const Abandoned&) {
      // reported; the next import may have errors too
    }
  }
}

}   // namespace parley::fsp
