#include "front/aut/read.h"

#include <filesystem>

#include <fmt/format.h>

#include "base/sha256.h"
#include "front/about.h"
#include "front/aut/parse.h"
#include "property/parse.h"

namespace parley {

namespace {

class AutModel : public Model {
 public:
  AutModel(SourceFile file, Lts lts) : name_(std::filesystem::path(file.path).stem().string()), lts_(std::move(lts)) {
    files_.push_back(std::move(file));
  }

  Result<std::vector<CheckRequest>> checks(const std::string& target, const Limits&) const override {
    if (!is_here(target)) return unknown_target(target);
    CheckRequest deadlock;
    deadlock.is_default = true;
    return std::vector{deadlock};
  }

  std::string default_target() const override { return ""; }

  Result<Network> build(const std::string& target, const std::string& observer, const Limits& limits, Progress&) const override {
    if (!is_here(target)) return unknown_target(target);
    if (!observer.empty()) return no_automata(files_[0].path, observer);
    limits.check();
    limits.expect(lts_.bytes() + lts_.num_labels() * 64);
    NetworkBuilder builder;
    const TemplateId id = builder.add_template(lts_);
    const ComponentId component = builder.add_component(name_, id);
    for (LocalLabel label : lts_.labels()) {
      const Participant alone{component, label};
      builder.add_rule(builder.intern_label(lts_.label_name(label)), std::span(&alone, 1));
    }
    return std::move(builder).build();
  }

  Result<bool> needs_observer(const std::string& target, const std::string& automaton, const Limits&) const override {
    if (!is_here(target)) return unknown_target(target);
    return no_automata(files_[0].path, automaton);
  }

  Result<Property> bind(const CheckRequest& request, const Network& network, const Limits&) const override {
    const SourceText source(request.flag.empty() ? files_[0].path : request.flag, request.expression.value_or(""));
    switch (request.kind) {
      case PropertyKind::kDeadlock: return Property{request.name, Deadlock{}};
      case PropertyKind::kLocalDeadlock: return Property{request.name, LocalDeadlock{}};
      case PropertyKind::kLocal:
      case PropertyKind::kProgress:
      case PropertyKind::kAssertion:
      case PropertyKind::kSafety: return no_automata(source.name(), request.automaton);
      case PropertyKind::kReach:
      case PropertyKind::kNever: break;
    }
    Result<Predicate> predicate = parse_predicate(source, network);
    if (!predicate) return std::move(predicate.diagnostics());
    if (request.kind == PropertyKind::kReach) return Property{request.name, Reach{std::move(*predicate)}};
    return Property{request.name, Never{std::move(*predicate)}};
  }

 private:
  bool is_here(const std::string& target) const { return target.empty() || target == name_; }

  Diagnostic unknown_target(const std::string& target) const {
    return about(files_[0].path, "aut-target", fmt::format("there is no system '{}' in this file", target),
                 fmt::format("an Aldebaran file holds one system; here it is called '{}'", name_));
  }
  static Diagnostic no_automata(std::string where, const std::string& automaton) {
    return about(std::move(where), "aut-property", fmt::format("there is no property automaton '{}'", automaton),
                 "an Aldebaran file has no property automata");
  }

  std::string name_;
  Lts lts_;
};

}  // namespace

Result<std::unique_ptr<Model>> read_aut(std::string path, std::string text, const ReadOptions& options, const Limits& limits,
                                        Progress& progress) {
  Diagnostics refused;
  for (const auto& [name, value] : options.definitions)
    refused.add(about(path, "aut-definition", fmt::format("'-D {}={}' defines nothing here", name, value),
                      "an Aldebaran file has no constants"));
  if (refused.has_errors()) return refused;

  std::string hash = sha256_hex(text);
  const SourceText source(path, std::move(text));
  Result<Lts> lts = parse_aut(source, limits, progress);
  if (!lts) return std::move(lts.diagnostics());
  return std::unique_ptr<Model>(std::make_unique<AutModel>(SourceFile{std::move(path), std::move(hash)}, std::move(*lts)));
}

}  // namespace parley
