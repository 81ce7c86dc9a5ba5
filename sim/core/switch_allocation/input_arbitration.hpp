// Phase 3, per-port crossbar: an input port gives at most one flit a cycle. The picks of the channels are nominations;
// each port grants one of those that take a flit from it. What is not granted is lost for this cycle, and its channel's
// pointer stays. Injection channels are fed by no port.
#pragma once

#include "sim/core/switch_allocation/switch_allocation_view.hpp"

namespace dateline {

class InputArbitration {
 public:
  explicit InputArbitration(SwitchAllocationView tile);
  // Of so many words of nominations; leaves those granted, and returns in how many words there are any.
  std::size_t run(std::size_t words);

 private:
  [[nodiscard]] std::size_t leave_out_injection(std::size_t words);
  void claim(std::size_t words);
  template <typename Rule>
  void grant_in_turn(Rule rule);
  void take_out_losers();
  void take_out(VcId nominated);
  [[nodiscard]] std::size_t leave_out_empty(std::size_t words);

  const SwitchAllocationView p_;
  const VcState* const records_;
  const SwitchState::Words nominations_;
  SwitchState::Ports& ports_;
  bool emptied_ = false;  // some word has no nomination any more
};

}  // namespace dateline
