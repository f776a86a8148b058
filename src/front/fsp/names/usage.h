#pragma once

#include <cstdint>
#include <vector>

namespace parley::fsp {

enum class Mark : std::uint8_t {
  kIdle,    // never looked at
  kTried,   // looked at, and of no effect so far
  kUsed,
};

// A mark for each element of one array of the Ast.
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

// Which pieces of the text had an effect while one network was built: what was tried and never used is
// linted. Kept by piece of text, not by component, so it stays small however often the pieces are evaluated.
struct Usage {
  Marks relabels;            // of Ast::relabel_lists: some old label was there to be renamed
  Marks hidden_labels;       // of Ast::labels, in a set behind \ or @: some label was there to be hidden or kept
  Marks hidden_sets;         // of Ast::sets, the same for a set that is written by its name
  Marks choices;             // of Ast::choices: some guard was true
  Marks steps;               // of Ast::steps: the same of guards behind a label
  Marks local_definitions;   // of Ast::local_definitions: some state of it can be reached inside its process
};

}   // namespace parley::fsp
