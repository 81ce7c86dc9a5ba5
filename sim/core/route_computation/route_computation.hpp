// Phase 2, first step: headers that came to the front of their buffers are routed, once. The relation is asked about
// all of them in one call; where it has one answer that is all; else its candidates are weighed one header at a time.
#pragma once

#include <algorithm>
#include <vector>

#include "sim/core/route_computation/selection.hpp"
#include "sim/core/state/tile.hpp"

namespace dateline {

class HeaderRouting {
 public:
  explicit HeaderRouting(MachineParts& parts) : p_(parts), scratch_(parts.headers.scratch()) {}

  // Afterwards scratch().one_way() lists the headers with one way on, scratch().several those with a choice; every
  // channel knows how many headers want it.
  void run();

 private:
  void ask();
  void ask_by_set();
  void set_apart();
  void choose_sides();
  void want_channel(std::uint32_t index);
  void deliver(std::uint32_t index);
  void leave_network(std::uint32_t index, TerminalId terminal);
  void classify(std::uint32_t index);
  [[gnu::always_inline]] void weigh(std::uint32_t index);
  [[nodiscard, gnu::always_inline]] bool legal(const Candidate& candidate, NodeId node) const;
  [[noreturn]] void refuse(std::uint32_t index) const;

  MachineParts& p_;
  HeaderStage::Scratch& scratch_;
};

}  // namespace dateline
