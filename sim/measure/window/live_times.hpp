// Which terminals live when: the nodes of a run fail and are repaired with its faults (network_change.hpp). What is
// counted per terminal and cycle is divided by the cycles in which terminals lived.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/measure/window/network_change.hpp"

namespace dateline {

class LiveTimes {
 public:
  // `failed`: per terminal, before the changes; empty: none. `changes`: ascending.
  LiveTimes(std::uint32_t terminals, const std::vector<std::uint8_t>& failed, const std::vector<NetworkChange>& changes);

  [[nodiscard]] std::uint32_t terminals() const { return terminals_; }
  // Of every terminal, the cycles of [begin, end) in which its node had not failed.
  [[nodiscard]] std::vector<Cycle> of(Cycle begin, Cycle end) const;
  // Of all together.
  [[nodiscard]] std::uint64_t total(Cycle begin, Cycle end) const;

 private:
  struct Span {
    Cycle from;  // up to the next one's
    std::vector<std::uint8_t> failed;
    std::uint32_t living;
  };
  // visit(span, cycles of it in [begin, end)).
  template <typename Visit>
  void for_spans(Cycle begin, Cycle end, Visit visit) const;

  std::uint32_t terminals_;
  std::vector<Span> spans_;
};

}  // namespace dateline
