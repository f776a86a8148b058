#include "property/parse.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "property/token.h"
#include "property/word.h"

namespace parley {

namespace {

// A hint compares a misspelt name with at most this many names: networks have millions of components.
constexpr std::size_t kMostCandidates = 10'000;

std::string did_you_mean(std::string_view name, const std::vector<std::string_view>& candidates) {
  const std::string_view nearest = nearest_name(name, candidates);
  return nearest.empty() ? "" : fmt::format("did you mean '{}'?", nearest);
}

std::string nearest_component(const Network& network, std::string_view name) {
  std::vector<std::string_view> candidates;
  for (ComponentId component : network.components()) {
    if (candidates.size() == kMostCandidates) break;
    candidates.push_back(network.name(component));
  }
  return did_you_mean(name, candidates);
}

std::string nearest_state(const Lts& lts, std::string_view name) {
  std::vector<std::string> names;
  for (LocalState state : lts.states()) {
    if (names.size() == kMostCandidates) break;
    names.push_back(lts.state_name(state));
  }
  std::vector<std::string_view> candidates(names.begin(), names.end());
  for (const auto& [alias, state] : lts.aliases()) {
    if (candidates.size() == 2 * kMostCandidates) break;
    candidates.push_back(alias);
  }
  return did_you_mean(name, candidates);
}

// Keeps the open parentheses on an explicit stack, so nesting may be arbitrarily deep. After an error it goes
// on after the next connective, to find several errors in one run; the formula built then is thrown away.
class Parser {
 public:
  Parser(const SourceText& source, std::size_t begin, std::size_t length, const Network& network)
      : source_(source), text_(source.text().substr(0, begin + length)), network_(network) {
    token_ = next_token(text_, begin);
    advance_over_bad();
  }

  Result<Predicate> parse() && {
    for (;;) {
      operand();
      if (connective() == Next::kDone) break;
      if (diagnostics_.full()) break;
    }
    if (diagnostics_.has_errors()) return std::move(diagnostics_);
    const PredicateBuilder::Handle root = close_disjunction(0, 0);
    return std::move(builder_).build(root);
  }

 private:
  using Handle = PredicateBuilder::Handle;
  enum class Next : std::uint8_t { kOperand, kDone };

  struct Open {   // a parenthesis
    std::size_t offset = 0;
    std::size_t negations = 0;   // in front of it
    std::size_t conjuncts = 0;   // number of conjuncts_ that are outside of it
    std::size_t disjuncts = 0;   // the same for disjuncts_
  };

  struct Sum {
    std::vector<PredicateBuilder::CountTerm> terms;
    std::int64_t constant = 0;
  };

  // Tokens.
  TokenKind kind() const { return token_.kind; }
  Token take() {
    const Token taken = token_;
    token_ = next_token(text_, token_.offset + token_.text.size());
    advance_over_bad();
    return taken;
  }
  bool accept(TokenKind wanted) {
    if (kind() != wanted) return false;
    take();
    return true;
  }
  TokenKind after() const { return next_token(text_, token_.offset + token_.text.size()).kind; }

  void advance_over_bad() {
    while (kind() == TokenKind::kBad) {
      if (token_.text[0] == '"')
        error(token_, "predicate-bad-token", "this quoted name does not end, or has an escape that does not exist",
              R"(in a quoted name \" \\ and \xHH stand for a quote, a backslash and a byte)");
      else if (token_.text == "&" || token_.text == "|" || token_.text == "=")
        error(token_, "predicate-bad-token", fmt::format("'{}' is not part of a predicate", token_.text),
              fmt::format("did you mean '{0}{0}'?", token_.text));
      else
        error(token_, "predicate-bad-token", "these characters are not part of a predicate", "quote a name that contains them");
      token_ = next_token(text_, token_.offset + token_.text.size());
    }
  }

