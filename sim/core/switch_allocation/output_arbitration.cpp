#include "sim/core/switch_allocation/output_arbitration.hpp"

namespace dateline {

void pick_by_rule(SwitchAllocationView p, std::size_t count) {
  with_rule(p.config().output_arbitration, [&](auto rule) { pick_in_turn(rule, p, count); });
}

}  // namespace dateline
