#pragma once

#include <cassert>
#include <cstdint>
#include <utility>
#include <vector>

namespace parley::automata {

inline constexpr std::uint32_t kNone = 0xFFFFFFFF;

// A partition of numbers into classes that can be split; some members of each class are marked.
//
// Each class is one range of one array, its marked members first. A split takes members out one by one, in
// any order and from any classes; each goes into the new class behind its old one. finish() then reports the
// results. Each member taken costs constant time. A number is in no class before it is appended.
class MarkedPartition {
 public:
  explicit MarkedPartition(std::size_t numbers) : position_(numbers, kNone), class_of_(numbers, kNone) {
    elements_.reserve(numbers);
  }

  bool contains(std::uint32_t number) const { return class_of_[number] != kNone; }
  std::uint32_t class_of(std::uint32_t number) const { return class_of_[number]; }
  std::size_t begin(std::uint32_t of) const { return classes_[of].begin; }
  std::size_t marked_end(std::uint32_t of) const { return classes_[of].marked_end; }
  std::size_t end(std::uint32_t of) const { return classes_[of].end; }
  std::size_t size(std::uint32_t of) const { return classes_[of].end - classes_[of].begin; }
  std::uint32_t at(std::size_t place) const { return elements_[place]; }
  std::size_t num_places() const { return elements_.size(); }
  std::size_t num_classes() const { return classes_.size(); }   // including unused class numbers

  // Adds a class of 'numbers' at the end of the array. REQUIRES: none of them is in a class.
  std::uint32_t append(const std::vector<std::uint32_t>& numbers) {
    const std::uint32_t fresh = new_class(elements_.size());
    for (std::uint32_t number : numbers) {
      assert(!contains(number));
      position_[number] = static_cast<std::uint32_t>(elements_.size());
      class_of_[number] = fresh;
      elements_.push_back(number);
    }
    classes_[fresh].end = static_cast<std::uint32_t>(elements_.size());
    return fresh;
  }

  void mark(std::uint32_t number) {
    Class& in = classes_[class_of_[number]];
    if (position_[number] >= in.marked_end) exchange(position_[number], in.marked_end++);
  }
  void clear_marks(std::uint32_t of) { classes_[of].marked_end = classes_[of].begin; }

  // Moves a number, marked or not, into the class that is split off from its class. REQUIRES: not done before
  // since the last finish().
  void take(std::uint32_t number) {
    const std::uint32_t from = class_of_[number];
    if (classes_[from].child == kNone) {
      const std::uint32_t child = new_class(classes_[from].end);
      classes_[from].child = child;
      touched_.push_back(from);
    }
    Class& parent = classes_[from];
    Class& child = classes_[parent.child];
    const bool marked = position_[number] < parent.marked_end;
    if (marked) exchange(position_[number], --parent.marked_end);
    exchange(position_[number], --parent.end);
    --child.begin;
    if (!marked) exchange(position_[number], --child.marked_end);
    class_of_[number] = parent.child;
  }

  // Calls split(parent, child, whole) for each class that lost members. If 'whole', it lost all: the child
  // takes the parent's range, and the parent's class number can be used again.
  template <class Split>
  void finish(const Split& split) {
    for (std::uint32_t parent : touched_) {
      const std::uint32_t child = std::exchange(classes_[parent].child, kNone);
      const bool whole = classes_[parent].begin == classes_[parent].end;
      if (whole) free_.push_back(parent);
      split(parent, child, whole);
    }
    touched_.clear();
  }

 private:
  struct Class {
    std::uint32_t begin;
    std::uint32_t marked_end;
    std::uint32_t end;
    std::uint32_t child;   // the class split off since the last finish(), or kNone
  };

  std::uint32_t new_class(std::size_t place) {
    const auto at = static_cast<std::uint32_t>(place);
    if (free_.empty()) {
      classes_.push_back({at, at, at, kNone});
      return static_cast<std::uint32_t>(classes_.size() - 1);
    }
    const std::uint32_t number = free_.back();
    free_.pop_back();
    classes_[number] = {at, at, at, kNone};
    return number;
  }

  void exchange(std::uint32_t a, std::uint32_t b) {
    std::swap(elements_[a], elements_[b]);
    position_[elements_[a]] = a;
    position_[elements_[b]] = b;
  }

  std::vector<std::uint32_t> elements_;
  std::vector<std::uint32_t> position_;
  std::vector<std::uint32_t> class_of_;
  std::vector<Class> classes_;
  std::vector<std::uint32_t> free_;
  std::vector<std::uint32_t> touched_;
};

}   // namespace parley::automata
