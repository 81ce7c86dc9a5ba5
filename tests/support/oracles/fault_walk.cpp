#include "tests/support/oracles/fault_walk.hpp"

#include <set>
#include <stdexcept>
#include <utility>

namespace dateline::test {
namespace {

void require(bool holds, const char* what) {
  if (!holds) throw std::logic_error(what);
}

}  // namespace

// Every place leaves one way: one route, of one exit.
bool FaultWalk::walk_segment(NodeId& node, NodeId destination, HeaderState state) {
  const FaultMap* const faults = relation_.faults();
  for (;;) {
    candidates_.clear();
    relation_.next(node, kNoChannel, destination, state, candidates_);
    require(!candidates_.empty(), "nowhere to go");
    for (const Candidate& c : candidates_) require(c.route == candidates_.front().route, "a deterministic message has a choice");
    const Candidate& c = candidates_.back();  // the escape comes last
    if (c.exit == Exit::deliver) {
      require(node == destination, "delivered elsewhere");
      return false;
    }
    if (c.exit == Exit::absorb) return true;
    require(topology_.channel(c.channel).from == node, "a channel of another node");
    require(faults == nullptr || !faults->failed(c.channel), "a failed channel");
    segment_.push_back({c.channel, c.classes});
    node = topology_.channel(c.channel).to;
    state = c.next;
    require(segment_.size() < 100'000, "a segment without end");
  }
}

WalkResult FaultWalk::walk(NodeId node, NodeId destination, HeaderState state, bool absorbed, const OnSegment& on_segment) {
  WalkResult result;
  SoftwareHeader header;
  std::set<std::pair<std::uint32_t, std::vector<std::uint32_t>>> seen;
  for (;;) {
    if (!absorbed) {
      segment_.clear();
      const NodeId from = node;
      absorbed = walk_segment(node, destination, state);
      result.hops += static_cast<std::uint32_t>(segment_.size());
      if (on_segment && !segment_.empty()) on_segment(from, state, segment_);
      if (!absorbed) {
        result.delivered = true;
        return result;
      }
    }
    if (!seen.emplace(node.value(), header.words).second) return result;
    Resumption on = relation_.resume(node, destination, header);
    ++(on.rule == AbsorptionRule::intermediate ? result.stops : result.absorptions);
    result.last_resort = result.last_resort || on.rule == AbsorptionRule::last_resort;
    state = on.state;
    header = std::move(on.header);
    absorbed = false;
  }
}

WalkResult FaultWalk::from_source(NodeId node, NodeId destination, const OnSegment& on_segment) {
  return walk(node, destination, relation_.start(node, destination).front().state, false, on_segment);
}

WalkResult FaultWalk::from_absorption(NodeId node, NodeId destination, const OnSegment& on_segment) {
  return walk(node, destination, {}, true, on_segment);
}

const Expectation& AdaptiveWalk::at(NodeId node, HeaderState state) {
  known_.resize(topology_.nodes());
  const auto [it, fresh] = known_[node.value()].try_emplace(state.word);
  if (!fresh) return it->second;
  Candidates candidates;
  relation_.next(node, kNoChannel, destination_, state, candidates);
  Expectation sum;
  std::uint64_t ways = 0;
  for (const Candidate& c : candidates) ways += c.rank == 0 ? 1 : 0;
  for (const Candidate& c : candidates) {
    if (c.rank != 0 || c.exit == Exit::deliver) continue;
    require(c.exit == Exit::channel || ways == 1, "absorbed where it could go on");
    if (c.exit == Exit::absorb) {
      sum = after_absorption(node);
      continue;
    }
    require(!relation_.faults()->failed(c.channel), "a failed channel");
    const Expectation& on = at(topology_.channel(c.channel).to, c.next);
    sum.hops.add(on.hops.scaled(1, ways));
    sum.hops.add(ExactFraction(1, ways));
    sum.absorptions.add(on.absorptions.scaled(1, ways));
    sum.stops.add(on.stops.scaled(1, ways));
    sum.faulted.add(on.faulted.scaled(1, ways));
  }
  return known_[node.value()][state.word] = sum;
}

Expectation AdaptiveWalk::after_absorption(NodeId node) {
  const WalkResult on = absorbed_.from_absorption(node, destination_);
  all_delivered_ = all_delivered_ && on.delivered;
  return {ExactFraction(on.hops, 1), ExactFraction(on.absorptions, 1), ExactFraction(on.stops, 1), ExactFraction(1, 1)};
}

}  // namespace dateline::test
