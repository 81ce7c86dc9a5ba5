// Asks a relation where a header may go on, and holds the answer to the contract (relation.hpp): something is offered,
// channels leave the node asked about, messages are delivered at their destination only. What the walks over a
// relation's places use; it keeps the wires they need in little memory. Cost of a question: the relation's. Throws
// InvariantError, one line, if the relation breaks the contract.
#pragma once

#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

class CheckedRelation {
 public:
  struct Wire {
    NodeId from, to;
    Port from_port;
  };

  // Topology and relation must outlive it.
  CheckedRelation(const Topology& topology, const RoutingRelation& relation);

  [[nodiscard]] StartStates start_between(const Ends& ends) const { return relation_.start_between(ends); }
  [[nodiscard]] bool starts_plain() const { return relation_.starts_plain(); }
  [[nodiscard]] bool absorbs() const { return relation_.absorbs(); }
  [[nodiscard]] bool weighs_hops() const { return relation_.weighs_hops(); }
  [[nodiscard]] Resumption resume(NodeId node, NodeId destination, const SoftwareHeader& header) const {
    return relation_.resume(node, destination, header);
  }
  // Valid until the next question; not empty.
  [[nodiscard]] const Candidates& next(const HeaderPlace& at, NodeId destination) {
    candidates_.clear();
    relation_.next(at.node, at.in, destination, at.state, candidates_);
    if (candidates_.empty()) refuse_nothing(at.node, destination);
    for (const Candidate& c : candidates_) {
      if (c.exit == Exit::channel) check_leaves(c.channel, at.node);
      if (c.exit == Exit::deliver) check_arrived(at.node, destination);
    }
    return candidates_;
  }
  [[nodiscard]] const std::string& name() const { return relation_.name(); }
  [[nodiscard]] const FaultMap* faults() const { return relation_.faults(); }
  [[nodiscard]] const Wire& wire(ChannelId channel) const { return wires_[channel.value()]; }

 private:
  void check_leaves(ChannelId channel, NodeId at) const {
    if (channel.value() >= wires_.size() || wire(channel).from != at) refuse_channel(at);
  }
  static void check_arrived(NodeId at, NodeId destination) {
    if (at != destination) refuse_delivery(at, destination);
  }
  [[noreturn]] static void refuse_nothing(NodeId at, NodeId destination);
  [[noreturn]] static void refuse_channel(NodeId at);
  [[noreturn]] static void refuse_delivery(NodeId at, NodeId destination);

  const RoutingRelation& relation_;
  std::vector<Wire> wires_;
  Candidates candidates_;
};

}  // namespace dateline
