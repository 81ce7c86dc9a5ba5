#include "tests/support/relation_as_reference.hpp"

#include <map>
#include <stdexcept>

namespace dateline::test {
namespace {

NodeId node_id(int node) { return NodeId(static_cast<std::uint32_t>(node)); }

}  // namespace

std::uint64_t RelationAsReference::start(const reference::ReferenceTraveller& who, int destination) const {
  const StartStates states = relation_.start(node_id(who.source), node_id(destination));
  std::uint64_t total = 0;
  for (const StartState& s : states) total += s.weight;
  std::uint64_t left = states.size() == 1 ? 0 : below(who, Purpose::start, total);
  for (const StartState& s : states) {
    if (left < s.weight) return s.state.word;
    left -= s.weight;
  }
  throw std::logic_error("a start state beyond all weights");
}

std::uint32_t RelationAsReference::drawn_route(const reference::ReferenceTraveller& who, const Candidates& candidates) const {
  std::map<std::uint32_t, std::uint64_t> weights;
  std::uint64_t total = 0;
  for (const Candidate& c : candidates) weights[c.route] = c.weight;
  for (const auto& [route, weight] : weights) total += weight;
  std::uint64_t left = below(who, Purpose::route, total);
  for (const auto& [route, weight] : weights) {
    if (left < weight) return route;
    left -= weight;
  }
  throw std::logic_error("a route beyond all weights");
}

std::vector<reference::ReferenceExit> RelationAsReference::exits(const reference::ReferenceTraveller& who, int node, int from, int from_port,
                                                                 int destination, std::uint64_t state) const {
  const ChannelId in = from < 0 ? kNoChannel : topology_.out(node_id(from), Port(static_cast<std::uint16_t>(from_port)));
  Candidates candidates;
  relation_.next(node_id(node), in, node_id(destination), {state}, candidates);
  std::vector<reference::ReferenceExit> result;
  const bool weighted = candidates.size() > 1 && candidates.front().weight != 0;
  const std::uint32_t route = weighted ? drawn_route(who, candidates) : 0;
  for (const Candidate& c : candidates) {
    if (weighted && c.route != route) continue;
    reference::ReferenceExit e;
    e.rank = c.rank;
    e.absorb = c.exit == Exit::absorb;
    e.deliver = c.exit == Exit::deliver;
    e.next = c.next.word;
    e.route = static_cast<int>(c.route);
    e.hops = c.hops;
    e.detour = c.detour;
    if (c.exit == Exit::channel) {
      e.port = topology_.channel(c.channel).from_port.value();
      for (int v = 0; v < vcs_; ++v)
        if ((c.classes >> static_cast<unsigned>(relation_.class_of_vc(v, vcs_)) & 1U) != 0) e.vcs.push_back(v);
    }
    result.push_back(e);
  }
  return result;
}

std::uint64_t RelationAsReference::resume(int node, int destination, std::vector<std::uint32_t>& software) const {
  const Resumption r = relation_.resume(node_id(node), node_id(destination), {software});
  software = r.header.words;
  return r.state.word;
}

int RelationAsReference::draw(const reference::ReferenceTraveller& who, bool injection, int bound) const {
  return static_cast<int>(below(who, injection ? Purpose::injection_vc : Purpose::vc, static_cast<std::uint64_t>(bound)));
}

std::uint64_t RelationAsReference::below(const reference::ReferenceTraveller& who, Purpose purpose, std::uint64_t bound) const {
  const std::uint64_t key = packet_key(mix_seed(seed_), static_cast<std::uint32_t>(who.source), static_cast<std::uint64_t>(who.sequence));
  return scale_bits(choice_bits(key, static_cast<std::uint32_t>(who.hop), purpose), bound);
}

}  // namespace dateline::test
