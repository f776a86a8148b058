#include "front/aut/read.h"

#include <filesystem>

#include <fmt/format.h>

#include "base/sha256.h"
#include "front/aut/parse.h"
#include "front/file_error.h"
#include "front/plain_format.h"
#include "property/parse.h"

namespace parley {

namespace {

constexpr PlainFormat kFormat = {
    .definition_code = "aut-definition", .property_code = "aut-property", .a_file = "an Aldebaran file"};

class AutModel : public Model {
 public:
  AutModel(SourceFile file, Lts lts) : name_(std::filesystem::path(file.path).stem().string()), lts_(std::move(lts)) {
    files_.push_back(std::move(file));
  }

  Result<std::vector<CheckRequest>> checks(const std::string& target, const Limits&) const override {
    if (!is_here(target)) return unknown_target(target);
    return plain_checks();
  }

  std::string default_target() const override { return ""; }

  Result<Network> build(const std::string& target, const std::string& observer, const Limits& limits, Progress&) const override {
    if (!is_here(target)) return unknown_target(target);
    if (!observer.empty()) return no_automata(kFormat, files_[0].path, observer);
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
    return no_automata(kFormat, files_[0].path, automaton);
  }

  Result<Property> bind(const CheckRequest& request, const Network& network, const Limits&) const override {
    return bind_plain(kFormat, request, files_[0].path,
                      [&](const SourceText& expression) { return parse_predicate(expression, network); });
  }

 private:
  bool is_here(const std::string& target) const { return target.empty() || target == name_; }

  Diagnostic unknown_target(const std::string& target) const {
    return file_error(files_[0].path, "aut-target", fmt::format("there is no system '{}' in this file", target),
                      fmt::format("an Aldebaran file holds one system; here it is called '{}'", name_));
  }
  std::string name_;
  Lts lts_;
};

}   // namespace

Result<std::unique_ptr<Model>> read_aut(std::string path, std::string text, const ReadOptions& options, const Limits& limits,
                                        Progress& progress) {
  const Diagnostics refused = refuse_definitions(kFormat, path, options);
  if (refused.has_errors()) return refused;

  std::string hash = sha256_hex(text);
  const SourceText source(path, std::move(text));
  Result<Lts> lts = parse_aut(source, limits, progress);
  if (!lts) return std::move(lts.diagnostics());
  return std::unique_ptr<Model>(std::make_unique<AutModel>(SourceFile{std::move(path), std::move(hash)}, std::move(*lts)));
}

}   // namespace parley
