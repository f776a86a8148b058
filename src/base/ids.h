#pragma once

#include <cassert>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>

namespace parley {

// A 32-bit number that identifies one thing of one kind. Kinds do not mix: a RuleId where a ComponentId is
// expected does not compile. Ids count from 0 and index contiguous arrays.
template <class Tag>
struct Id {
  std::uint32_t value = 0;

  constexpr Id() = default;
  constexpr explicit Id(std::size_t index) : value(static_cast<std::uint32_t>(index)) {
    assert(index <= std::numeric_limits<std::uint32_t>::max());
  }
  constexpr std::size_t index() const { return value; }
  friend constexpr auto operator<=>(Id, Id) = default;
};

// The ids 0 .. size-1, for a range-based for.
template <class IdType>
class IdRange {
 public:
  class Iterator {
   public:
    using value_type = IdType;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;
    Iterator() = default;
    explicit Iterator(std::size_t at) : at_(at) {}
    IdType operator*() const { return IdType(at_); }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++at_;
      return before;
    }
    friend bool operator==(Iterator, Iterator) = default;

   private:
    std::size_t at_ = 0;
  };

  explicit IdRange(std::size_t size) : size_(size) {}
  Iterator begin() const { return Iterator(0); }
  Iterator end() const { return Iterator(size_); }
  std::size_t size() const { return size_; }

 private:
  std::size_t size_;
};

}   // namespace parley

template <class Tag>
struct std::hash<parley::Id<Tag>> {
  std::size_t operator()(parley::Id<Tag> id) const noexcept { return id.value * 0x9E3779B97F4A7C15ull; }
};
