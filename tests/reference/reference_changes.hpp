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
      : Parts(config, relation, packets, log), messages_(packets_.size()), handed_over_(at(nodes_)) {}

  // Before cycle t.
  void change(const ReferenceChange& to, Cycle t);
  // Whether sources are held; then, before every other cycle, the new relation begins if no message is under way.
  [[nodiscard]] bool draining() const { return drains_to_ != nullptr; }
  void look_whether_drained(Cycle t);

  // A message joins the queue of its source.
  void queue(int w);
  // The lost messages whose time it is.
  void send_again(Cycle t);

  long long retransmit_ = -1;
  // Whether it is no notice of losses. Then it is over; else it waits for the end of the cycle.
  [[nodiscard]] bool is_message(int w) const { return at(w) < messages_; }
  void arrive(int w);
  // The cycle is over: sources learn what notices told, and which messages arrived with errors.
  void learn_of_losses(Cycle t);
  void put_records(ReferenceOutcome& outcome) const;

  std::size_t messages_;    // those behind them are notices of losses
  std::size_t ended_ = 0;   // messages delivered, or lost and not sent again
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
  // Messages that have arrived with errors are lost, before cycle t.
  void throw_away(Cycle t);

  // Who reports the change.
  [[nodiscard]] int reporter_of(const ReferenceChange& to) const;
  void tell(Cycle t);
  void notify(int reporter, int source, const std::vector<int>& lost, Cycle t);
  void learn(const std::vector<int>& lost, Cycle t);
  void give_up(int w);
  [[nodiscard]] bool dead(int node) const { return routers_[at(node)].failed || unseen_nodes_.count(node) != 0; }

  std::map<Cycle, std::vector<int>> again_, notices_again_;
  std::vector<int> taken_out_;               // whose sources have not been told
  std::map<int, std::vector<int>> told_of_;  // by notice
  std::vector<int> arrived_;                 // notices, in this cycle
  int reporter_ = 0;                         // of the change that came last
  std::set<int> failed_nodes_;               // known or not
  Links failed_links_;
  const ReferenceChange* drains_to_ = nullptr;
  std::set<int> unseen_nodes_;
  Links unseen_links_;
};

}  // namespace dateline::reference
