#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "front/exp/labels.h"
#include "front/exp/regexp.h"

namespace parley::exp {

// The words of a hide, cut or rename, and the labels that each of them means. A quoted word is a regular
// expression. A word without quotes is a plain name that matches in any case. No word means the internal
// action.
class Patterns {
 public:
  // Requires that check() accepted the words.
  Patterns(const Ast& ast, std::span<const Word> words, Mode mode, const Labels& labels, const Limits& limits);

  // Whether every word is a plain name, so that looking up labels is enough.
  bool are_names() const { return regexps_.empty(); }
  const Items& names() const { return names_; }

  struct Hit {
    std::uint32_t pattern = 0;   // the first word that means the label
    Match match;                 // in subject(label)
  };
  std::optional<Hit> find(Label label);

  // The text that the words are compared with: the gate or the whole label, depending on the mode.
  std::string_view subject(Label label) const { return mode_ == Mode::kGate ? labels_.gate_text(label) : labels_.text(label); }
  // The regular expression of a word, for finding further matches; nullptr for a plain name.
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
  MatchScratch room_;
  Mode mode_;
  Items names_;
  std::vector<Numbered> regexps_;   // by pattern
  std::vector<bool> met_;
};

}   // namespace parley::exp
