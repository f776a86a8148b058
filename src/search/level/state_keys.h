#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "net/state_layout.h"
#include "store/state_tree.h"

namespace parley {

// Packed states as keys of at most 64 bits. If a state has one word, the word is the key. If it has more, the
// key is the root of a tree of its parts (store/state_tree.h), which states share.
class StateKeys {
 public:
  // 'word_bits' as for StateLayout. Fewer bits per word mean more words, and more parts that states share.
  StateKeys(const Network& network, const Limits& limits, unsigned word_bits = StateLayout::kWordBits);

  const StateLayout& layout() const { return layout_; }
  std::size_t num_words() const { return layout_.num_words(); }
  unsigned key_bits() const { return tree_ ? 64 : layout_.bits_of_last_word(); }

  // The current state of one thread, with its nodes of the tree if there is one.
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

  // Moves the cursor to the state with this key. Returns its words, valid until the cursor moves.
  std::span<const std::uint64_t> seek(std::uint64_t key, Cursor& cursor) const {
    if (!tree_) {
      cursor.word_ = key;
      return {&cursor.word_, 1};
    }
    tree_->seek(key, *cursor.tree_);
    return cursor.tree_->words();
  }
  // Whether there was no room for the parts of a state, so that the result is not a key: call grow() and ask
  // again. A state of one word always has room.
  bool has_no_room(std::uint64_t key) const { return tree_ && key == StateTree::kFull; }
  // The key of the successor of the cursor's state by these changes; or has_no_room().
  std::uint64_t successor(std::span<const StateTree::Change> changes, Cursor& cursor) {
    if (tree_) return tree_->successor(changes, *cursor.tree_);
    return changes.empty() ? cursor.word_ : changes[0].value;
  }
  // The key of any state; moves the cursor to it. Or has_no_room().
  std::uint64_t key(std::span<const std::uint64_t> words, Cursor& cursor) {
    return tree_ ? tree_->key(words, *cursor.tree_) : words[0];
  }
  // The key of a state whose parts are in the tree; nullopt if they are not. Adds nothing.
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
