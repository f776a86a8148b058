#pragma once

#include <charconv>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>

namespace parley {

// Collects text and passes it to a stream in large pieces.
class Buffer {
 public:
  explicit Buffer(std::ostream& out) : out_(out) { text_.reserve(kBytes + 4096); }
  ~Buffer() { out_.write(text_.data(), static_cast<std::streamsize>(text_.size())); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  Buffer& operator<<(std::string_view text) {
    text_ += text;
    return *this;
  }
  Buffer& operator<<(char c) {
    text_ += c;
    return *this;
  }
  Buffer& operator<<(std::size_t number) {
    char digits[24];
    const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number);
    text_.append(digits, end);
    return *this;
  }
  Buffer& operator<<(std::int64_t number) {
    char digits[24];
    const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number);
    text_.append(digits, end);
    return *this;
  }
  void end_line() {
    text_ += '\n';
    if (text_.size() < kBytes) return;
    out_.write(text_.data(), static_cast<std::streamsize>(text_.size()));
    text_.clear();
  }

 private:
  static constexpr std::size_t kBytes = 1 << 16;
  std::ostream& out_;
  std::string text_;
};

}   // namespace parley
