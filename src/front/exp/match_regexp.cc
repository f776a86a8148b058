// Matching of regular expressions, and replacing what they match.
#include "front/exp/regexp.h"

#include <algorithm>

#include <fmt/format.h>

namespace parley::exp {

class Regexp::Visited {
 public:
  Visited(const Regexp& regexp, std::size_t first, std::size_t last, const Limits& limits) : first_(first), width_(last - first + 1) {
    limits.expect(regexp.program_.size() * width_ / 8);
    bits_.resize(regexp.program_.size() * width_);
  }
  // Whether it is new.
  bool add(std::uint32_t instruction, std::size_t at) {
    const std::size_t slot = instruction * width_ + (at - first_);
    if (bits_[slot]) return false;
    bits_[slot] = true;
    return true;
  }

 private:
  std::size_t first_;
  std::size_t width_;
  std::vector<bool> bits_;
};

std::optional<std::size_t> Regexp::longest_end(std::string_view text, std::size_t begin, Visited& visited, Pulse& pulse) const {
  std::optional<std::size_t> longest;
  std::vector<std::pair<std::uint32_t, std::size_t>> waiting{{0, begin}};
  const auto go_to = [&](std::uint32_t instruction, std::size_t at) { waiting.emplace_back(instruction, at); };
  while (!waiting.empty()) {
    pulse.beat();
    const auto [next, at] = waiting.back();
    waiting.pop_back();
    if (!visited.add(next, at)) continue;
    const Instruction& instruction = program_[next];
    switch (instruction.code) {
      case Code::kByte:
        if (at < text.size() && sets_[instruction.first][static_cast<unsigned char>(text[at])]) go_to(next + 1, at + 1);
        break;
      case Code::kSplit:
        go_to(instruction.second, at);
        go_to(instruction.first, at);
        break;
      case Code::kJump: go_to(instruction.first, at); break;
      case Code::kMark: go_to(next + 1, at); break;
      case Code::kBegin:
        if (at == 0) go_to(next + 1, at);
        break;
      case Code::kEnd:
        if (at == text.size()) go_to(next + 1, at);
        break;
      case Code::kMatch: longest = std::max(longest.value_or(at), at); break;
    }
  }
  return longest;
}

bool Regexp::match_exactly(std::string_view text, std::size_t begin, std::size_t end, Match& match, const Limits& limits) const {
  // Where to go on; or which mark to set back, because a mark belongs to the way on which it was passed.
  struct Job {
    bool is_mark = false;
    std::uint32_t what = 0;
    std::size_t at = 0;
  };
  Visited visited(*this, begin, end, limits);
  Pulse pulse(limits, 1 << 14);
  match.ends.fill(Match::npos);
  std::vector<Job> jobs{{false, 0, begin}};
  const auto go_to = [&](std::uint32_t instruction, std::size_t at) { jobs.push_back({false, instruction, at}); };
  while (!jobs.empty()) {
    pulse.beat();
    const Job job = jobs.back();
    jobs.pop_back();
    const std::size_t at = job.at;
    if (job.is_mark) {
      match.ends[job.what] = at;
      continue;
    }
    if (!visited.add(job.what, at)) continue;
    const Instruction& instruction = program_[job.what];
    switch (instruction.code) {
      case Code::kByte:
        if (at < end && sets_[instruction.first][static_cast<unsigned char>(text[at])]) go_to(job.what + 1, at + 1);
        break;
      case Code::kSplit:
        go_to(instruction.second, at);
        go_to(instruction.first, at);
        break;
      case Code::kJump: go_to(instruction.first, at); break;
      case Code::kMark:
        jobs.push_back({true, instruction.first, match.ends[instruction.first]});
        match.ends[instruction.first] = at;
        go_to(job.what + 1, at);
        break;
      case Code::kBegin:
        if (at == 0) go_to(job.what + 1, at);
        break;
      case Code::kEnd:
        if (at == text.size()) go_to(job.what + 1, at);
        break;
      case Code::kMatch:
        if (at != end) break;
        match.ends[0] = begin;
        match.ends[1] = end;
        return true;
    }
  }
  return false;
}

bool Regexp::matches(std::string_view text, Match& match, const Limits& limits) const { return match_exactly(text, 0, text.size(), match, limits); }

bool Regexp::find(std::string_view text, std::size_t from, Match& match, const Limits& limits) const {
  // From what an earlier beginning has visited in vain no later one comes to a match either.
  Visited visited(*this, from, text.size(), limits);
  Pulse pulse(limits, 1 << 14);
  for (std::size_t begin = from; begin <= text.size(); ++begin)
    if (const std::optional<std::size_t> end = longest_end(text, begin, visited, pulse)) return match_exactly(text, begin, *end, match, limits);
  return false;
}

void Replacement::add(char c) {
  if (pieces_.empty() || pieces_.back().group != kText) pieces_.emplace_back();
  pieces_.back().text += c;
}

std::optional<Regexp::Error> Replacement::parse(std::string_view text, std::size_t groups, Replacement& into) {
  into = {};
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '&') {
      into.pieces_.push_back({0, ""});
    } else if (text[i] != '\\') {
      into.add(text[i]);
    } else if (i + 1 == text.size()) {
      return Regexp::Error{i, "a '\\' at the end"};
    } else if (const char c = text[++i]; c >= '1' && c <= '9') {
      if (static_cast<std::size_t>(c - '0') > groups) return Regexp::Error{i - 1, fmt::format("there is no group {}", c)};
      into.pieces_.push_back({static_cast<std::uint8_t>(c - '0'), ""});
    } else if (c == '\\' || c == '&') {
      into.add(c);
    } else {
      return Regexp::Error{i - 1, fmt::format("'\\{}' has no meaning in a replacement", c)};
    }
  }
  return std::nullopt;
}

Replacement Replacement::literal(std::string_view text) {
  Replacement result;
  for (const char c : text) result.add(c);
  return result;
}

void Replacement::append_to(std::string& result, std::string_view text, const Match& match) const {
  for (const Piece& piece : pieces_) {
    if (piece.group == kText) {
      result += piece.text;
      continue;
    }
    const std::size_t begin = match.ends[2 * std::size_t{piece.group}];
    const std::size_t end = match.ends[2 * std::size_t{piece.group} + 1];
    if (begin != Match::npos && end != Match::npos && begin <= end) result += text.substr(begin, end - begin);
  }
}

}   // namespace parley::exp
