#include "front/pnml/read.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "base/sha256.h"
#include "front/file_error.h"
#include "front/plain_format.h"
#include "front/pnml/elements.h"
#include "front/pnml/one_safe.h"
#include "front/pnml/parse.h"
#include "front/pnml/translate.h"
#include "property/asks_about_errors.h"
#include "property/parse.h"
#include "property/print.h"

namespace parley {

namespace {

constexpr PlainFormat kFormat = {.definition_code = "pnml-definition", .property_code = "pnml-property", .a_file = "a PNML file"};

class PnmlModel : public Model {
 public:
  PnmlModel(SourceFile file, std::vector<PetriNet> nets) : nets_(std::move(nets)) {
    assert(!nets_.empty());
    files_.push_back(std::move(file));
  }

  Result<std::vector<CheckRequest>> checks(const std::string& target, const Limits&) const override {
    const Result<const PetriNet*> net = find(target);
    if (!net) return net.diagnostics();
    return plain_checks();
  }

  std::string default_target() const override { return nets_.size() == 1 ? nets_[0].id : ""; }
  std::string first_target() const override { return nets_[0].id; }

  Result<Network> build(const std::string& target, const std::string& observer, const Limits& limits,
                        Progress& progress) const override {
    const Result<const PetriNet*> net = find(target);
    if (!net) return net.diagnostics();
    if (!observer.empty()) return no_automata(kFormat, files_[0].path, observer);
    progress.report({.phase = "decomposing"});
    return translate(**net, limits).network;
  }

  Result<bool> needs_observer(const std::string& target, const std::string& automaton, const Limits&) const override {
    const Result<const PetriNet*> net = find(target);
    if (!net) return net.diagnostics();
    return no_automata(kFormat, files_[0].path, automaton);
  }

  Result<Property> bind(const CheckRequest& request, const Network& network, const Limits&) const override {
    return bind_plain(kFormat, request, files_[0].path, [&](const SourceText& expression) -> Result<Predicate> {
      Result<Predicate> predicate = parse_predicate(expression, network);
      if (!predicate) {
        const Result<const PetriNet*> net = find(request.target);
        return net ? with_places(**net, network, std::string(expression.text()), predicate.diagnostics())
                   : predicate.diagnostics();
      }
      // A predicate that asks for a second token may be shown one.
      return asks_about_errors(network, *predicate) ? std::move(*predicate) : while_one_safe(network, std::move(*predicate));
    });
  }

  std::optional<Assumption> assumed(const Network& network) const override { return one_safety(network); }

 private:
  // If the expression names a place that is no component, or that is a state of another component, adds a
  // hint how to ask for it.
  static Diagnostics with_places(const PetriNet& net, const Network& network, const std::string& expression,
                                 const Diagnostics& wrong) {
    Diagnostics hinted;
    for (Diagnostic diagnostic : wrong.list()) {
      const std::size_t begin = std::max<std::size_t>(diagnostic.column, 1) - 1;
      const std::string word = expression.substr(std::min(begin, expression.size()), diagnostic.length);
      if (diagnostic.line == 1 && net.places.find(word))
        diagnostic.hint = fmt::format("the place '{}' is asked for as {}", word, atom_of(network, word));
      hinted.add(std::move(diagnostic));
    }
    return hinted;
  }

  static std::string atom_of(const Network& network, const std::string& place) {
    for (ComponentId component : network.components()) {
      std::vector<LocalState> states = network.lts(component).states_named(place);
      if (states.empty()) continue;
      PredicateBuilder builder;
      const PredicateBuilder::Handle atom = builder.atom({.component = component, .states = std::move(states)});
      return to_text(std::move(builder).build(atom), network);
    }
    return place;
  }

  Result<const PetriNet*> find(const std::string& target) const {
    if (target.empty() && nets_.size() == 1) return &nets_[0];
    for (const PetriNet& net : nets_)
      if (!target.empty() && net.id == target) return &net;
    constexpr std::size_t kListed = 10;
    std::string known;
    for (std::size_t i = 0; i < std::min(nets_.size(), kListed); ++i) known += (known.empty() ? "" : ", ") + named(nets_[i].id);
    if (nets_.size() > kListed) known += " and others";
    if (target.empty())
      return file_error(files_[0].path, "pnml-several", fmt::format("there are {} nets in this file", nets_.size()),
                        "choose one with --target: " + known);
    return file_error(files_[0].path, "pnml-target", fmt::format("there is no net '{}' in this file", target),
                      "there is " + known);
  }

  std::vector<PetriNet> nets_;   // at least one
};

}   // namespace

Result<std::unique_ptr<Model>> read_pnml(std::string path, std::string text, const ReadOptions& options, const Limits& limits,
                                         Progress& progress) {
  const Diagnostics refused = refuse_definitions(kFormat, path, options);
  if (refused.has_errors()) return refused;

  std::string hash = sha256_hex(text);
  Result<std::vector<PetriNet>> nets = parse_pnml(path, std::move(text), limits, progress);
  if (!nets) return std::move(nets.diagnostics());
  return std::unique_ptr<Model>(std::make_unique<PnmlModel>(SourceFile{std::move(path), std::move(hash)}, std::move(*nets)));
}

}   // namespace parley
