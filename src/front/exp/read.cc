#include "front/exp/read.h"

#include <filesystem>

#include <fmt/format.h>

#include "base/sha256.h"
#include "front/exp/check.h"
#include "front/exp/files.h"
#include "front/exp/lower.h"
#include "front/exp/parser.h"
#include "front/file_error.h"
#include "front/plain_format.h"
#include "property/parse.h"

namespace parley {

namespace {

constexpr PlainFormat kFormat = {.definition_code = "exp-definition", .property_code = "exp-property", .a_file = "an EXP file"};

class ExpModel : public Model {
 public:
  ExpModel(std::vector<SourceFile> files, SourceText source, exp::Ast ast)
      : name_(std::filesystem::path(source.name()).stem().string()), source_(std::move(source)), ast_(std::move(ast)) {
    files_ = std::move(files);
  }

  Result<std::vector<CheckRequest>> checks(const std::string& target, const Limits&) const override {
    if (!is_here(target)) return unknown_target(target);
    return plain_checks();
  }

  std::string default_target() const override { return ""; }

  Result<Network> build(const std::string& target, const std::string& observer, const Limits& limits,
                        Progress& progress) const override {
    if (!is_here(target)) return unknown_target(target);
    if (!observer.empty()) return no_automata(kFormat, files_[0].path, observer);
    limits.check();
    return exp::lower(ast_, source_, limits, progress);
  }

  Result<bool> needs_observer(const std::string& target, const std::string& automaton, const Limits&) const override {
    if (!is_here(target)) return unknown_target(target);
    return no_automata(kFormat, files_[0].path, automaton);
  }

  Result<Property> bind(const CheckRequest& request, const Network& network, const Limits&) const override {
    return bind_plain(kFormat, request, files_[0].path,
                      [&](const SourceText& expression) { return parse_predicate(expression, network); });
  }

 private:
  bool is_here(const std::string& target) const { return target.empty() || target == name_; }

  Diagnostic unknown_target(const std::string& target) const {
    return file_error(files_[0].path, "exp-target", fmt::format("there is no system '{}' in this file", target),
                      fmt::format("an EXP file holds one system; here it is called '{}'", name_));
  }
  std::string name_;
  SourceText source_;
  exp::Ast ast_;
};

}   // namespace

Result<std::unique_ptr<Model>> read_exp(std::string path, std::string text, const ReadOptions& options, const Limits& limits,
                                        Progress& progress) {
  Diagnostics diagnostics = refuse_definitions(kFormat, path, options);
  if (text.size() >= exp::kNone) diagnostics.add(file_error(path, "exp-too-large", "this file is larger than 4 GiB"));
  if (diagnostics.has_errors()) return diagnostics;

  std::vector<SourceFile> files{{path, sha256_hex(text)}};
  SourceText source(path, std::move(text));
  exp::Reporter reporter(source, diagnostics);
  progress.report({.phase = "reading"});
  std::optional<exp::Ast> ast = exp::Parser(reporter, limits).parse();
  if (!ast) return diagnostics;
  exp::check(*ast, limits, reporter);
  for (SourceFile& file : exp::read_files(*ast, path, options, limits, reporter)) files.push_back(std::move(file));
  if (diagnostics.has_errors()) return diagnostics;
  return std::unique_ptr<Model>(std::make_unique<ExpModel>(std::move(files), std::move(source), std::move(*ast)));
}

}   // namespace parley
