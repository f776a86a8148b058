#include "front/exp/regexp.h"

#include <algorithm>

#include <fmt/format.h>

#include "front/exp/spelling.h"

namespace parley::exp {

namespace {

constexpr std::size_t kMostInstructions = 20'000;
constexpr std::size_t kMostNested = 100;
constexpr std::uint32_t kMostRepeats = 255;   // the same as RE_DUP_MAX of POSIX
constexpr std::uint32_t kUnbounded = ~std::uint32_t{0};

struct Fault {
  std::size_t offset;
  std::string message;
};

}   // namespace

// Compiles by recursive descent over the text. A piece that is repeated m times is written m times.
class RegexpCompiler {
 public:
  RegexpCompiler(std::string_view text, Regexp& into) : text_(text), into_(into) {}

  void compile() {
    is_literal_ = true;
    alternatives(0);
    if (at_ < text_.size()) fail(at_, "'\\)' closes nothing");
    emit(Regexp::Code::kMatch);
    into_.groups_ = groups_;
    if (is_literal_) into_.literal_ = literal_;
  }

 private:
  using Code = Regexp::Code;

  [[noreturn]] void fail(std::size_t offset, std::string message) const { throw Fault{offset, std::move(message)}; }

  std::uint32_t emit(Code code, std::uint32_t first = 0, std::uint32_t second = 0) {
    if (into_.program_.size() >= kMostInstructions) fail(at_, "this regular expression is too large");
    into_.program_.push_back({code, first, second});
    return static_cast<std::uint32_t>(into_.program_.size() - 1);
  }
  std::uint32_t here() const { return static_cast<std::uint32_t>(into_.program_.size()); }

  bool looks_at(std::string_view what) const { return text_.substr(at_).starts_with(what); }

  // Moves the instructions from 'begin' on by one, to make room for an instruction before them.
  void insert_split(std::uint32_t begin) {
    emit(Code::kMatch);
    std::rotate(into_.program_.begin() + begin, into_.program_.end() - 1, into_.program_.end());
    for (std::uint32_t i = begin + 1; i < here(); ++i) {
      Regexp::Instruction& moved = into_.program_[i];
      if (moved.code == Code::kSplit || moved.code == Code::kJump) ++moved.first;
      if (moved.code == Code::kSplit) ++moved.second;
    }
  }

  // One or more branches separated by \|, up to the end or a \).
  void alternatives(std::size_t depth) {
    if (depth > kMostNested) fail(at_, "groups are nested too deep");
    const std::uint32_t begin = here();
    branch(depth);
    std::vector<std::uint32_t> jumps;
    std::uint32_t last = begin;
    while (looks_at("\\|")) {
      is_literal_ = false;
      at_ += 2;
      insert_split(last);
      for (std::uint32_t& jump : jumps)
        if (jump >= last) ++jump;
      jumps.push_back(emit(Code::kJump));
      into_.program_[last] = {Code::kSplit, last + 1, here()};
      last = here();
      branch(depth);
    }
    for (const std::uint32_t jump : jumps) into_.program_[jump].first = here();
  }

  void branch(std::size_t depth) {
    if (looks_at("^")) {
      is_literal_ = false;
      ++at_;
      emit(Code::kBegin);
    }
    bool may_repeat = false;   // a * that follows nothing is a literal star
    while (at_ < text_.size() && !looks_at("\\|") && !looks_at("\\)")) {
      if (text_[at_] == '$' &&
          (at_ + 1 == text_.size() || text_.substr(at_ + 1).starts_with("\\|") || text_.substr(at_ + 1).starts_with("\\)"))) {
        is_literal_ = false;
        ++at_;
        emit(Code::kEnd);
        continue;
      }
      piece(depth, may_repeat);
      may_repeat = true;
    }
  }

  // An atom and its repetition operators.
  void piece(std::size_t depth, bool may_repeat) {
    const std::uint32_t begin = here();
    const std::size_t literal_size = literal_.size();
    if (text_[at_] == '*' && !may_repeat) {
      ++at_;
      byte('*');
    } else {
      atom(depth);
    }
    for (;;) {
      std::uint32_t least = 0;
      std::uint32_t most = kUnbounded;
      if (looks_at("*")) at_ += 1;
      else if (looks_at("\\+")) at_ += 2, least = 1;
      else if (looks_at("\\?")) at_ += 2, most = 1;
      else if (looks_at("\\{")) std::tie(least, most) = bounds();
      else return;
      is_literal_ = false;
      literal_.resize(literal_size);
      repeat(begin, least, most);
    }
  }

