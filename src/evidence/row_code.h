#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace parley {

// Rows of numbers as texts of equal length, for `rows packed` of an evidence file
// (docs/formats/evidence/closed-set.md). Each column takes the bits that its largest number needs, the first
// column the highest ones. Six bits make a digit.
//
// In memory a row is a key: ten digits in the lower 60 bits of a word, the first digit highest. Keys and
// texts are ordered like the rows, column by column, because the digits are in the order of their bytes. All
// operations are linear in the words that they touch.
class RowCode {
 public:
  explicit RowCode(std::span<const std::size_t> sizes);   // column i holds numbers below sizes[i]

  std::size_t num_digits() const { return num_digits_; }   // of a text; at least one, so that no line is empty
  std::size_t words() const { return (num_digits_ + kDigitsPerWord - 1) / kDigitsPerWord; }   // of a key

  // The bits of the column in 'key' are zero before.
  void put(std::span<std::uint64_t> key, std::size_t column, std::uint32_t number) const {
    const Field& field = fields_[column];
    if (field.spill == 0) {
      key[field.word] |= std::uint64_t{number} << field.shift;
    } else {
      key[field.word] |= std::uint64_t{number} >> field.spill;
      key[field.word + 1] |= (std::uint64_t{number} << (kWordBits - field.spill)) & kWordMask;
    }
  }
  std::uint32_t at(std::span<const std::uint64_t> key, std::size_t column) const {
    const Field& field = fields_[column];
    const std::uint64_t mask = (std::uint64_t{1} << field.bits) - 1;   // at most 32 bits
    if (field.spill == 0) return static_cast<std::uint32_t>(key[field.word] >> field.shift & mask);
    const std::uint64_t high = key[field.word] << field.spill;
    return static_cast<std::uint32_t>((high | key[field.word + 1] >> (kWordBits - field.spill)) & mask);
  }

  static unsigned digit(std::span<const std::uint64_t> key, std::size_t place) {
    return static_cast<unsigned>(key[place / kDigitsPerWord] >> shift_of(place) & kLargestDigit);
  }
  // The digit in 'key' is zero before.
  static void put_digit(std::span<std::uint64_t> key, std::size_t place, unsigned digit) {
    key[place / kDigitsPerWord] |= std::uint64_t{digit} << shift_of(place);
  }
  void clear_from(std::span<std::uint64_t> key, std::size_t place) const;

  // The first column that has a bit in this digit or a later one.
  std::size_t first_column(std::size_t place) const { return first_columns_[place]; }
  // Whether the bits after the last column are zero, as they must be.
  bool is_padded(std::span<const std::uint64_t> key) const { return (key.back() & padding_) == 0; }

  static char letter(unsigned digit) { return kLetters[digit]; }
  static int value(char letter) { return kValues[static_cast<unsigned char>(letter)]; }   // -1 if it is no digit

 private:
  static constexpr unsigned kDigitBits = 6;
  static constexpr std::uint64_t kLargestDigit = 63;
  static constexpr std::size_t kDigitsPerWord = 10;
  static constexpr unsigned kWordBits = 60;
  static constexpr std::uint64_t kWordMask = (std::uint64_t{1} << kWordBits) - 1;
  static constexpr std::string_view kLetters = ".0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
  static constexpr std::array<std::int8_t, 256> kValues = [] {
    std::array<std::int8_t, 256> values{};
    values.fill(-1);
    for (std::size_t i = 0; i < kLetters.size(); ++i)
      values[static_cast<unsigned char>(kLetters[i])] = static_cast<std::int8_t>(i);
    return values;
  }();

  static unsigned shift_of(std::size_t place) {
    return kWordBits - kDigitBits * (static_cast<unsigned>(place % kDigitsPerWord) + 1);
  }

  struct Field {
    std::uint32_t word = 0;
    std::uint8_t shift = 0;
    std::uint8_t bits = 0;
    std::uint8_t spill = 0;   // number of its lowest bits that are in the next word
  };
  std::vector<Field> fields_;
  std::vector<std::uint32_t> first_columns_;
  std::size_t num_digits_ = 1;
  std::uint64_t padding_ = 0;   // bits of the last word that belong to no column
};

}   // namespace parley
