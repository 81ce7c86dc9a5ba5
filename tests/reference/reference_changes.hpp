// What a change of the network does to the parts of the reference machine: docs/reference/router-cycle.md, section 9,
// literally. Every queue, buffer and credit is looked through for what goes.
// Cost of a change: O(channels x VCs x depth + messages).
#pragma once

#include <map>
#include <set>
#include <vector>

#include "reference_parts.hpp"

namespace dateline::reference {

class Changes : protected Parts {
 protected:
  Changes(const ReferenceConfig& config, const ReferenceRelation* relation, const std::vector<ReferencePacket>& packets, ReferenceLog& log)
      : Parts(config, relation, packets, log), handed_over_(at(nodes_)) {}

  // Before cycle t.
  void change(const ReferenceChange& to, Cycle t);
  // Whether sources are held; then, before every other cycle, the new relation begins if no message is under way.
  [[nodiscard]] bool draining() const { return drains_to_ != nullptr; }
  void look_whether_drained(Cycle t);

  // A message joins the queue of its source.
  void queue(int w);
  // Messages that have arrived with errors are lost; then the lost messages whose time it is.
  void send_again(Cycle t);

  long long retransmit_ = -1;
  std::size_t ended_ = 0;  // messages delivered, or lost and not sent again
  std::vector<int> erred_;  // messages that have arrived with errors in this cycle
  std::vector<ReferenceLoss> losses_;
  std::vector<long long> handed_over_;

 private:
  using Worms = std::set<int>;

  using Links = std::set<std::pair<int, int>>;

  [[nodiscard]] static bool fails(const Channel& c, const std::set<int>& nodes, const Links& links);
  [[nodiscard]] bool may_meet(int w, const ReferenceChange& to) const;
  [[nodiscard]] bool leads_to_failure(int w, const Channel& came, const ReferenceChange& to) const;
  void begin(const ReferenceChange& to, bool take_relation, Cycle t);
  void take_out_of(const std::set<int>& nodes, const Links& links, Cycle t);
  void take_out(const Worms& lost, Cycle t);
  void worms_at(const Channel& c, Worms& lost) const;
  [[nodiscard]] bool goes_with_a_node(const Worm& w) const;
  void empty_and_free(Channel& c, Cycle t);
  void clear(const Channel& c, VirtualChannel& v, const Worms& lost, Cycle t);
  void begin_anew(const Channel& c, VirtualChannel& v);
  void clear(Router& router, const Worms& lost);
  void lose(int w, Cycle t);
  void throw_away(Cycle t);

  std::map<Cycle, std::vector<int>> again_;
  const ReferenceChange* drains_to_ = nullptr;
  std::set<int> unseen_nodes_;
  Links unseen_links_;
};

}  // namespace dateline::reference
