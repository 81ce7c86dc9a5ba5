// Phase 3 of the reference machine: which flits move in a cycle, decided from the state at its start
// (docs/reference/router-cycle.md, sections 2 and 6).
// Cost of a cycle: O(channels x VCs).
#pragma once

#include <vector>

#include "reference_allocation.hpp"
#include "reference_changes.hpp"

namespace dateline::reference {

class Decisions : protected Changes {
 protected:
  using Changes::Changes;

  [[nodiscard]] static bool has_flit(const VirtualChannel& v, Cycle t);  // at the front, in the buffer
  // The buffers that hand a flit to their node, and the VCs over which one crosses.
  [[nodiscard]] std::vector<Place> decide_deliveries(Cycle t) const;
  std::vector<Place> decide_crossings(Cycle t);

 private:
  [[nodiscard]] bool wanted(const Place& over, Cycle t) const;
  [[nodiscard]] bool movable(const Place& over, Cycle t) const;
  [[nodiscard]] Claim claim(const Place& over, int output) const;
  std::vector<Claim> claims_on(int c, int output, Cycle t);
  void decide_alone(int c, const std::vector<Claim>& claims, std::vector<Place>& granted);
  void decide_together(const std::vector<int>& inputs, const std::vector<int>& outputs, const std::vector<Claim>& claims, Cycle t,
                       std::vector<Place>& granted);
};

}  // namespace dateline::reference