  // Errors.
  void error(const Token& at, std::string code, std::string message, std::string hint = "") {
    if (diagnostics_.full()) return;   // computing the position is linear in the offset
    diagnostics_.add(source_.at(at.offset, at.text.size(), std::move(code), std::move(message), std::move(hint)));
  }
  void expected(std::string_view what) {
    const std::string found = kind() == TokenKind::kEnd ? "the end" : fmt::format("'{}'", token_.text.substr(0, 40));
    error(token_, "predicate-syntax", fmt::format("expected {}, found {}", what, found));
  }
  // Skips to the next place where an operand has ended, outside of the parentheses opened on the way.
  void recover() {
    std::size_t depth = in_count_ ? 1 : 0;
    in_count_ = false;
    for (; kind() != TokenKind::kEnd; take()) {
      if (depth == 0 && (kind() == TokenKind::kAnd || kind() == TokenKind::kOr || kind() == TokenKind::kClose)) return;
      if (kind() == TokenKind::kOpen) ++depth;
      if (kind() == TokenKind::kClose) --depth;
    }
  }

  // The formula.
  void operand() {
    for (;;) {
      if (accept(TokenKind::kNot)) {
        ++negations_;
      } else if (kind() == TokenKind::kOpen) {
        open_.push_back({take().offset, negations_, conjuncts_.size(), disjuncts_.size()});
        negations_ = 0;
      } else {
        break;
      }
    }
    std::optional<Handle> handle = primary();
    if (!handle) recover();
    push(handle.value_or(0), negations_);
    negations_ = 0;
  }

  // What follows an operand: any number of closing parentheses, then a connective or the end.
  Next connective() {
    for (;;) {
      if (accept(TokenKind::kAnd)) return Next::kOperand;
      if (accept(TokenKind::kOr)) {
        close_conjunction(open_.empty() ? 0 : open_.back().conjuncts);
        return Next::kOperand;
      }
      if (kind() == TokenKind::kEnd) {
        if (!open_.empty()) error(token_of(open_.back()), "predicate-syntax", "this '(' is not closed");
        return Next::kDone;
      }
      if (kind() != TokenKind::kClose) {
        expected("'&&', '||' or the end");
        recover();
      } else if (open_.empty()) {
        error(take(), "predicate-syntax", "this ')' closes nothing");
      } else {
        take();
        const Open open = open_.back();
        open_.pop_back();
        push(close_disjunction(open.conjuncts, open.disjuncts), open.negations);
      }
    }
  }
  Token token_of(const Open& open) const { return {TokenKind::kOpen, open.offset, text_.substr(open.offset, 1)}; }

  void push(Handle handle, std::size_t negations) {
    if (diagnostics_.has_errors()) handle = builder_.constant(false);
    for (; negations > 0; --negations) handle = builder_.negate(handle);
    conjuncts_.push_back(handle);
  }
  void close_conjunction(std::size_t from) {
    disjuncts_.push_back(builder_.all_of(std::span(conjuncts_).subspan(from)));
    conjuncts_.resize(from);
  }
  Handle close_disjunction(std::size_t conjuncts, std::size_t disjuncts) {
    close_conjunction(conjuncts);
    const Handle handle = builder_.any_of(std::span(disjuncts_).subspan(disjuncts));
    disjuncts_.resize(disjuncts);
    return handle;
  }

  // A constant, a comparison or an atom; nullopt after an error.
  std::optional<Handle> primary() {
    if (kind() == TokenKind::kPlus || kind() == TokenKind::kMinus) return comparison();
    if (kind() == TokenKind::kWord) {
      const TokenKind following = after();
      const bool is_path = following == TokenKind::kAt || following == TokenKind::kOpenBracket;
      if (!is_path && token_.text == "true") return take(), builder_.constant(true);
      if (!is_path && token_.text == "false") return take(), builder_.constant(false);
      if (!is_path && (is_count(following) || is_integer())) return comparison();
    }
    if (kind() != TokenKind::kWord && kind() != TokenKind::kQuoted) {
      expected("a predicate");
      return std::nullopt;
    }
    std::optional<Atom> found = atom();
    if (!found) return std::nullopt;
    return builder_.atom(std::move(*found));
  }

  bool is_integer() const {
    return std::all_of(token_.text.begin(), token_.text.end(), [](char c) { return c >= '0' && c <= '9'; });
  }
  bool is_count(TokenKind following) const { return token_.text == "count" && following == TokenKind::kOpen; }

