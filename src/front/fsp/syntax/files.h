#pragma once

#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/limits.h"
#include "front/front.h"
#include "front/fsp/syntax/ast.h"
#include "front/fsp/syntax/lexer.h"

namespace parley::fsp {

// The files of a model: the file that was opened, the files it includes, and the files it imports.
class Files {
 public:
  Files(SourceText& source, const ReadOptions& options, const Limits& limits);

  // Appends the file 'path', named at 'place', to the source. Returns nullopt if the file was included
  // before, or if it cannot be read, which is reported.
  std::optional<Region> include(const std::string& path, Place place, Reporter& reporter);

  // Reads the automata that 'ast' imports, and reports those that cannot be read.
  void import(Ast& ast, Reporter& reporter, Diagnostics& diagnostics);

  const std::vector<SourceFile>& list() const { return list_; }

 private:
  std::string resolved(const std::string& path, Place place) const;
  std::string content(const std::string& path, Place place, Reporter& reporter);

  SourceText& source_;
  const ReadOptions& options_;
  const Limits& limits_;
  std::unordered_set<std::string> included_;
  std::unordered_set<std::string> listed_;
  std::vector<SourceFile> list_;
};

}   // namespace parley::fsp
