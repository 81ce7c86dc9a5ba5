// Matches the messages of a schedule with the recvs that wait for them: a recv ends once it has been started and its
// message has been delivered, in either order. A message of a later repetition than its receiver's is early: it is
// kept until that repetition begins. Cost: O(1); memory: 1 byte an operation.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_set>
#include <vector>

namespace dateline {

class ReceiveMatching {
 public:
  explicit ReceiveMatching(std::uint32_t operations) : flags_(operations) {}

  // Operations first .. last - 1, those of a rank, begin a repetition: none has been started.
  void begin(std::uint32_t first, std::uint32_t last, std::uint64_t repetition) {
    std::fill(flags_.begin() + first, flags_.begin() + last, std::uint8_t{0});
    for (std::uint32_t i = first; i < last && !early_.empty(); ++i) {
      if (early_.erase(early_key(i, repetition)) != 0) flags_[i] = kArrived;
    }
  }
  // Returns whether its message is there.
  [[nodiscard]] bool start(std::uint32_t recv) { return (set(recv, kStarted) & kArrived) != 0; }
  // Its message is there; returns whether it has been started.
  [[nodiscard]] bool arrive(std::uint32_t recv) { return (set(recv, kArrived) & kStarted) != 0; }
  // It has been started, and its message is not there.
  [[nodiscard]] bool waits(std::uint32_t recv) const { return flags_[recv] == kStarted; }
  [[gnu::noinline]] void arrive_early(std::uint32_t recv, std::uint64_t repetition) { early_.insert(early_key(recv, repetition)); }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [flags, early] = *this;
    archive(flags, early);
  }

 private:
  enum Flag : std::uint8_t { kStarted = 1, kArrived = 2 };  // in this repetition

  std::uint8_t set(std::uint32_t recv, Flag flag) {
    const auto flags = static_cast<std::uint8_t>(flags_[recv] | flag);
    flags_[recv] = flags;
    return flags;
  }
  [[nodiscard]] static std::uint64_t early_key(std::uint32_t recv, std::uint64_t repetition) { return repetition << 30U | recv; }

  std::vector<std::uint8_t> flags_;          // per operation
  std::unordered_set<std::uint64_t> early_;  // keys of recvs whose message is early
};

}  // namespace dateline
