#include "front/exp/check.h"

#include <algorithm>

#include <fmt/format.h>

#include "front/exp/regexp.h"

namespace parley::exp {

namespace {

class Check {
 public:
  Check(const Ast& ast, const Limits& limits, Reporter& reporter) : ast_(ast), pulse_(limits), reporter_(reporter) {}

  void run() {
    for (const Node& node : ast_.nodes) {
      pulse_.beat();
      switch (node.kind) {
        case NodeKind::kLeaf:
        case NodeKind::kInterleave:
        case NodeKind::kFull: break;
        case NodeKind::kSync: check_shared(ast_.words_of(node.words)); break;
        case NodeKind::kPar: check_par(node); break;
        case NodeKind::kVectors: check_vectors(node); break;
        case NodeKind::kHide:
        case NodeKind::kCut: check_patterns(node); break;
        case NodeKind::kRename: check_rename(node); break;
      }
    }
  }

 private:
  void check_shared(std::span<const Word> words) {
    for (const Word& word : words) {
      pulse_.beat();
      if (is_hidden_text(ast_.text(word)))
        reporter_.error(word.place, "exp-hidden", "the internal action cannot be synchronised",
                        "each component performs it alone");
    }
  }

  void check_par(const Node& node) {
    check_shared(ast_.words_of(node.words));
    for (const Word& word : ast_.words_of(node.words))
      if (word.count > node.children.count)
        reporter_.error(word.place, "exp-count",
                        fmt::format("{} behaviours cannot take part: there are {}", word.count, node.children.count));
    for (const Range& interface : ast_.interfaces_of(node)) {
      check_shared(ast_.words_of(interface));
      for (const Word& word : ast_.words_of(interface))
        if (word.count > 0)
          reporter_.error(word.place, "exp-count", "how many take part is said before 'in', not for one behaviour",
                          "par G#2 in G -> ... || G -> ... end par");
    }
  }

  void check_vectors(const Node& node) {
    for (const Vector& vector : ast_.vectors_of(node)) {
      pulse_.beat();
      if (vector.width != node.children.count)
        reporter_.error(vector.place, "exp-vector",
                        fmt::format("this vector has {} places, but there are {} behaviours", vector.width, node.children.count),
                        "'_' stands for a behaviour that takes no part");
      else if (vector.entries.count == 0) reporter_.error(vector.place, "exp-vector", "no behaviour takes part in this vector");
      for (const Entry& entry : ast_.entries_of(vector))
        if (is_hidden_text(ast_.text(entry.word)))
          reporter_.error(entry.word.place, "exp-hidden", "the internal action cannot be synchronised",
                          "each component performs it alone, without a vector");
    }
  }

  // The number of groups; nullopt if the expression is invalid, which was reported.
  std::optional<std::size_t> check_regexp(const Word& word) {
    if (word.is_quoted == 0) return 0;
    Regexp regexp;
    const std::optional<Regexp::Error> error = Regexp::compile(ast_.text(word), regexp);
    if (!error) return regexp.groups();
    complain(word, *error);
    return std::nullopt;
  }

  void complain(const Word& word, const Regexp::Error& error) {
    const auto offset =
        static_cast<std::uint32_t>(word.place.offset + 1 + std::min<std::size_t>(error.offset, word.place.length - 2));
    reporter_.error({offset, 1}, "exp-regexp", error.message,
                    "basic regular expressions: . * [a-z] \\( \\) \\{1,3\\}; a '\\' before a sign makes it stand for itself");
  }

  void check_patterns(const Node& node) {
    for (const Word& word : ast_.words_of(node.words)) {
      pulse_.beat();
      check_regexp(word);
    }
  }

  void check_rename(const Node& node) {
    const std::span<const Word> words = ast_.words_of(node.words);
    const std::span<const Word> results = ast_.results_of(node);
    for (std::size_t i = 0; i < words.size(); ++i) {
      pulse_.beat();
      const std::optional<std::size_t> groups = check_regexp(words[i]);
      if (!groups || results[i].is_quoted == 0) continue;
      Replacement replacement;
      if (const std::optional<Regexp::Error> error = Replacement::parse(ast_.text(results[i]), *groups, replacement))
        complain(results[i], *error);
    }
  }

  const Ast& ast_;
  Pulse pulse_;
  Reporter& reporter_;
};

}   // namespace

void check(const Ast& ast, const Limits& limits, Reporter& reporter) { Check(ast, limits, reporter).run(); }

}   // namespace parley::exp
