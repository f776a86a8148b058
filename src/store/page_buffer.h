#pragma once

#include <cstddef>
#include <utility>

namespace parley {

// Zeroed memory, aligned to cache lines. Large buffers are mapped from the kernel, in huge pages if
// available. They take no memory before they are touched, and their front can be given back while the rest is
// in use.
class PageBuffer {
 public:
  PageBuffer() = default;
  explicit PageBuffer(std::size_t bytes);   // throws std::bad_alloc
  ~PageBuffer();
  PageBuffer(PageBuffer&& other) noexcept : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  PageBuffer& operator=(PageBuffer&& other) noexcept {
    PageBuffer old(std::move(*this));   // frees the old memory
    data_ = std::exchange(other.data_, nullptr);
    bytes_ = std::exchange(other.bytes_, 0);
    return *this;
  }

  std::byte* data() const { return data_; }
  std::size_t size() const { return bytes_; }

  // The bytes in [from, to) are not needed any more; whole pages of them go back to the kernel. Reading them
  // afterwards is allowed and gives arbitrary values.
  void discard(std::size_t from, std::size_t to);

 private:
  bool mapped() const;

  std::byte* data_ = nullptr;
  std::size_t bytes_ = 0;
};

}   // namespace parley
