#include "engine/lazy/finding.h"

namespace parley::lazy {

Finding complete_finding(const Fragment& fragment, const PartialProduct& product, const PartialProduct::Found& found) {
  Finding finding;
  finding.kind = Finding::Kind::kComplete;
  finding.steps.reserve(found.steps.size());
  std::vector<std::uint32_t> column_of(fragment.num_parties());
  for (std::uint32_t column = 0; column < product.members().size(); ++column) column_of[product.members()[column]] = column;
  std::vector<LocalState> state;
  for (const PartialProduct::Step& step : found.steps) {
    product.read(step.to, state);
    finding.steps.push_back({step.rule, static_cast<std::uint32_t>(finding.targets.size())});
    for (const Fragment::Part& part : fragment.parts(step.rule)) {
      const bool is_member = product.is_member(part.party);
      finding.targets.push_back(is_member ? state[column_of[part.party]] : Finding::kAnyMove);
      finding.moves_strangers = finding.moves_strangers || !is_member;
    }
  }
  finding.ends_in_error = !found.steps.empty() && product.in_error(found.steps.back().to);
  return finding;
}

Finding refuted_finding(PartialProduct& product) {
  Finding finding;
  finding.kind = Finding::Kind::kRefuted;
  finding.members.assign(product.members().begin(), product.members().end());
  finding.rows = product.take_words();
  return finding;
}

Refutation refutation(const Fragment& fragment, const Finding& refuted) {
  Refutation refutation;
  refutation.components.reserve(refuted.members.size());
  for (Party party : refuted.members) refutation.components.push_back(fragment.component(party));
  refutation.rows = refuted.rows;
  return refutation;
}

}  // namespace parley::lazy