  // phil[0].left and phil.0.left are the same path.
  std::optional<std::string> path() {
    if (kind() == TokenKind::kQuoted) return unquoted(take().text);
    if (kind() != TokenKind::kWord) {
      expected("a name");
      return std::nullopt;
    }
    std::string name(take().text);
    while (accept(TokenKind::kOpenBracket)) {
      if (kind() != TokenKind::kWord) {
        expected("an index");
        return std::nullopt;
      }
      name += '.';
      name += take().text;
      if (!accept(TokenKind::kCloseBracket)) {
        expected("']'");
        return std::nullopt;
      }
      if (kind() == TokenKind::kWord && token_.text[0] == '.') name += take().text;
    }
    return name;
  }

  std::optional<Atom> atom() {
    const Token at = token_;
    const std::optional<std::string> name = path();
    if (!name) return std::nullopt;
    const std::size_t name_end = last_end(at);
    if (!accept(TokenKind::kAt)) {
      expected("'@' and a state");
      return std::nullopt;
    }
    // The states are read even if the component is unknown: the text after them may have more errors.
    const std::optional<ComponentId> component = network_.find_component(*name);
    if (!component && !diagnostics_.full())
      error(spanning(at, name_end), "predicate-unknown-component", fmt::format("there is no component '{}'", *name),
            nearest_component(network_, *name));

    Atom atom;
    if (component) atom.component = *component;
    const Lts* lts = component ? &network_.lts(*component) : nullptr;
    if (!accept(TokenKind::kOpenBrace)) {
      if (!state(lts, *name, atom.states)) return std::nullopt;
    } else {
      do {
        if (!state(lts, *name, atom.states)) return std::nullopt;
      } while (accept(TokenKind::kComma));
      if (!accept(TokenKind::kCloseBrace)) {
        expected("',' or '}'");
        return std::nullopt;
      }
    }
    if (!component || atom.states.empty()) return std::nullopt;
    return atom;
  }

  // Adds the states that are meant; false if the parser cannot go on here.
  bool state(const Lts* lts, const std::string& component, std::vector<LocalState>& states) {
    const Token at = token_;
    if (accept(TokenKind::kHash)) {
      if (kind() != TokenKind::kWord || !is_integer()) return expected("the number of a state"), false;
      const Token number = take();
      if (lts == nullptr) return true;
      const std::optional<LocalState> meant = state_numbered(*lts, number.text);
      if (meant) states.push_back(*meant);
      else error(number, "predicate-unknown-state", fmt::format("component '{}' has no state number {}", component, number.text));
      return true;
    }
    const std::optional<std::string> name = path();
    if (!name) return false;
    if (lts == nullptr) return true;
    const std::vector<LocalState> meant = lts->states_named(*name);
    states.insert(states.end(), meant.begin(), meant.end());
    if (meant.empty() && !diagnostics_.full())
      error(spanning(at, last_end(at)), "predicate-unknown-state",
            fmt::format("component '{}' has no state '{}'", component, *name), nearest_state(*lts, *name));
    return true;
  }

  // The end of the text read since 'from', without the blanks before the next token.
  std::size_t last_end(const Token& from) const {
    std::size_t end = token_.offset;
    while (end > from.offset &&
           (text_[end - 1] == ' ' || text_[end - 1] == '\t' || text_[end - 1] == '\n' || text_[end - 1] == '\r'))
      --end;
    return end;
  }
  Token spanning(const Token& from, std::size_t end) const {
    return {from.kind, from.offset, text_.substr(from.offset, end - from.offset)};
  }

