// Labels of operations, a name space for each rank. Memory: the text, 16 bytes a label and 12 to 24 of a hash table.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dateline {

class LabelTable {
 public:
  static constexpr std::size_t kLongest = 255;  // characters of a label
  static constexpr std::uint32_t kNone = 0xffffffffU;

  // A letter, then letters, digits and what stands in `others`; at most kLongest.
  [[nodiscard]] static bool well_formed(std::string_view label, std::string_view others);

  // The number of a label, counted from 0 in the order of first mention; a new one has no operation.
  std::uint32_t mention(std::uint32_t rank, std::string_view label);
  // kNone if it was never mentioned.
  [[nodiscard]] std::uint32_t find(std::uint32_t rank, std::string_view label) const;
  // Of a label's number; kNone if it has none yet.
  [[nodiscard]] std::uint32_t operation(std::uint32_t number) const { return entries_[number].operation; }
  void define(std::uint32_t number, std::uint32_t operation) { entries_[number].operation = operation; }
  [[nodiscard]] std::string_view text(std::uint32_t number) const;
  void clear();

 private:
  struct Entry {
    std::uint64_t begin : 56;  // of its characters
    std::uint64_t length : 8;
    std::uint32_t rank, operation;
  };
  // The hash stands beside the number so that a label need not be read to see that it is another.
  struct Slot {
    std::uint32_t number = kNone;  // free
    std::uint32_t hash = 0;
  };
  // Where the label is, or would be.
  [[nodiscard]] std::size_t place(std::uint32_t rank, std::string_view label, std::uint32_t hash) const;
  void grow();

  std::string characters_;
  std::vector<Entry> entries_;
  std::vector<Slot> slots_;  // a power of two
};

}  // namespace dateline
