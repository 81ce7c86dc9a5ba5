// Phase 2, first step: head flits that came to the front of their buffers are routed, once. The relation is asked about
// all of them in one call; where it has one answer that is all; else its candidates are weighed one head flit at a
// time.
#pragma once

#include <algorithm>
#include <vector>

#include "sim/core/route_computation/routing_view.hpp"
#include "sim/core/route_computation/selection.hpp"

namespace dateline {

class RouteComputation {
 public:
  explicit RouteComputation(RoutingView tile) : p_(tile), scratch_(tile.heads().scratch()) {}

  // Afterwards scratch().one_way() lists the head flits with one way on, scratch().several those with a choice; every
  // channel knows how many of these want it. The list of kind `choice` has those with a choice that compete with no
  // other kind at their node: vc_choices.hpp tries them.
  void run();

 private:
  class ByKind;

  void make_room();
  void ask();
  void ask_by_set();
  void answer_by_table(const StepTable& table);
  void complete_forks(const StepTable& table);
  void choose_sides();
  void add_channel_request(std::uint32_t index);
  void deliver_all();
  void deliver(std::uint32_t index);
  [[gnu::always_inline]] void check_delivered(std::uint32_t index) const;
  void leave_network(std::uint32_t index, TerminalId terminal);
  void classify(std::uint32_t index);
  [[gnu::always_inline]] void classify_weighted(std::uint32_t index, WaitingHead head);
  bool keep_cheapest(std::uint32_t index, std::uint32_t& route, std::uint8_t& rank);
  [[nodiscard, gnu::always_inline]] bool legal(const Candidate& candidate, NodeId node) const;
  [[noreturn]] void refuse(std::uint32_t index) const;

  const RoutingView p_;
  WaitingHeads::Scratch& scratch_;
};

}  // namespace dateline
