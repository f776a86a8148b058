#include "store/page_buffer.h"

#include <cstring>
#include <new>

#include <sys/mman.h>

namespace parley {

namespace {

constexpr std::size_t kLine = 64;
constexpr std::size_t kPage = 4096;
constexpr std::size_t kHugePage = std::size_t{2} << 20;
// Smaller buffers are not worth a system call.
constexpr std::size_t kMappedFrom = std::size_t{1} << 20;

}   // namespace

PageBuffer::PageBuffer(std::size_t bytes) : bytes_(bytes) {
  if (!mapped()) {
    data_ = static_cast<std::byte*>(::operator new(bytes_, std::align_val_t{kLine}));
    std::memset(data_, 0, bytes_);
    return;
  }
  void* const got = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (got == MAP_FAILED) throw std::bad_alloc();
  data_ = static_cast<std::byte*>(got);
  // Random access to a table of gigabytes misses the TLB at every access to a small page. If the kernel
  // refuses huge pages, nothing is lost.
  if (bytes_ >= 4 * kHugePage) madvise(data_, bytes_, MADV_HUGEPAGE);
}

PageBuffer::~PageBuffer() {
  if (data_ == nullptr) return;
  if (mapped()) munmap(data_, bytes_);
  else ::operator delete(data_, std::align_val_t{kLine});
}

bool PageBuffer::mapped() const { return bytes_ >= kMappedFrom; }

void PageBuffer::discard(std::size_t from, std::size_t to) {
  if (!mapped()) return;
  const std::size_t page = bytes_ >= 4 * kHugePage ? kHugePage : kPage;
  const std::size_t first = (from + page - 1) / page * page;
  const std::size_t last = to / page * page;
  if (first < last) madvise(data_ + first, last - first, MADV_DONTNEED);
}

}   // namespace parley
