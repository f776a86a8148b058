#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace parley {

// A bijection on 64-bit words (the finaliser of MurmurHash3): every input bit affects every output bit.
constexpr std::uint64_t mix(std::uint64_t x) {
  x ^= x >> 33;
  x *= 0xFF51AFD7ED558CCDull;
  x ^= x >> 33;
  x *= 0xC4CEB9FE1A85EC53ull;
  x ^= x >> 33;
  return x;
}

// Hashes are the same on every run: no seed, no addresses.
constexpr std::uint64_t hash_words(std::span<const std::uint64_t> words) {
  std::uint64_t h = 0x9E3779B97F4A7C15ull + words.size();
  for (std::uint64_t word : words) h = mix(h ^ word);
  return h;
}

std::uint64_t hash_text(std::string_view text);

}   // namespace parley
