#include "models/proof/hop_reader.hpp"

#include <fmt/format.h>

#include <utility>

#include "models/base/error.hpp"
#include "models/network/faults/fault_map.hpp"
#include "models/network/relation/lone_choice.hpp"

namespace dateline {
namespace {

// A header that waits there is not taken out when the network changes to these faults.
bool lives(const FaultMap* faults, const HeaderPlace& at, NodeId destination) {
  return faults == nullptr || (!faults->failed(at.node) && !faults->failed(destination) && (at.in == kNoChannel || !faults->failed(at.in)));
}

[[noreturn]] void refuse_classes(std::uint16_t offered, unsigned classes) {
  throw InvariantError(fmt::format("the relation offers VC classes {:#x} of {}", offered, classes));
}

}  // namespace

HopReader::HopReader(const Topology& topology, const RoutingRelation& relation)
    : topology_(topology),
      own_(topology, relation),
      classes_(static_cast<unsigned>(relation.classes())),
      channels_(topology.channels()),
      absorbs_(relation.absorbs()) {
  escapes_.classes.assign(channels_ + (absorbs_ ? topology.nodes() : 0), 0);
}

template <bool kAbsorbs>
inline PlaceHop HopReader::hop_over(const Candidate& c, std::uint32_t header, PlaceTable& places) const {
  if (c.classes == 0 || (c.classes >> classes_) != 0) refuse_classes(c.classes, classes_);
  return {1, places.find_or_add<kAbsorbs>(c.channel, c.next, header, c.classes), c.channel, c.classes, own_.wire(c.channel).from_port, true};
}

PlaceHop HopReader::absorbed(const CheckedRelation& by, NodeId node, std::uint32_t header, NodeId destination, PlaceTable& places) {
  PlaceHop hop{1, PlaceHop::kAbsorbed, kNoChannel, 0, Port(), true, 0};
  Resumption on = by.resume(node, destination, headers_[header]);
  hop.rule = on.rule;
  hop.to = places.find_or_add<true>(ChannelId(channels_ + node.value()), on.state, headers_.find_or_add(std::move(on.header)), 0);
  return hop;
}

// Unweighted routes: equal chances to the different channels of the lowest rank, or the first where hops are weighed.
void HopReader::even_out(const Candidates& candidates, PlaceHop* hops) {
  choose_alone(
      candidates.size(), [&](std::size_t i) -> const Candidate& { return candidates[i]; },
      [&](std::size_t i, bool taken) {
        hops[i].weight = 1;
        hops[i].counts = taken;
        hops[i].free = true;
        adaptive_ = adaptive_ || hops[i].channel != hops[0].channel;
      },
      own_.weighs_hops());
}

template <bool kAbsorbs>
void HopReader::read(const HeaderPlace& at, std::uint32_t header, NodeId destination, PlaceTable& places, std::vector<PlaceHop>& hops) {
  if (others_.empty()) return read_from<kAbsorbs>(own_, at, header, destination, places, hops);
  const std::size_t first = hops.size();
  if (lives(own_.faults(), at, destination)) read_from<kAbsorbs>(own_, at, header, destination, places, hops);
  for (CheckedRelation& other : others_) {
    if (lives(other.faults(), at, destination)) read_from<kAbsorbs>(other, at, header, destination, places, hops);
  }
  for (std::size_t i = first; i < hops.size(); ++i) hops[i].weight = 1;  // of ways by several relations no share is known
}

template <bool kAbsorbs>
void HopReader::read_from(CheckedRelation& asked, const HeaderPlace& at, std::uint32_t header, NodeId destination, PlaceTable& places,
                          std::vector<PlaceHop>& hops) {
  bool has_escape = false;
  const Candidate* before = nullptr;
  const Candidates& candidates = asked.next(at, destination);
  for (const Candidate& c : candidates) {
    if (c.exit == Exit::channel) {
      hops.push_back(hop_over<kAbsorbs>(c, header, places));
      if (c.escape) escapes_.classes[c.channel.value()] |= c.classes;
      has_escape = has_escape || c.escape;
    } else {
      hops.push_back({1, c.exit == Exit::absorb ? PlaceHop::kAbsorbed : PlaceHop::kDelivered, kNoChannel, 0, Port(), true, 0});
      if (kAbsorbs && c.exit == Exit::absorb) hops.back() = absorbed(asked, at.node, header, destination, places);
      has_escape = true;
    }
    hops.back().weight = c.weight;
    hops.back().rank = c.rank;
    hops.back().counts = before == nullptr || before->route != c.route;
    before = &c;
  }
  if (before->weight == 0 && before->route != candidates.front().route) even_out(candidates, hops.data() + hops.size() - candidates.size());
  if (!has_escape) escapes_.everywhere = false;
}

template void HopReader::read<true>(const HeaderPlace&, std::uint32_t, NodeId, PlaceTable&, std::vector<PlaceHop>&);
template void HopReader::read<false>(const HeaderPlace&, std::uint32_t, NodeId, PlaceTable&, std::vector<PlaceHop>&);

}  // namespace dateline
