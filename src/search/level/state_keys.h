#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "net/state_layout.h"
#include "store/state_tree.h"

namespace parley {

// Packed states as keys of at most 64 bits: the word itself where a state is one, the top of a tree of parts
// where it is more.
class StateKeys {
 public:
  // 'word_bits' as for StateLayout: fewer bits a word, more words, more that states have in common.
  StateKeys(const Network& network, const Limits& limits, unsigned word_bits = StateLayout::kWordBits);

  const StateLayout& layout() const { return layout_; }
  std::size_t num_words() const { return layout_.num_words(); }
  unsigned key_bits() const { return tree_ ? 64 : layout_.bits_of_last_word(); }

  // One thread's place in the tree, where there is one.
  class Cursor {
   public:
    explicit Cursor(const StateKeys& keys) : word_(0) {
      if (keys.tree_) tree_.emplace(*keys.tree_);
    }

   private:
    friend class StateKeys;
    std::uint64_t word_;
    std::optional<StateTree::Cursor> tree_;
  };

  // The words of the state with this key; valid until the cursor moves.
  std::span<const std::uint64_t> seek(std::uint64_t key, Cursor& cursor) const {
    if (!tree_) {
      cursor.word_ = key;
      return {&cursor.word_, 1};
    }
    tree_->seek(key, *cursor.tree_);
    return cursor.tree_->words();
  }
  // Whether a key is none, because there was no room for the parts of the state: grow() and ask again. A word
  // has always room.
  bool has_no_room(std::uint64_t key) const { return tree_ && key == StateTree::kFull; }
  // The key of what the cursor's state becomes by these changes; or has_no_room().
  std::uint64_t successor(std::span<const StateTree::Change> changes, Cursor& cursor) {
    if (tree_) return tree_->successor(changes, *cursor.tree_);
    return changes.empty() ? cursor.word_ : changes[0].value;
  }
  // The key of any state, which moves the cursor; or has_no_room().
  std::uint64_t key(std::span<const std::uint64_t> words, Cursor& cursor) {
    return tree_ ? tree_->key(words, *cursor.tree_) : words[0];
  }
  // Of a state that is known, or whose parts are.
  std::optional<std::uint64_t> find(std::span<const std::uint64_t> words) const {
    return tree_ ? tree_->find(words) : std::optional(words[0]);
  }

  bool crowded() const { return tree_ && tree_->crowded(); }
  void grow() {
    if (tree_) tree_->grow();
  }

 private:
  StateLayout layout_;
  std::optional<StateTree> tree_;
};

}   // namespace parley
