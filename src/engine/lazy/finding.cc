#include "engine/lazy/finding.h"

#include <algorithm>

namespace parley::lazy {

Plan plan_of(const Fragment& fragment, const PartialProduct& product, const PartialProduct::Found& found) {
  Plan plan;
  plan.steps.reserve(found.steps.size());
  std::vector<std::uint32_t> column_of(fragment.num_components());
  for (std::uint32_t column = 0; column < product.members().size(); ++column) column_of[product.members()[column]] = column;
  std::vector<LocalState> state;
  for (const PartialProduct::Step& step : found.steps) {
    product.read(step.to, state);
    plan.steps.push_back({step.rule, static_cast<std::uint32_t>(plan.targets.size())});
    for (const Fragment::Part& part : fragment.parts(step.rule))
      plan.targets.push_back(product.is_member(part.local_component) ? state[column_of[part.local_component]] : Plan::kAnyMove);
  }
  plan.ends_in_error = !found.steps.empty() && product.in_error(found.steps.back().to);
  return plan;
}

std::vector<LocalComponent> outside_components(const Fragment& fragment, const Plan& plan) {
  std::vector<LocalComponent> found;
  std::vector<std::uint8_t> is_found(fragment.num_components());
  for (const Plan::Step& step : plan.steps)
    for (const Fragment::Part& part : fragment.parts(step.rule)) {
      if (part.never_refuses || fragment.is_revealed(fragment.component(part.local_component)) ||
          is_found[part.local_component] != 0)
        continue;
      is_found[part.local_component] = 1;
      found.push_back(part.local_component);
    }
  return found;
}

Finding complete_finding(Plan plan) {
  Finding finding;
  finding.kind = Finding::Kind::kComplete;
  finding.moves_outside_components = std::ranges::find(plan.targets, Plan::kAnyMove) != plan.targets.end();
  finding.plan = std::move(plan);
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
  for (LocalComponent local_component : refuted.members) refutation.components.push_back(fragment.component(local_component));
  refutation.rows = refuted.rows;
  return refutation;
}

}   // namespace parley::lazy
