#pragma once

#include <cstdint>
#include <vector>

namespace parley::fsp {

enum class Mark : std::uint8_t {
  kIdle,    // never evaluated
  kTried,   // evaluated, without effect so far
  kUsed,
};

// One mark per element of one array of the Ast.
class Marks {
 public:
  void tried(std::uint32_t index) {
    if (at(index) == Mark::kIdle) marks_[index] = Mark::kTried;
  }
  void used(std::uint32_t index) { at(index) = Mark::kUsed; }
  Mark operator[](std::uint32_t index) const { return index < marks_.size() ? marks_[index] : Mark::kIdle; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(marks_.size()); }

 private:
  Mark& at(std::uint32_t index) {
    if (index >= marks_.size()) marks_.resize(index + 1, Mark::kIdle);
    return marks_[index];
  }
  std::vector<Mark> marks_;
};

// Which pieces of the text had an effect while one network was built. A piece that was evaluated and never
// had an effect is reported by lint. Marks are kept per piece of text, not per component, so the memory does
// not depend on how often a piece is evaluated.
struct Usage {
  Marks relabels;            // of Ast::relabel_lists: some label was renamed by it
  Marks hidden_labels;       // of Ast::labels, in a set after \ or @: some label was hidden or kept by it
  Marks hidden_sets;         // of Ast::sets: the same for a set that is written by its name
  Marks choices;             // of Ast::choices: the guard was true at least once
  Marks steps;               // of Ast::steps: the guard after the label was true at least once
  Marks local_definitions;   // of Ast::local_definitions: some state of it is reachable inside its process
};

}   // namespace parley::fsp