  std::uint32_t small_number() {
    const std::size_t first = at_;
    std::uint32_t value = 0;
    while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9' && value <= kMostRepeats)
      value = value * 10 + static_cast<std::uint32_t>(text_[at_++] - '0');
    if (at_ == first) fail(at_, "expected a number");
    if (value > kMostRepeats) fail(first, fmt::format("at most {} repetitions can be asked for", kMostRepeats));
    return value;
  }

  // \{m\}, \{m,\} or \{m,n\}
  std::pair<std::uint32_t, std::uint32_t> bounds() {
    const std::size_t first = at_;
    at_ += 2;
    const std::uint32_t least = small_number();
    std::uint32_t most = least;
    if (looks_at(",")) {
      ++at_;
      most = looks_at("\\}") ? kUnbounded : small_number();
    }
    if (!looks_at("\\}")) fail(first, "'\\{' is never closed");
    at_ += 2;
    if (most < least) fail(first, "the bounds are the wrong way round");
    return {least, most};
  }

  // Appends a copy of 'pattern', instructions that were at 'begin', behind all others.
  void copy(const std::vector<Regexp::Instruction>& pattern, std::uint32_t begin) {
    const std::uint32_t moved_by = here() - begin;
    for (const Regexp::Instruction& instruction : pattern) {
      const bool has_target = instruction.code == Code::kSplit || instruction.code == Code::kJump;
      emit(instruction.code, has_target ? instruction.first + moved_by : instruction.first,
           has_target ? instruction.second + moved_by : instruction.second);
    }
  }

  void repeat(std::uint32_t begin, std::uint32_t least, std::uint32_t most) {
    const std::vector<Regexp::Instruction> pattern(into_.program_.begin() + begin, into_.program_.end());
    into_.program_.resize(begin);
    for (std::uint32_t i = 0; i < least; ++i) copy(pattern, begin);
    if (most == kUnbounded) {
      const std::uint32_t split = emit(Code::kSplit);
      copy(pattern, begin);
      emit(Code::kJump, split);
      into_.program_[split] = {Code::kSplit, split + 1, here()};
      return;
    }
    std::vector<std::uint32_t> splits;
    for (std::uint32_t i = least; i < most; ++i) {
      splits.push_back(emit(Code::kSplit));
      copy(pattern, begin);
    }
    for (const std::uint32_t split : splits) into_.program_[split] = {Code::kSplit, split + 1, here()};
  }

  void byte(char c) {
    Regexp::Bytes set{};
    set[static_cast<unsigned char>(c)] = true;
    add_set(set);
    literal_ += c;
  }
  void add_set(const Regexp::Bytes& set) {
    into_.sets_.push_back(set);
    emit(Code::kByte, static_cast<std::uint32_t>(into_.sets_.size() - 1));
  }

  void atom(std::size_t depth) {
    const char c = text_[at_];
    if (c == '.') {
      is_literal_ = false;
      ++at_;
      Regexp::Bytes all{};
      all.fill(true);
      add_set(all);
    } else if (c == '[') {
      is_literal_ = false;
      bracket();
    } else if (c == '\\') {
      escape(depth);
    } else {
      ++at_;
      byte(c);
    }
  }

  void escape(std::size_t depth) {
    const std::size_t first = at_++;
    if (at_ == text_.size()) fail(first, "a '\\' at the end");
    const char c = text_[at_++];
    if (c == '(') {
      is_literal_ = false;
      const std::size_t group = ++groups_;
      const bool is_kept = group < Match::kGroups;   // further groups only group
      if (is_kept) emit(Code::kMark, static_cast<std::uint32_t>(2 * group));
      alternatives(depth + 1);
      if (!looks_at("\\)")) fail(first, "'\\(' is never closed");
      at_ += 2;
      if (is_kept) emit(Code::kMark, static_cast<std::uint32_t>(2 * group + 1));
    } else if (c >= '1' && c <= '9') {
      fail(first, "a group cannot be asked for again in the expression that has it");
    } else if (c == '{' || c == '+' || c == '?') {
      fail(first, "there is nothing to repeat");
    } else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '0' || c == '<' || c == '>' || c == '}') {
      fail(first, fmt::format("'\\{}' has no meaning", c));
    } else {
      byte(c);
    }
  }

