#include <fmt/format.h>

#include "front/fsp/syntax/parser.h"

// Channels: their definitions, and the actions c!v and c?v, which stand for the labels c.send.v and
// c.receive.v.
namespace parley::fsp {

// channel c[2] of 0..3 lossy duplicating
void Parser::channel() {
  take();
  Channel channel;
  const Token name = expect(TokenKind::kLower, "the name of a channel", "it starts with a small letter: channel c[2] of 0..3");
  channel.name = symbol(name);
  channel.offset = name.offset;
  if (accept(TokenKind::kLeftBracket)) {
    channel.capacity = expr();
    expect(TokenKind::kRightBracket, "']'");
  }
  for (;;) {
    const Token word = peek();
    const bool is_of = at_word("of");
    const bool is_lossy = at_word("lossy");
    if (!is_of && !is_lossy && !at_word("duplicating")) break;
    take();
    bool& mark = is_lossy ? channel.is_lossy : channel.is_duplicating;
    if (is_of ? channel.values != kNone : mark)
      reporter_.error(word.place(), "fsp-duplicate", fmt::format("{} is said twice", shown(word)));
    if (is_of) channel.values = plain_values();
    else mark = true;
  }
  define(channel.name);
  ast_.channels.push_back(channel);
}

// The values of a variable or a channel: a range, a set, or the name of one, without brackets. The next
// definition may follow directly, so a '||' after a name is never an operator here.
Index Parser::plain_values() {
  Part part;
  part.offset = peek().offset;
  const TokenKind next = peek(1).kind;
  const bool goes_on = next == TokenKind::kDotDot || next == TokenKind::kBackslash || next == TokenKind::kPlus ||
                       next == TokenKind::kMinus || next == TokenKind::kStar || next == TokenKind::kSlash ||
                       next == TokenKind::kPercent || next == TokenKind::kShiftLeft || next == TokenKind::kShiftRight;
  values(part, at(TokenKind::kUpper) && !goes_on);
  if (part.kind == PartKind::kExpr) unexpected("'..'", "these values are a range or a set: 0..3 or {a, b}");
  ast_.parts.push_back(part);
  return static_cast<Index>(ast_.parts.size() - 1);
}

// The rest of a channel action after the name of the channel: ! or ?, and perhaps a value.
void Parser::channel_action(std::vector<Part>& parts) {
  const Token mark = take();
  const Part name = parts.back();
  if (name.kind != PartKind::kName || names_.symbols.number(name.a))
    reporter_.refuse(mark.place(), "fsp-channel", fmt::format("{} must follow the name of a channel", shown(mark)),
                     "to send v write c!v, to receive into x write c?x");
  const bool is_receive = mark.kind == TokenKind::kQuestion;
  parts.push_back({PartKind::kName, mark.offset, kNoSymbol, names_.symbols.intern(is_receive ? "receive" : "send"), kNone});
  const bool has_value = channel_value(is_receive, name.a, parts);
  ast_.channel_uses.push_back({name.a, name.offset, has_value});
}

// The value after c! or c?: x, 3, N, [e], (e), 'a or "a". Returns false if none of these follows.
bool Parser::channel_value(bool is_receive, Symbol name, std::vector<Part>& parts) {
  const Token token = peek();
  switch (token.kind) {
    case TokenKind::kLower: {
      // 'when' starts a guard, unless the label ends after it.
      if (text(token) == "when" && peek(1).kind != TokenKind::kArrow && peek(1).kind != TokenKind::kLeftBrace) return false;
      take();
      const PartKind kind = is_receive ? PartKind::kCarried : PartKind::kValue;
      parts.push_back({kind, token.offset, is_receive ? symbol(token) : kNoSymbol, is_receive ? name : symbol(token), kNone});
      return true;
    }
    case TokenKind::kUpper:
      take();
      parts.push_back({PartKind::kNamed, token.offset, kNoSymbol, symbol(token), kNone});
      return true;
    case TokenKind::kNumber:
    case TokenKind::kQuote:
    case TokenKind::kLeftParen: parts.push_back({PartKind::kExpr, token.offset, kNoSymbol, primary(), kNone}); return true;
    case TokenKind::kString: label_part(parts); return true;
    case TokenKind::kLeftBracket: parts.push_back(index_part()); return true;
    default: return false;
  }
}

}   // namespace parley::fsp
