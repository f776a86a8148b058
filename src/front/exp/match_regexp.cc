// Matching of regular expressions, and replacement of matches.
//
// find() works in two passes. leftmost() moves all threads of the program through the text together and finds
// where the leftmost longest match begins and ends. match_exactly() then runs over this part once more, depth
// first, for the groups. matches() needs the second pass only.
#include "front/exp/regexp.h"

#include <algorithm>

#include <fmt/format.h>

namespace parley::exp {

void Regexp::follow(MatchScratch::Thread thread, std::size_t at, std::size_t size, MatchScratch& room,
                    std::vector<MatchScratch::Thread>& into) const {
  room.waiting_.assign(1, thread.instruction);
  while (!room.waiting_.empty()) {
    room.pulse_.beat();
    const std::uint32_t next = room.waiting_.back();
    room.waiting_.pop_back();
    if (room.reached_at_[next] == at + 1) continue;   // by a thread that began before, or at the same place
    room.reached_at_[next] = at + 1;
    const Instruction& instruction = program_[next];
    switch (instruction.code) {
      case Code::kByte:
      case Code::kMatch: into.push_back({next, thread.begin}); break;
      case Code::kSplit:
        room.waiting_.push_back(instruction.second);
        room.waiting_.push_back(instruction.first);
        break;
      case Code::kJump: room.waiting_.push_back(instruction.first); break;
      case Code::kMark: room.waiting_.push_back(next + 1); break;
      case Code::kBegin:
        if (at == 0) room.waiting_.push_back(next + 1);
        break;
      case Code::kEnd:
        if (at == size) room.waiting_.push_back(next + 1);
        break;
    }
  }
}

std::optional<Regexp::Stretch> Regexp::leftmost(std::string_view text, std::size_t from, MatchScratch& room) const {
  std::optional<Stretch> found;
  room.reached_at_.assign(program_.size(), 0);
  room.now_.clear();
  for (std::size_t at = from; at <= text.size(); ++at) {
    room.pulse_.beat();
    if (!found) follow({0, at}, at, text.size(), room, room.now_);   // appended last: all other threads began before
    else if (room.now_.empty()) break;
    room.next_.clear();
    for (const MatchScratch::Thread& thread : room.now_) {
      if (found && thread.begin > found->begin) break;
      const Instruction& instruction = program_[thread.instruction];
      if (instruction.code == Code::kMatch) found = {thread.begin, at};
      else if (at < text.size() && sets_[instruction.first][static_cast<unsigned char>(text[at])])
        follow({thread.instruction + 1, thread.begin}, at + 1, text.size(), room, room.next_);
    }
    std::swap(room.now_, room.next_);
  }
  return found;
}

bool Regexp::match_exactly(std::string_view text, Stretch stretch, Match& match, MatchScratch& room) const {
  // A place to continue at, or a mark to restore: a mark is valid only on the path that passed it.
  struct Job {
    bool is_mark = false;
    std::uint32_t what = 0;
    std::size_t at = 0;
  };
  constexpr std::size_t kLittle = 1 << 20;   // fewer bytes than this are not announced to the memory limit
  const auto [begin, end] = stretch;
  const std::size_t width = end - begin + 1;
  if (program_.size() * width / 8 > kLittle) room.limits_.expect(program_.size() * width / 8);
  room.visited_.assign(program_.size() * width, false);
  match.ends.fill(Match::npos);
  std::vector<Job> jobs{{false, 0, begin}};
  const auto go_to = [&](std::uint32_t instruction, std::size_t at) { jobs.push_back({false, instruction, at}); };
  while (!jobs.empty()) {
    room.pulse_.beat();
    const Job job = jobs.back();
    jobs.pop_back();
    const std::size_t at = job.at;
    if (job.is_mark) {
      match.ends[job.what] = at;
      continue;
    }
    auto is_visited = room.visited_[job.what * width + (at - begin)];
    if (is_visited) continue;
    is_visited = true;
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

bool Regexp::matches(std::string_view text, Match& match, MatchScratch& room) const {
  return match_exactly(text, {0, text.size()}, match, room);
}

bool Regexp::find(std::string_view text, std::size_t from, Match& match, MatchScratch& room) const {
  const std::optional<Stretch> found = leftmost(text, from, room);
  return found && match_exactly(text, *found, match, room);
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
