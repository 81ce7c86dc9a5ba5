// Phase 3, per-port crossbar: an input port gives at most one flit a cycle. The picks of the channels are nominations;
// each port grants one of those that take a flit from it. What is not granted is lost for this cycle, and its channel's
// pointer stays. Injection channels are fed by no port.
#pragma once

#include "sim/core/switch_allocation/switch_allocation_view.hpp"

namespace dateline {

class InputArbitration {
 public:
  explicit InputArbitration(SwitchAllocationView tile);
  // Compacts the picks to those granted; returns their number.
  std::size_t run(std::size_t count);

 private:
  // Of the nominations from `from` on, up to the first VC number not below `border`. Neither loop branches on what is
  // granted.
  const std::uint32_t* claim(const std::uint32_t* from, std::uint32_t border);
  [[nodiscard]] std::uint32_t* keep_granted(const std::uint32_t* from, std::uint32_t border, std::uint32_t* out);
  template <typename Rule>
  void grant_in_turn(Rule rule);
  void restore_pointers();

  const SwitchAllocationView p_;
  const VcState* const records_;
  SwitchState::Ports& ports_;
};

}  // namespace dateline
