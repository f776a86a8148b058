#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace parley {

// SHA-256 (FIPS 180-4). Evidence identifies the files it is about by this hash.
class Sha256 {
 public:
  Sha256();
  void update(std::string_view bytes);
  std::string hex() &&;   // call it once, at the end

 private:
  void block(const unsigned char* bytes);

  std::array<std::uint32_t, 8> state_;
  std::array<unsigned char, 64> pending_{};
  std::uint64_t length_ = 0;
};

std::string sha256_hex(std::string_view bytes);

}   // namespace parley
