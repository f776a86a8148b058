#include "front/exp/patterns.h"

#include <algorithm>

namespace parley::exp {

Patterns::Patterns(const Ast& ast, std::span<const Word> words, Mode mode, const Labels& labels, const Limits& limits)
    : labels_(labels), room_(limits), mode_(mode), names_(labels), met_(words.size()) {
  const bool is_whole = mode == Mode::kGate || mode == Mode::kLabel;
  Pulse pulse(limits);
  for (std::uint32_t i = 0; i < words.size(); ++i) {
    pulse.beat();
    const std::string_view text = ast.text(words[i]);
    const bool is_quoted = words[i].is_quoted != 0;
    Regexp regexp;
    if (is_quoted) Regexp::compile(text, regexp);
    const bool is_name = is_whole && (!is_quoted || regexp.as_literal());
    if (!is_name) {
      names_.add({});   // keeps the numbers of names_ equal to those of the words
      regexps_.push_back({i, is_quoted ? std::move(regexp) : Regexp::literal(text, true)});
      continue;
    }
    const std::string_view name = is_quoted ? std::string_view(*regexp.as_literal()) : text;
    names_.add(mode == Mode::kGate ? gate_item(labels, name, is_quoted) : label_item(labels, name, is_quoted));
  }
}

std::optional<Patterns::Hit> Patterns::find(Label label) {
  const std::string_view text = subject(label);
  std::optional<Hit> hit;
  if (const std::optional<std::uint32_t> name = names_.find(label)) {
    hit.emplace();
    hit->pattern = *name;
    hit->match.ends.fill(Match::npos);
    hit->match.ends[0] = 0;
    hit->match.ends[1] = text.size();
  }
  Match match;
  for (const Numbered& numbered : regexps_) {
    if (hit && numbered.pattern > hit->pattern) break;
    const bool is_part = mode_ == Mode::kSingle || mode_ == Mode::kMultiple;
    if (!(is_part ? numbered.regexp.find(text, 0, match, room_) : numbered.regexp.matches(text, match, room_))) continue;
    hit = Hit{numbered.pattern, match};
    break;
  }
  if (hit) met_[hit->pattern] = true;
  return hit;
}

const Regexp* Patterns::regexp(std::uint32_t pattern) const {
  const auto found = std::lower_bound(regexps_.begin(), regexps_.end(), pattern,
                                      [](const Numbered& a, std::uint32_t b) { return a.pattern < b; });
  return found == regexps_.end() || found->pattern != pattern ? nullptr : &found->regexp;
}

std::size_t Patterns::groups(std::uint32_t pattern) const {
  const Regexp* found = regexp(pattern);
  return found == nullptr ? 0 : found->groups();
}

}   // namespace parley::exp