  // [abc], [^a-z], [[:digit:]_]
  void bracket() {
    const std::size_t first = at_++;
    Regexp::Bytes set{};
    const bool is_negated = looks_at("^");
    if (is_negated) ++at_;
    for (bool is_first = true; is_first || !looks_at("]"); is_first = false) {
      if (at_ >= text_.size()) fail(first, "'[' is never closed");
      if (looks_at("[:")) {
        named_class(set);
        continue;
      }
      if (looks_at("[.") || looks_at("[=")) fail(at_, "collating symbols are not read");
      const auto from = static_cast<unsigned char>(text_[at_++]);
      if (!looks_at("-") || at_ + 1 >= text_.size() || text_[at_ + 1] == ']') {
        set[from] = true;
        continue;
      }
      const auto to = static_cast<unsigned char>(text_[at_ + 1]);
      if (to < from) fail(at_ - 1, "this range is empty");
      at_ += 2;
      for (unsigned c = from; c <= to; ++c) set[c] = true;
    }
    ++at_;
    if (is_negated)
      for (bool& member : set) member = !member;
    add_set(set);
  }

  void named_class(Regexp::Bytes& set) {
    const std::size_t first = at_;
    const std::size_t end = text_.find(":]", at_);
    if (end == std::string_view::npos) fail(first, "'[:' is never closed");
    const std::string_view name = text_.substr(at_ + 2, end - at_ - 2);
    at_ = end + 2;
    const auto add = [&](unsigned char from, unsigned char to) {
      for (unsigned c = from; c <= to; ++c) set[c] = true;
    };
    const bool is_alnum = name == "alnum";
    if (is_alnum || name == "alpha" || name == "lower") add('a', 'z');
    if (is_alnum || name == "alpha" || name == "upper") add('A', 'Z');
    if (is_alnum || name == "digit" || name == "xdigit") add('0', '9');
    if (name == "xdigit") add('a', 'f'), add('A', 'F');
    if (name == "space") add('\t', '\r'), add(' ', ' ');
    if (name == "blank") add('\t', '\t'), add(' ', ' ');
    if (name == "punct") add('!', '/'), add(':', '@'), add('[', '`'), add('{', '~');
    if (name == "graph" || name == "print") add('!', '~');
    if (name == "print") add(' ', ' ');
    if (name == "cntrl") add(0, 31), add(127, 127);
    constexpr std::array<std::string_view, 11> kNames = {"alnum", "alpha", "lower", "upper", "digit", "xdigit",
                                                         "space", "blank", "punct", "graph", "print"};
    if (name != "cntrl" && std::find(kNames.begin(), kNames.end(), name) == kNames.end())
      fail(first, fmt::format("there is no class '{}'", name));
  }

  std::string_view text_;
  Regexp& into_;
  std::size_t at_ = 0;
  std::size_t groups_ = 0;
  bool is_literal_ = false;
  std::string literal_;
};

std::optional<Regexp::Error> Regexp::compile(std::string_view text, Regexp& into) {
  into = {};
  try {
    RegexpCompiler(text, into).compile();
  } catch (const Fault& fault) {
    return Error{fault.offset, fault.message};
  }
  return std::nullopt;
}

Regexp Regexp::literal(std::string_view text, bool ignores_case) {
  Regexp result;
  for (const char c : text) {
    Bytes set{};
    for (std::size_t byte = 0; byte < set.size(); ++byte)
      set[byte] = static_cast<char>(byte) == c || (ignores_case && lower(static_cast<char>(byte)) == lower(c));
    result.sets_.push_back(set);
    result.program_.push_back({Code::kByte, static_cast<std::uint32_t>(result.sets_.size() - 1), 0});
  }
  result.program_.push_back({Code::kMatch, 0, 0});
  return result;
}

}   // namespace parley::exp
