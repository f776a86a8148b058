#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "front/exp/labels.h"
#include "front/exp/regexp.h"

namespace parley::exp {

// The words of a hide, cut or rename: which labels each of them means. A quoted word is a regular expression;
// a bare one stands for itself, in any case. The internal action is never meant.
class Patterns {
 public:
  // The words were checked before.
  Patterns(const Ast& ast, std::span<const Word> words, Mode mode, const Labels& labels, const Limits& limits);

  // Whether looking up labels is enough: no word is more than a name.
  bool are_names() const { return regexps_.empty(); }
  const Items& names() const { return names_; }

  struct Hit {
    std::uint32_t pattern = 0;   // the first that means the label
    Match match;                 // in what the mode holds against it
  };
  std::optional<Hit> find(Label label);

  // What is held against the words: the gate, or the label.
  std::string_view subject(Label label) const { return mode_ == Mode::kGate ? labels_.gate_text(label) : labels_.text(label); }
  // The regular expression of a word, for going on behind a match; nullptr for a name.
  const Regexp* regexp(std::uint32_t pattern) const;
  std::size_t groups(std::uint32_t pattern) const;

  bool was_met(std::uint32_t pattern) const { return met_[pattern]; }
  void meet(std::uint32_t pattern) { met_[pattern] = true; }

 private:
  struct Numbered {
    std::uint32_t pattern = 0;
    Regexp regexp;
  };
  const Labels& labels_;
  MatchingRoom room_;
  Mode mode_;
  Items names_;
  std::vector<Numbered> regexps_;   // by pattern
  std::vector<bool> met_;
};

}   // namespace parley::exp
