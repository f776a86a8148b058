#include "front/fsp/ask/bind_liveness.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_set>

#include <fmt/format.h>

#include "front/fsp/ask/assertion.h"
#include "front/fsp/ask/predicate.h"

namespace parley::fsp {

namespace {

std::unordered_set<std::string_view> labels_of(const Network& network) {
  std::unordered_set<std::string_view> labels;
  for (const RuleId rule : network.rules()) labels.insert(network.label_name(rule));
  return labels;
}

// Suggests a label of the network for one that it does not have. The labels are sorted, so that the
// suggestion does not depend on the order of a hash table, and only when the first suggestion is wanted.
class NearLabels {
 public:
  explicit NearLabels(const std::unordered_set<std::string_view>& labels) : labels_(labels) {}

  std::string hint(const std::string& label, std::string otherwise) {
    constexpr std::size_t kMostCandidates = 2000;
    if (candidates_.empty()) {
      candidates_.assign(labels_.begin(), labels_.end());
      std::sort(candidates_.begin(), candidates_.end());
      if (candidates_.size() > kMostCandidates) candidates_.resize(kMostCandidates);
    }
    const std::string_view near = nearest_name(label, candidates_);
    return near.empty() ? std::move(otherwise) : fmt::format("did you mean '{}'?", near);
  }

 private:
  const std::unordered_set<std::string_view>& labels_;
  std::vector<std::string_view> candidates_;
};

}   // namespace

// A label that no component has is a warning: it only makes the progress property stronger. If no component
// has any of the labels, that is an error.
Undecided bind_progress(const Check& check, const Network& network, Evaluator& evaluator) {
  Names& names = evaluator.names();
  const std::string name = path_text(check.automaton, kNoScope, evaluator);
  const Path path = names.parse(name);
  std::optional<Index> found;
  std::vector<Symbol> known;
  for (Index i = 0; i < evaluator.ast().progress.size(); ++i) {
    const Symbol symbol = evaluator.ast().progress[i].name;
    known.push_back(symbol);
    const std::string text = names.symbols.text(symbol);
    if (name == text || name.starts_with(text + ".")) found = i;
  }
  if (!found)
    evaluator.reporter().refuse(
        evaluator.place(check.automaton_offset), "fsp-unknown-property", fmt::format("there is no progress property '{}'", name),
        nearest_hint(names.symbols, names.symbols.intern(name), known, "progress P = {a, b} declares one"));
  const std::vector<Path> labels = progress_labels(*found, path, evaluator);
  if (labels.empty())
    evaluator.reporter().refuse(evaluator.place(check.automaton_offset), "fsp-unknown-property",
                                fmt::format("there is no progress property '{}', or it has no labels", name));
  const std::unordered_set<std::string_view> present = labels_of(network);
  std::vector<std::string> absent;
  for (const Path label : labels)
    if (std::string text = names.text(label); !present.contains(text)) absent.push_back(std::move(text));
  const Place place = evaluator.place(evaluator.ast().progress[*found].offset);
  NearLabels near(present);
  for (std::size_t i = 0; i < std::min(absent.size(), Diagnostics::kMost); ++i) {   // further ones would not be shown
    const std::string& label = absent[i];
    std::string message = fmt::format("progress '{}' speaks of '{}', which no process of the system does", name, label);
    std::string hint = near.hint(label, "");
    if (absent.size() == labels.size()) evaluator.reporter().error(place, "fsp-free-label", std::move(message), std::move(hint));
    else evaluator.reporter().warning(place, "fsp-free-label", std::move(message), std::move(hint));
  }
  return {PropertyKind::kProgress, kWhyProgress};
}

// Missing labels are an error, as for an assertion that an automaton watches; there lower() reports them.
Undecided bind_liveness_assertion(const Check& check, Index assertion, const Network& network, Evaluator& evaluator) {
  const ResolvedAssertion resolved = resolve_assertion(assertion, evaluator);
  const std::unordered_set<std::string_view> present = labels_of(network);
  const Assertion& definition = evaluator.ast().assertions[assertion];
  NearLabels near(present);
  for (std::size_t i = 0; i < resolved.alphabet.size() && !evaluator.reporter().full(); ++i) {
    const std::string label = evaluator.names().text(resolved.alphabet[i]);
    if (resolved.is_extension[i] || present.contains(label)) continue;
    evaluator.reporter().error(
        evaluator.place(definition.offset), "fsp-free-label",
        fmt::format("assertion '{}' speaks of '{}', which no process of the system does",
                    evaluator.names().symbols.text(definition.name), label),
        near.hint(label, fmt::format("write + {{{}}} behind the assertion if it may never happen", label)));
  }
  return {check.kind, kWhyLiveness};
}

Undecided bind_local(const Check& check, const Network& network, Evaluator& evaluator) {
  const std::string component = path_text(check.component, kNoScope, evaluator);
  if (!network.find_component(component)) {
    std::vector<std::string_view> names;
    for (const ComponentId id : network.components()) names.push_back(network.name(id));
    constexpr std::size_t kMostCandidates = 2000;
    if (names.size() > kMostCandidates) names.resize(kMostCandidates);
    const std::string_view near = nearest_name(component, names);
    const std::uint32_t offset = check.component.empty() ? check.offset : evaluator.ast().parts[check.component.first].offset;
    evaluator.reporter().refuse(evaluator.place(offset), "fsp-unknown-component",
                                fmt::format("the system has no component '{}'", component),
                                near.empty() ? "" : fmt::format("did you mean '{}'?", near));
  }
  return {PropertyKind::kLocal, kWhyLocal};
}

}   // namespace parley::fsp
