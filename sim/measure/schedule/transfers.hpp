// Messages of a schedule on their way, by the tag that their packets carry. A tag says which send, and in which
// repetition of its rank. Nothing is kept of a message of one packet whose receiver is at most one repetition behind:
// the tag itself holds its send, and whether that repetition is odd (a receiver never overtakes what it waits for, so
// it is at most one behind until the message has come). Cost: O(1); 24 bytes each other message on its way.
#pragma once

#include <cstdint>
#include <vector>

namespace dateline {

class Transfers {
 public:
  // Smaller tags than these are never given: they are another source's.
  static constexpr std::uint32_t kBackgroundTags = 64;

  // Tag of a message of `send` (below 2^30), of a rank in `repetition`, to one in `receivers`.
  std::uint32_t add(std::uint32_t send, std::uint32_t packets, std::uint64_t repetition, std::uint64_t receivers) {
    if (packets == 1 && repetition - receivers <= 1) return kPlain | static_cast<std::uint32_t>(repetition & 1U) << kOdd | send;
    return keep(send, packets, repetition);
  }
  // Whether nothing is kept of the message.
  [[nodiscard]] static bool plain(std::uint32_t tag) { return (tag & kPlain) != 0; }
  // A packet's tail has crossed the injection channel; whether it was the message's last.
  bool sent(std::uint32_t tag) { return plain(tag) || --kept_[tag].to_send == 0; }
  // A packet has arrived; whether it was the message's last.
  bool delivered(std::uint32_t tag) { return plain(tag) || --kept_[tag].to_come == 0; }
  [[nodiscard]] std::uint32_t send_of(std::uint32_t tag) const { return plain(tag) ? tag & kSend : kept_[tag].send; }
  // By how many repetitions the sender was ahead of what the receiver is in.
  [[nodiscard]] std::uint64_t ahead(std::uint32_t tag, std::uint64_t receivers) const {
    return plain(tag) ? (receivers ^ tag >> kOdd) & 1U : kept_[tag].repetition - receivers;
  }
  // All of it has been delivered.
  void forget(std::uint32_t tag) {
    if (plain(tag)) return;
    kept_[tag].send = free_;
    free_ = tag;
  }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [kept, free] = *this;
    archive(kept, free);
  }

 private:
  struct Transfer {
    std::uint32_t send;              // of a free place the next one
    std::uint32_t to_send, to_come;  // packets
    std::uint64_t repetition;        // of the sender
  };
  static constexpr std::uint32_t kPlain = 1U << 31U, kOdd = 30, kSend = (1U << kOdd) - 1, kNone = kPlain - 1;

  [[gnu::noinline, gnu::cold]] std::uint32_t keep(std::uint32_t send, std::uint32_t packets, std::uint64_t repetition) {
    std::uint32_t tag = free_;
    if (tag == kNone) {
      tag = static_cast<std::uint32_t>(kept_.size());
      kept_.emplace_back();
    } else {
      free_ = kept_[tag].send;
    }
    kept_[tag] = {send, packets, packets, repetition};
    return tag;
  }

  std::vector<Transfer> kept_ = std::vector<Transfer>(kBackgroundTags);
  std::uint32_t free_ = kNone;  // the first free place
};

}  // namespace dateline
