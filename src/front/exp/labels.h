#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/name_table.h"
#include "front/exp/ast.h"

namespace parley::exp {

// The index of a label in Labels. 0 is the internal action.
using Label = std::uint32_t;
inline constexpr Label kHidden = 0;

// All labels of an expression and their gates. A gate has two numbers: one for its exact spelling and one for
// its spelling in lower case.
class Labels {
 public:
  Labels();

  Label intern(std::string_view text);   // i and tau are kHidden
  std::string_view text(Label label) const { return texts_.view(label); }
  std::string_view gate_text(Label label) const { return gate_of(text(label)); }
  std::size_t size() const { return texts_.size(); }

  struct Gate {
    std::uint32_t exact = 0;
    std::uint32_t folded = 0;
    bool is_whole = false;   // the label consists of its gate alone
  };
  const Gate& gate(Label label) const { return gates_[label]; }

  std::optional<Label> find(std::string_view text) const { return texts_.find(text); }
  std::optional<std::uint32_t> find_gate(std::string_view text) const { return exact_.find(text); }
  std::optional<std::uint32_t> find_folded(std::string_view text) const;
  std::uint32_t folded_of_gate(std::uint32_t exact) const { return folded_of_exact_[exact]; }
  const std::vector<Label>& of_folded(std::uint32_t folded) const { return of_folded_[folded]; }

 private:
  NameTable texts_;
  NameTable exact_;
  NameTable folded_;
  std::vector<Gate> gates_;
  std::vector<std::uint32_t> folded_of_exact_;
  std::vector<std::vector<Label>> of_folded_;
};

// The labels that a word means when it is a plain name, not a regular expression: all labels of a gate, or
// one label. A word without quotes matches in any case.
struct Item {
  enum class Kind : std::uint8_t { kNothing, kGate, kFoldedGate, kLabel, kFoldedLabel } kind = Kind::kNothing;
  std::uint32_t id = 0;
  friend bool operator==(const Item&, const Item&) = default;
  std::uint64_t key() const { return std::uint64_t{static_cast<std::uint8_t>(kind)} << 32 | id; }
};

// The item for 'text' as a gate, or as a whole label. kNothing if no label has this name.
Item gate_item(const Labels& labels, std::string_view text, bool is_quoted);
Item label_item(const Labels& labels, std::string_view text, bool is_quoted);

// A set of items, numbered in the order in which they were added.
class Items {
 public:
  explicit Items(const Labels& labels) : labels_(&labels) {}

  void add(Item item);
  bool contains(Label label) const { return find(label).has_value(); }
  // The number of the first item that means 'label'.
  std::optional<std::uint32_t> find(Label label) const;
  bool has(Item item) const { return numbers_.contains(item.key()); }
  // Every label that some item means, at least once each.
  const std::vector<Label>& candidates() const { return candidates_; }

  // The items that mean 'label'; at most four.
  static std::array<Item, 4> meaning(const Labels& labels, Label label);

 private:
  const Labels* labels_;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
  std::uint32_t next_ = 0;
  std::vector<Label> candidates_;
};

}   // namespace parley::exp
