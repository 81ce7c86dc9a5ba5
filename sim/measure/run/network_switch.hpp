// Carries out the changes of a network (network_change.hpp): at once, by draining it first, or by flushing it; and
// keeps account of what each cost.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "models/network/relation/unseen_faults.hpp"
#include "sim/core/compiled_network.hpp"
#include "sim/measure/window/network_change.hpp"

namespace dateline {

// A change of the routing, from the change of the network until its routing is in use.
struct RoutingSwitch {
  Cycle at = 0;
  Switchover how = Switchover::at_once;
  std::uint64_t lost = 0;  // packets, sent again or not, until the routing is in use
  Cycle took = 0;          // cycles
  bool done = false;       // false: the run ended before, or another change came before
  template <typename Archive>
  void io(Archive& archive) {
    auto& [cycle, kind, packets, cycles, over] = *this;
    archive(cycle, kind, packets, cycles, over);
  }
};

class NetworkSwitch {
 public:
  // Before cycle `now`.
  void begin(const NetworkChange& change, CompiledNetwork& network, Cycle now);
  // Whether end() is to be tried before every cycle.
  [[nodiscard]] bool draining() const { return draining_; }
  // The routing of the change that came last is in use from `now` on, if the network is empty.
  void end(const NetworkChange& last, CompiledNetwork& network, Cycle now);
  // Once its state was read: the network, as it is at the beginning of a run, routes as after those changes. `in_use`:
  // the last whose routing is in use; null: the first routing is. `last`: that came.
  void resume(const NetworkChange* in_use, const NetworkChange& last, CompiledNetwork& network);
  // A packet was taken out.
  void lost() { ++lost_; }
  [[nodiscard]] std::uint64_t all_lost() const { return lost_; }
  // Some fault is unknown to the routers: packets may wait for ever behind it.
  [[nodiscard]] bool unseen() const { return !swallowing_.empty(); }

  [[nodiscard]] const std::vector<RoutingSwitch>& switches() const { return switches_; }
  // Taken out when the routers came to know of the fault that had swallowed some of their flits; and those flits.
  [[nodiscard]] std::uint64_t swallowed_packets() const { return swallowed_packets_; }
  [[nodiscard]] std::uint64_t swallowed_flits() const { return swallowed_flits_; }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [list, channels, gone, packets, flits, waits, routing, unaware] = *this;
    static_cast<void>(routing), static_cast<void>(unaware);
    archive(list, channels, gone, packets, flits, waits);
  }

 private:
  // The routing as it is asked: of what it does not know nothing goes on.
  [[nodiscard]] std::unique_ptr<UnseenFaults> unaware_of(const NetworkChange& last) const;

  std::vector<RoutingSwitch> switches_;
  std::vector<ChannelId> swallowing_;
  std::uint64_t lost_ = 0, swallowed_packets_ = 0, swallowed_flits_ = 0;
  bool draining_ = false;
  const RoutingRelation* routing_ = nullptr;  // in use; null before the first change
  std::unique_ptr<UnseenFaults> unaware_;     // that the network asks, where some fault is unknown
};

}  // namespace dateline
