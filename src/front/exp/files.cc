#include "front/exp/files.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "base/sha256.h"
#include "front/exp/spelling.h"

namespace parley::exp {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnding = ".aut";

// Formats that CADP reads as components and parley does not.
constexpr std::array<std::string_view, 7> kForeignEndings = {".bcg", ".exp", ".fc2", ".seq", ".lotos", ".lnt", ".lts"};

bool is_foreign(const std::string& path) {
  const std::string ending = folded(fs::path(path).extension().string());
  return std::find(kForeignEndings.begin(), kForeignEndings.end(), ending) != kForeignEndings.end();
}

class FileReader {
 public:
  FileReader(Ast& ast, const std::string& path, const ReadOptions& options, Reporter& reporter)
      : ast_(ast), folder_(fs::path(path).parent_path()), options_(options), reporter_(reporter) {}

  std::vector<SourceFile> run() {
    for (Component& component : ast_.components) {
      if (reporter_.full()) break;
      component.file = file_of(component);
    }
    return std::move(list_);
  }

 private:
  // The index of the component's file; kNone if it cannot be read. The error is reported once per file.
  std::uint32_t file_of(const Component& component) {
    const auto [at, is_new] = by_text_.try_emplace(component.path, kNone);
    if (!is_new) return at->second;
    std::string written(ast_.texts.view(component.path));
    if (is_foreign(written)) {
      reporter_.error(component.place, "exp-component",
                      fmt::format("'{}' is no Aldebaran file, and only these are read as components", written),
                      "CADP's bcg_io and generator write .aut files");
      return kNone;
    }
    if (!written.ends_with(kEnding)) written += kEnding;
    const std::string path = (folder_ / written).lexically_normal().string();
    const auto [by_path, is_new_path] = by_path_.try_emplace(path, kNone);
    if (is_new_path) by_path->second = read(path, component.place);
    return at->second = by_path->second;
  }

  std::uint32_t read(const std::string& path, Place place) {
    if (!options_.open || !options_.automaton) {
      reporter_.error(place, "exp-component", fmt::format("'{}' cannot be opened: this text is in no folder", path));
      return kNone;
    }
    Result<std::string> text = options_.open(path);
    if (!text) {
      const Diagnostic& why = text.diagnostics().list().front();
      reporter_.error(place, why.code, fmt::format("'{}': {}", path, why.message), "files are looked for beside the expression");
      return kNone;
    }
    list_.push_back({path, sha256_hex(*text)});
    Result<Lts> lts = options_.automaton(path, std::move(*text));
    const bool is_good = lts.ok();
    if (!lts.diagnostics().list().empty()) reporter_.append(lts.diagnostics());
    if (!is_good) return kNone;
    ast_.files.push_back({path, std::move(*lts)});
    return static_cast<std::uint32_t>(ast_.files.size() - 1);
  }

  Ast& ast_;
  fs::path folder_;
  const ReadOptions& options_;
  Reporter& reporter_;
  std::unordered_map<std::uint32_t, std::uint32_t> by_text_;
  std::unordered_map<std::string, std::uint32_t> by_path_;
  std::vector<SourceFile> list_;
};

// A component's name comes from its note, or else from its file without folder and ending. From the second
// component with the same name on, a number follows.
void name_components(Ast& ast, const Limits& limits, Reporter& reporter) {
  Pulse pulse(limits);
  std::unordered_set<std::uint32_t> taken;   // in Ast::texts
  for (const Component& component : ast.components) {
    pulse.beat();
    if (component.name != kNone && !taken.insert(component.name).second)
      reporter.error(component.place, "exp-note",
                     fmt::format("another component is called '{}' already", ast.texts.view(component.name)));
  }
  std::unordered_map<std::uint32_t, std::size_t> next_number;
  for (Component& component : ast.components) {
    pulse.beat();
    if (component.name != kNone) continue;
    std::string stem = fs::path(std::string(ast.texts.view(component.path))).filename().string();
    if (stem.ends_with(kEnding)) stem.resize(stem.size() - kEnding.size());
    const std::uint32_t base = component.name = ast.texts.intern(stem);
    while (!taken.insert(component.name).second)
      component.name = ast.texts.intern(fmt::format("{}_{}", stem, ++next_number.try_emplace(base, 1).first->second));
  }
}

// The same automaton, with some states marked as terminal.
Lts with_ends(const Lts& lts, const std::unordered_set<std::uint32_t>& ends) {
  LtsBuilder builder;
  builder.add_states(lts.num_states());
  builder.set_initial(lts.initial());
  for (const LocalLabel label : lts.labels()) builder.add_label(lts.label_name(label));
  for (const LocalState state : lts.states()) {
    for (const Edge& edge : lts.edges(state)) builder.add_edge(state, edge.label, edge.target);
    if (ends.contains(state.value)) builder.set_terminal(state);
  }
  return std::move(builder).build();
}

void mark_ends(Ast& ast, Reporter& reporter) {
  std::unordered_map<std::uint32_t, std::unordered_set<std::uint32_t>> by_file;
  for (const Ends& ends : ast.ends) {
    const std::uint32_t file = ast.components[ends.component].file;
    if (file == kNone) continue;
    const Lts& lts = ast.files[file].lts;
    for (const std::uint32_t state : ends.states) {
      if (state >= lts.num_states())
        reporter.error(ends.place, "exp-note", fmt::format("'{}' has no state {}", ast.files[file].path, state));
      else if (!lts.edges(LocalState(std::size_t{state})).empty())
        reporter.error(ends.place, "exp-note",
                       fmt::format("state {} of '{}' is no end: it has transitions", state, ast.files[file].path));
      else by_file[file].insert(state);
    }
  }
  if (reporter.has_errors()) return;
  for (const auto& [file, ends] : by_file) ast.files[file].lts = with_ends(ast.files[file].lts, ends);
}

}   // namespace

std::vector<SourceFile> read_files(Ast& ast, const std::string& path, const ReadOptions& options, const Limits& limits,
                                   Reporter& reporter) {
  std::vector<SourceFile> list = FileReader(ast, path, options, reporter).run();
  name_components(ast, limits, reporter);
  mark_ends(ast, reporter);
  return list;
}

}   // namespace parley::exp
