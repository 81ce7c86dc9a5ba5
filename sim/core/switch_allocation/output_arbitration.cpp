#include "sim/core/switch_allocation/output_arbitration.hpp"

namespace dateline {

void pick_by_rule(SwitchAllocationView p, std::size_t count) {
  with_rule(p.config().output_arbitration,
            [&](auto rule) { p.config().crossbar == Crossbar::per_port ? pick_in_turn<true>(rule, p, count) : pick_in_turn<false>(rule, p, count); });
}

}  // namespace dateline
