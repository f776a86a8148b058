#include "support/same_network.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace parley::testing {

namespace {

class Comparison {
 public:
  explicit Comparison(std::string* difference) : difference_(difference) {}

  template <class T>
  bool equal(const T& left, const T& right, const std::string& what) {
    if (left == right) return true;
    return differ(what);
  }
  bool equal(std::string_view left, std::string_view right, const std::string& what) {
    if (left == right) return true;
    return differ(what + ": '" + std::string(left) + "' and '" + std::string(right) + "'");
  }
  bool equal(std::size_t left, std::size_t right, const std::string& what) {
    if (left == right) return true;
    return differ(what + ": " + std::to_string(left) + " and " + std::to_string(right));
  }

 private:
  bool differ(const std::string& what) {
    if (difference_ != nullptr) *difference_ = what;
    return false;
  }
  std::string* difference_;
};

bool same_rules(const Network& left, const Network& right, Comparison& comparison) {
  if (!comparison.equal(left.num_rules(), right.num_rules(), "the number of rules")) return false;
  for (const RuleId rule : left.rules()) {
    const std::string where = "rule " + std::to_string(rule.value);
    if (!comparison.equal(left.label_name(rule), right.label_name(rule), where + ", label")) return false;
    const auto mine = left.participants(rule);
    const auto yours = right.participants(rule);
    if (!std::equal(mine.begin(), mine.end(), yours.begin(), yours.end()))
      return comparison.equal(true, false, where + " (" + std::string(left.label_name(rule)) + "), participants");
  }
  return true;
}

}   // namespace

bool same_lts(const Lts& left, const Lts& right, std::string* difference) {
  Comparison comparison(difference);
  if (!comparison.equal(left.num_states(), right.num_states(), "the number of states")) return false;
  if (!comparison.equal(left.num_labels(), right.num_labels(), "the number of labels")) return false;
  if (!comparison.equal(left.initial().index(), right.initial().index(), "the initial state")) return false;
  for (const LocalLabel label : left.labels())
    if (!comparison.equal(std::string_view(left.label_name(label)), std::string_view(right.label_name(label)),
                          "label " + std::to_string(label.value)))
      return false;
  for (const LocalState state : left.states()) {
    const std::string where = "state " + std::to_string(state.value);
    if (!comparison.equal(std::string_view(left.state_name(state)), std::string_view(right.state_name(state)),
                          where + ", name") ||
        !comparison.equal(left.is_terminal(state), right.is_terminal(state), where + ", terminal") ||
        !comparison.equal(left.is_error(state), right.is_error(state), where + ", error"))
      return false;
    const auto mine = left.edges(state);
    const auto yours = right.edges(state);
    if (!std::equal(mine.begin(), mine.end(), yours.begin(), yours.end()))
      return comparison.equal(true, false, where + ", edges");
  }
  return comparison.equal(left.aliases() == right.aliases(), true, "the aliases");
}

bool same_network(const Network& left, const Network& right, std::string* difference) {
  Comparison comparison(difference);
  if (!comparison.equal(left.num_components(), right.num_components(), "the number of components")) return false;
  using Shape = std::pair<TemplateId, bool>;
  std::map<Shape, Shape> to_right;
  std::map<Shape, Shape> to_left;
  for (const ComponentId component : left.components()) {
    const std::string where = "component " + std::to_string(component.value);
    if (!comparison.equal(left.name(component), right.name(component), where + ", name") ||
        !comparison.equal(left.is_observer(component), right.is_observer(component), where + ", role"))
      return false;
    const Shape mine{left.template_of(component), left.is_observer(component)};
    const Shape yours{right.template_of(component), right.is_observer(component)};
    const bool is_new = to_right.emplace(mine, yours).second;
    to_left.emplace(yours, mine);
    if (to_right.at(mine) != yours || to_left.at(yours) != mine)
      return comparison.equal(true, false, where + ", whom it is like");
    std::string inside;
    if (is_new && !same_lts(left.lts(component), right.lts(component), &inside))
      return comparison.equal(true, false, where + ", " + inside);
  }
  return same_rules(left, right, comparison);
}

}   // namespace parley::testing
