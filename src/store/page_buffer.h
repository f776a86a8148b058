#pragma once

#include <cstddef>
#include <utility>

namespace parley {

// Zeroed memory, aligned to cache lines. Large buffers come straight from the kernel, in huge pages where it
// has them, cost nothing before they are touched, and can be given back from the front while the rest is
// still in use.
class PageBuffer {
 public:
  PageBuffer() = default;
  explicit PageBuffer(std::size_t bytes);   // throws std::bad_alloc
  ~PageBuffer();
  PageBuffer(PageBuffer&& other) noexcept : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  PageBuffer& operator=(PageBuffer&& other) noexcept {
    PageBuffer old(std::move(*this));   // gives back what was here
    data_ = std::exchange(other.data_, nullptr);
    bytes_ = std::exchange(other.bytes_, 0);
    return *this;
  }

  std::byte* data() const { return data_; }
  std::size_t size() const { return bytes_; }

  // What lies in [from, to) is not needed any more; whole pages of it go back to the kernel. The range may be
  // read again, as anything.
  void discard(std::size_t from, std::size_t to);

 private:
  bool mapped() const;

  std::byte* data_ = nullptr;
  std::size_t bytes_ = 0;
};

}   // namespace parley
