#include "tests/support/relation_as_reference.hpp"

#include <stdexcept>

#include "models/network/random.hpp"

namespace dateline::test {
namespace {

NodeId node_id(int node) { return NodeId(static_cast<std::uint32_t>(node)); }

}  // namespace

std::uint64_t RelationAsReference::start(int source, int destination) const {
  const StartStates states = relation_.start(node_id(source), node_id(destination));
  if (states.size() != 1) throw std::logic_error("the reference machine draws no start state");
  return states.front().state.word;
}

std::vector<reference::ReferenceExit> RelationAsReference::exits(int node, int from, int from_port, int destination, std::uint64_t state) const {
  const ChannelId in = from < 0 ? kNoChannel : topology_.out(node_id(from), Port(static_cast<std::uint16_t>(from_port)));
  Candidates candidates;
  relation_.next(node_id(node), in, node_id(destination), {state}, candidates);
  std::vector<reference::ReferenceExit> result;
  for (const Candidate& c : candidates) {
    if (c.exit == Exit::deliver || (c.weight != 0 && c.route != candidates.front().route))
      throw std::logic_error("an exit that the reference machine cannot take");
    reference::ReferenceExit e;
    e.rank = c.rank;
    e.absorb = c.exit == Exit::absorb;
    e.next = c.next.word;
    if (!e.absorb) {
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

int RelationAsReference::draw(int source, int sequence, int hop, bool injection, int bound) const {
  const std::uint64_t key = message_key(mix_seed(seed_), static_cast<std::uint32_t>(source), static_cast<std::uint64_t>(sequence));
  const std::uint64_t bits = choice_bits(key, static_cast<std::uint32_t>(hop), injection ? Purpose::injection_vc : Purpose::vc);
  return static_cast<int>(scale_bits(bits, static_cast<std::uint64_t>(bound)));
}

}  // namespace dateline::test
