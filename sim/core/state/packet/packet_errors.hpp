// Packets that err on their way, where errors are found at the destination (router.error-detection=end-to-end;
// docs/reference/router-cycle.md, section 10): no link tries again. Each flit that crosses a channel which may err
// draws the bits of a link's first try; if it errs it marks its packet, which goes on like any other and is thrown away
// when its tail has left the network. The tail brings the mark into another tile.
// Source: J. Saltzer, D. Reed, D. Clark, End-to-End Arguments in System Design (1984).
// Costs nothing where no channel errs. Written by the sender's router.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/core/state/layout/late_flits.hpp"
#include "sim/core/state/layout/link_errors.hpp"
#include "sim/core/state/layout/router_config.hpp"
#include "sim/core/state/layout/vc_numbering.hpp"

namespace dateline {

class PacketErrors {
 public:
  PacketErrors(const RouterConfig& config, const VcNumbering& numbering, const Wiring& wiring);

  // Whether some channel of the network errs, of another tile perhaps.
  [[nodiscard]] bool used() const { return used_; }
  // A flit of the packet crosses the network channel.
  void cross(ChannelId channel, PacketId packet) {
    const std::uint32_t number = number_of_[channel.value()];
    if (number == kNone) return;
    Channel& own = channels_[number];
    ++counts_.flits;
    if (error_bits(own.key, own.flits++, 0) >= own.below) return;
    ++counts_.errors;
    mark(packet);
  }
  void mark(PacketId packet) {
    if (marks_.size() <= packet.value()) marks_.resize(packet.value() + 1, 0);
    marks_[packet.value()] = 1;
  }
  [[nodiscard]] bool marked(PacketId packet) const { return packet.value() < marks_.size() && marks_[packet.value()] != 0; }
  // The packet leaves the tile, or is taken out; whether it is marked. Its number is free for another.
  bool take(PacketId packet) {
    if (!marked(packet)) return false;
    marks_[packet.value()] = 0;
    return true;
  }
  [[nodiscard]] const ErrorCounts& counts() const { return counts_; }

  template <typename Archive>
  void io(Archive& archive) {
    auto& [some, number_of, channels, marks, counts] = *this;
    static_cast<void>(some);
    static_cast<void>(number_of);
    archive(channels, marks, counts);
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffU;

  struct Channel {
    std::uint64_t below, key;
    std::uint64_t flits = 0;  // that have crossed it
    template <typename Archive>
    void io(Archive& archive) {
      auto& [under, own_key, crossed] = *this;
      static_cast<void>(under), static_cast<void>(own_key);  // of the run's own options and seed
      archive(crossed);
    }
  };

  bool used_ = false;
  std::vector<std::uint32_t> number_of_;  // per network channel; kNone: it does not err
  std::vector<Channel> channels_;
  std::vector<std::uint8_t> marks_;  // per packet
  ErrorCounts counts_;
};

// Of links that err: flits that come late, or packets that have erred.
struct ErrorState {
  LateFlits late;
  PacketErrors packets;
  template <typename Archive>
  void io(Archive& archive) {
    auto& [flits, erred] = *this;
    archive(flits, erred);
  }
};

}  // namespace dateline
