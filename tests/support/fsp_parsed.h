#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include <fmt/format.h>

#include "front/fsp/names/check.h"
#include "front/fsp/names/globals.h"
#include "front/fsp/syntax/parser.h"
#include "support/fsp_text.h"

// The nodes that the parser makes of a text, printed as text for comparison.
namespace parley::fsp {

// A text, parsed and with its names checked.
class Parsed {
 public:
  explicit Parsed(std::string text, bool ltsa_compat = false, std::map<std::string, std::string> files = {})
      : source_("test.fsp", std::move(text)), reporter_(source_, diagnostics_), files_(std::move(files)) {
    ParseOptions options;
    options.ltsa_compat = ltsa_compat;
    if (!files_.empty()) options.include = [this](const std::string& path, Place place) { return include(path, place); };
    ast = Parser(reporter_, names, limits_, options).parse_file();
    if (diagnostics_.has_errors()) return;
    globals_ = evaluate_globals(ast, names, reporter_, diagnostics_, limits_, {});
    Evaluator evaluator(ast, names, globals_, reporter_, limits_);
    check_file(evaluator, {.ltsa_compat = ltsa_compat});
  }
  Parsed(const Parsed&) = delete;
  Parsed& operator=(const Parsed&) = delete;

  std::string codes() const { return fsp::codes(diagnostics_); }
  std::string hints() const {
    std::string text;
    for (const Diagnostic& d : diagnostics_.list()) text += d.hint + "\n";
    return text;
  }
  std::string name(Symbol symbol) const { return symbol == kNoSymbol ? "-" : names.symbols.text(symbol); }

  std::string expr(Index index) const {
    if (index == kNone) return "-";
    const Expr& node = ast.exprs[index];
    switch (node.kind) {
      case ExprKind::kNumber: return std::to_string(node.value);
      case ExprKind::kConstant:
      case ExprKind::kVariable: return name(node.a);
      case ExprKind::kLabel: return "'" + parts({node.a, node.b});
      case ExprKind::kBinary: return fmt::format("({} {} {})", expr(node.a), static_cast<int>(node.op), expr(node.b));
      default: return "?";
    }
  }
  std::string set(Index index) const {
    if (index == kNone) return "-";
    const LabelSet& node = ast.sets[index];
    if (node.name != kNoSymbol) return name(node.name);
    std::string text;
    for (const Span& label : SpanOf(ast.labels, node.labels)) text += (text.empty() ? "" : ",") + parts(label);
    return "{" + text + "}";
  }
  std::string part(const Part& part) const {
    const std::string bound = part.variable == kNoSymbol ? "" : name(part.variable) + ":";
    switch (part.kind) {
      case PartKind::kName: return name(part.a);
      case PartKind::kSet: return bound + set(part.a) + (part.b == kNone ? "" : "\\" + set(part.b));
      case PartKind::kExpr: return "[" + bound + expr(part.a) + "]";
      case PartKind::kRange: return "[" + bound + expr(part.a) + ".." + expr(part.b) + "]";
      case PartKind::kNamed: return "[" + bound + name(part.a) + "]";
      case PartKind::kValue: return "!" + name(part.a);
      case PartKind::kCarried: return "?" + bound + name(part.a);
    }
    return "";
  }
  std::string parts(Span span) const {
    std::string text;
    for (const Part& part : SpanOf(ast.parts, span)) text += (text.empty() ? "" : ".") + this->part(part);
    return text;
  }
  std::string exprs(Span span) const {
    std::string text;
    for (const Index index : SpanOf(ast.lists, span)) text += (text.empty() ? "" : ",") + expr(index);
    return text;
  }
  std::string local(Index index) const {
    if (index == kNone) return "-";
    const Local& node = ast.locals[index];
    std::string text;
    switch (node.kind) {
      case LocalKind::kIf:
        return fmt::format("if {} {} {}", expr(node.condition), local(node.then_branch), local(node.else_branch));
      case LocalKind::kRef:
        for (const Call& call : SpanOf(ast.calls, node.calls))
          text += name(call.name) + (call.has_arguments ? "(" + exprs(call.arguments) + ")" : "") + ";";
        return text + name(node.name) + (node.list.empty() ? "" : "[" + exprs(node.list) + "]");
      case LocalKind::kChoice: break;
    }
    for (const Choice& choice : SpanOf(ast.choices, node.list)) {
      text += text.empty() ? "(" : " | ";
      for (const Step& step : SpanOf(ast.steps, choice.steps)) {
        text += parts(step.label) + (step.guard == kNone ? "" : " when " + expr(step.guard));
        for (const Assignment& a : SpanOf(ast.assignments, step.assignments))
          text += fmt::format(" {}:={}", name(a.variable), expr(a.value));
        text += " -> ";
      }
      text += local(choice.next);
    }
    return text + ")";
  }
  std::string first_local() const { return local(ast.local_definitions.at(0).body); }
  std::string ltl(Index index) const {
    const Ltl& n = ast.ltl[index];
    const auto binary = [&](const char* op) { return fmt::format("({} {} {})", ltl(n.a), op, ltl(n.b)); };
    switch (n.kind) {
      case LtlKind::kNot: return "!" + ltl(n.a);
      case LtlKind::kAlways: return "[]" + ltl(n.a);
      case LtlKind::kEventually: return "<>" + ltl(n.a);
      case LtlKind::kNext: return "X" + ltl(n.a);
      case LtlKind::kAnd: return binary("&&");
      case LtlKind::kOr: return binary("||");
      case LtlKind::kImplies: return binary("->");
      case LtlKind::kIff: return binary("<->");
      case LtlKind::kUntil: return binary("U");
      case LtlKind::kWeakUntil: return binary("W");
      case LtlKind::kForall: return "forall " + parts(n.span) + " " + ltl(n.a);
      case LtlKind::kExists: return "exists " + parts(n.span) + " " + ltl(n.a);
      case LtlKind::kNamed: return name(n.name) + (n.has_arguments ? "(" + exprs(n.span) + ")" : parts(n.span));
      case LtlKind::kLabels: return parts(n.span);
      case LtlKind::kRigid: return "rigid " + expr(n.a);
    }
    return "";
  }

  Ast ast;
  Names names;

 private:
  // A file is included once; the second time returns nullopt.
  std::optional<Region> include(const std::string& path, Place place) {
    const auto found = files_.find(path);
    if (found == files_.end()) reporter_.error(place, "file-missing", "there is no such file");
    if (found == files_.end() || !included_.insert(path).second) return std::nullopt;
    const std::string before(source_.text());
    source_ = SourceText("test.fsp", before + found->second);
    return Region{static_cast<std::uint32_t>(before.size()), static_cast<std::uint32_t>(source_.text().size())};
  }

  Limits limits_;
  SourceText source_;
  Diagnostics diagnostics_;
  Reporter reporter_;
  std::map<std::string, std::string> files_;
  std::set<std::string> included_;
  Globals globals_;
};

inline std::string codes_of(const std::string& text) { return Parsed(text).codes(); }

inline std::string formula_of(const std::string& formula, bool ltsa_compat = false) {
  const Parsed parsed("P = ({a,b,c,d} -> P).\nassert A = " + formula, ltsa_compat);
  if (parsed.ast.assertions.empty()) return parsed.codes();
  return parsed.ltl(parsed.ast.assertions[0].formula) + (parsed.codes().empty() ? "" : " " + parsed.codes());
}

}   // namespace parley::fsp
