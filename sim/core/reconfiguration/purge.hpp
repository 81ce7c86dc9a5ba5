// What a change of the network between two cycles takes out of it (dynamic faults; docs/machine.md, section 10): worms
// in a failing channel or node, whole; all messages sent to, kept at or queued in a failed node. The VCs they hold and
// their places are free at once; a channel that fails is as new when it is repaired. What of the lost crossed a channel
// or was handed over stays counted. All headers that wait are routed anew. Cost: O(VCs + messages + events under way).
#pragma once

#include <map>
#include <set>
#include <vector>

#include "models/network/faults/fault_map.hpp"
#include "sim/core/state/tile.hpp"

namespace dateline {

class Purge {
 public:
  // Before cycle `parts.now`, of which nothing has been executed yet.
  explicit Purge(MachineParts& parts) : p_(parts) {}
  // Takes out what `faults` make impossible (null: nothing). Returns the messages lost, in the order of (source,
  // sequence).
  [[nodiscard]] std::vector<Message> run(const FaultMap* faults);

 private:
  void mark(const FaultMap& faults);
  void mark(MessageId id) { marks_[id.value()] = 1; }
  [[nodiscard]] bool marked(MessageId id) const { return marks_[id.value()] != 0; }
  [[nodiscard]] bool fails(ChannelId channel, const FaultMap& faults) const;
  void take_out_worms(const FaultMap& faults);
  void clean(VcId vc);
  void clean_shared(VcId vc, const std::vector<MessageId>& worms);
  void take_out_flits();
  void take_out_messages();
  void take_out_orders(const FaultMap& faults);
  void route_anew();
  void tell_open_nodes();

  MachineParts& p_;
  std::vector<std::uint8_t> marks_;  // by message
  std::vector<Message> lost_;
  std::map<VcId, std::vector<bool>> under_way_;  // of VCs that lost a worm: of their flits under way, in order, which are taken out
  std::map<VcId, std::uint32_t> places_;         // at-tail: places that lost flits gave back
  std::set<VcId> as_new_;                        // those whose credits under way are gone
};

}  // namespace dateline
