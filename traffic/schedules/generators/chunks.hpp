// How a collective cuts its bytes: chunk i of n has floor(bytes / n) of them, one more for i < bytes mod n; what is
// left empty is sent too.
#pragma once

#include <algorithm>
#include <cstdint>

namespace dateline {

class Chunks {
 public:
  Chunks(std::uint64_t bytes, std::uint64_t count) : each_(bytes / count), longer_(bytes % count) {}
  // Of the chunks first .. first + count - 1 together.
  [[nodiscard]] std::uint64_t bytes(std::uint64_t first, std::uint64_t count = 1) const { return before(first + count) - before(first); }

 private:
  [[nodiscard]] std::uint64_t before(std::uint64_t chunk) const { return chunk * each_ + std::min(chunk, longer_); }
  std::uint64_t each_, longer_;
};

}  // namespace dateline
