// What routers know of failures when: a node or a link that fails at cycle t is known to have failed from t + delay on,
// if it has failed all the while. A repair is known at once, as both ends of what is repaired take part in it.
// Where what is known would leave the nodes that live disconnected, all that has failed is known.
#pragma once

#include <memory>
#include <vector>

#include "models/network/faults/fault_events.hpp"

namespace dateline {

// What holds from cycle `at` on.
struct NoticedChange {
  Cycle at;
  std::shared_ptr<const FaultMap> failed, known;
  // What fails now, and is not known of; what was not known of until now: it is from now on, or works again. Null:
  // none.
  std::shared_ptr<const FaultMap> unseen, noticed;
  bool fails = false, repairs = false;
};

// `before`: what has failed from the beginning, and is known; null: nothing. `changes`: ascending. Ascending.
[[nodiscard]] std::vector<NoticedChange> noticed_changes(const Topology& topology, const FaultMap* before, const std::vector<FaultChange>& changes,
                                                         Cycle delay);

// Whether something works under `before` and has failed under `after`; null: nothing has failed.
[[nodiscard]] bool fails_more(const FaultMap* before, const FaultMap* after);

}  // namespace dateline
