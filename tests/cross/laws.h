#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "cross/random.h"
#include "oracle/spec.h"

namespace parley::cross {

// A metamorphic law: a change to a network that keeps verdicts and the lengths of shortest traces.
struct Law {
  std::string_view name;
  std::optional<oracle::Spec> (*apply)(const oracle::Spec& spec, Random& random);   // nothing if it does not apply
  bool (*keeps)(oracle::Ask ask);   // the kinds of question whose answers it keeps
};

// All laws. The cross check tries each row on every engine, and laws_test on the oracle.
std::span<const Law> laws();
const Law* find_law(std::string_view name);   // null if there is none

// The laws, one by one; laws.cc explains them.
std::optional<oracle::Spec> permute_components(const oracle::Spec& spec, Random& random);
std::optional<oracle::Spec> permute_rules(const oracle::Spec& spec, Random& random);
std::optional<oracle::Spec> rename_all(const oracle::Spec& spec, Random& random);
std::optional<oracle::Spec> split_label(const oracle::Spec& spec, Random& random);
std::optional<oracle::Spec> add_irrelevant_component(const oracle::Spec& spec, Random& random);
std::optional<oracle::Spec> add_inert_component(const oracle::Spec& spec, Random& random);
std::optional<oracle::Spec> add_live_component(const oracle::Spec& spec, Random& random);
std::optional<oracle::Spec> add_total_observer(const oracle::Spec& spec, Random& random);
std::optional<oracle::Spec> add_total_process_law(const oracle::Spec& spec, Random& random);
std::optional<oracle::Spec> permute_template_states(const oracle::Spec& spec, Random& random);
std::optional<oracle::Spec> merge_equal_templates(const oracle::Spec& spec, Random& random);
std::optional<oracle::Spec> separate_templates(const oracle::Spec& spec, Random& random);
std::optional<oracle::Spec> repeat_rule(const oracle::Spec& spec, Random& random);

}   // namespace parley::cross