  // All counts go to the left, all constants to the right; each operator becomes one or two upper bounds.
  std::optional<Handle> comparison() {
    Sum sum;
    std::int64_t room = kMostInComparison;
    if (!add_sum(sum, 1, room)) return std::nullopt;
    const TokenKind op = kind();
    if (op != TokenKind::kLess && op != TokenKind::kAtMost && op != TokenKind::kGreater && op != TokenKind::kAtLeast &&
        op != TokenKind::kEqual && op != TokenKind::kUnequal) {
      expected("a comparison: <= < >= > == !=");
      return std::nullopt;
    }
    take();
    if (!add_sum(sum, -1, room)) return std::nullopt;
    if (diagnostics_.has_errors()) return std::nullopt;

    const std::int64_t bound = -sum.constant;
    const auto at_most = [&](std::int64_t most) { return builder_.at_most(sum.terms, most); };
    const auto at_least = [&](std::int64_t least) {
      std::vector<PredicateBuilder::CountTerm> turned = sum.terms;
      for (PredicateBuilder::CountTerm& term : turned) term.weight = -term.weight;
      return builder_.at_most(std::move(turned), -least);
    };
    if (op == TokenKind::kAtMost) return at_most(bound);
    if (op == TokenKind::kLess) return at_most(bound - 1);
    if (op == TokenKind::kAtLeast) return at_least(bound);
    if (op == TokenKind::kGreater) return at_least(bound + 1);
    if (op == TokenKind::kEqual) {
      const Handle both[] = {at_most(bound), at_least(bound)};
      return builder_.all_of(both);
    }
    const Handle either[] = {at_most(bound - 1), at_least(bound + 1)};
    return builder_.any_of(either);
  }

  // Adds a sum, multiplied by 'sign'. 'room' is what its numbers may still add up to.
  bool add_sum(Sum& sum, std::int64_t sign, std::int64_t& room) {
    std::int64_t own = sign;
    if (accept(TokenKind::kMinus)) own = -sign;
    else accept(TokenKind::kPlus);
    for (;;) {
      if (!add_addend(sum, own, room)) return false;
      if (accept(TokenKind::kPlus)) own = sign;
      else if (accept(TokenKind::kMinus)) own = -sign;
      else return true;
    }
  }

  bool add_addend(Sum& sum, std::int64_t sign, std::int64_t& room) {
    if (kind() != TokenKind::kWord) return expected("a number or count(...)"), false;
    std::int64_t factor = 1;
    if (is_integer()) {
      const Token number = take();
      const auto [end, failed] = std::from_chars(number.text.data(), number.text.data() + number.text.size(), factor);
      if (failed != std::errc() || factor > room) return too_large(number), false;
      if (!accept(TokenKind::kTimes)) {
        room -= factor;
        sum.constant += sign * factor;
        return true;
      }
    }
    if (kind() != TokenKind::kWord || !is_count(after())) return expected("count(...)"), false;
    const Token at = take();
    take();
    in_count_ = true;
    if (kind() != TokenKind::kClose) {
      do {
        if (kind() != TokenKind::kWord && kind() != TokenKind::kQuoted) return expected("an atom"), false;
        std::optional<Atom> counted = atom();
        if (!counted && kind() != TokenKind::kComma && kind() != TokenKind::kClose) return false;
        if (!counted) continue;
        if (factor > room) {
          too_large(at);
          factor = 0;   // one message is enough
        }
        room -= factor;
        sum.terms.push_back({sign * factor, std::move(*counted)});
      } while (accept(TokenKind::kComma));
    }
    if (!accept(TokenKind::kClose)) return expected("',' or ')'"), false;
    in_count_ = false;
    return true;
  }

  void too_large(const Token& at) {
    error(at, "predicate-large-number", "the numbers of this comparison are too large", "they may add up to 2^60");
  }

  const SourceText& source_;
  std::string_view text_;
  const Network& network_;
  Token token_;
  Diagnostics diagnostics_;
  PredicateBuilder builder_;
  std::size_t negations_ = 0;
  bool in_count_ = false;   // after the '(' of a count
  std::vector<Open> open_;
  std::vector<Handle> conjuncts_;   // those of the innermost conjunction are last
  std::vector<Handle> disjuncts_;
};

}   // namespace

Result<Predicate> parse_predicate(const SourceText& source, const Network& network) {
  return parse_predicate(source, 0, source.text().size(), network);
}

Result<Predicate> parse_predicate(const SourceText& source, std::size_t begin, std::size_t length, const Network& network) {
  return Parser(source, begin, length, network).parse();
}

}   // namespace parley
