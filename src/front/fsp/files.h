#pragma once

#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/limits.h"
#include "front/front.h"
#include "front/fsp/ast.h"

namespace parley::fsp {

// The files that a model consists of: the one it was read from, what that includes, and what it imports.
class Files {
 public:
  Files(SourceText& source, const ReadOptions& options, const Limits& limits);

  // A part of the source text.
  struct Region {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };

  // Appends the file 'path', named at 'place', to the source; an empty region where that has been done before. Reports what cannot be read and throws Abandoned.
  Region include(const std::string& path, Place place, Reporter& reporter);

  // Reads the automata that 'ast' imports.
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
