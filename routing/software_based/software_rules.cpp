#include "routing/software_based/software_rules.hpp"

#include <algorithm>

namespace dateline {

SoftwareRules::SoftwareRules(const CubeTopology& topology, DetourOptions options)
    : topology_(topology),
      options_(options),
      dimensions_(static_cast<std::uint32_t>(topology.dimensions())),
      rings_(topology.kind() == CubeTopology::Kind::torus) {
  std::uint32_t stride = 1;
  for (int d = 0; d < topology.dimensions(); ++d) {
    strides_.push_back(stride);
    stride *= topology.radix(d);
  }
}

SoftwareRules::Decision SoftwareRules::resume(const FaultMap& faults, NodeId node, NodeId destination, DetourHeader header) const {
  if (node == header.segment.target) {
    if (header.last_resort) header.segment = last_resort_segment(topology_, faults, node, destination);
    if (!header.last_resort) {
      header.segment = {destination};
      header.reversed = 0;
    }
    return {header, AbsorptionRule::intermediate};
  }
  const Fault fault{node, destination, turn_at(node, header.segment)};
  const std::uint8_t limit = options_.absorption_limit;
  if (limit > 0) header.absorptions = std::min<std::uint8_t>(limit, static_cast<std::uint8_t>(header.absorptions + 1));
  if (limit > 0 && header.absorptions >= limit) return last_resort(faults, node, destination, header);

  const bool way_back = rings_ && usable(topology_, faults, node, {fault.turn.dimension, opposite(fault.turn.sign)});
  const bool reversed = (header.reversed >> fault.turn.dimension & 1U) != 0;
  if (way_back && !reversed) return reverse(fault.turn, header);
  if (go_orthogonal(faults, fault, header)) return {header, AbsorptionRule::orthogonal};
  if (way_back) return reverse(fault.turn, header);  // a dead end
  return last_resort(faults, node, destination, header);
}

Turn SoftwareRules::turn_at(NodeId node, const Segment& segment) const {
  const std::uint32_t d = lowest_difference(topology_, node, segment.target);
  const Sign requested = segment.requested[d];
  if (requested != Sign::none) return {d, requested};
  const auto dimension = static_cast<int>(d);
  const std::uint32_t at = topology_.coordinate(node, dimension), to = topology_.coordinate(segment.target, dimension);
  return {d, shorter_sign(topology_, d, at, to, TieRule::parity)};
}

SoftwareRules::Decision SoftwareRules::last_resort(const FaultMap& faults, NodeId node, NodeId destination, DetourHeader header) const {
  header.segment = last_resort_segment(topology_, faults, node, destination);
  header.reversed = 0;
  header.last_resort = true;
  return {header, AbsorptionRule::last_resort};
}

SoftwareRules::Decision SoftwareRules::reverse(Turn turn, DetourHeader header) const {
  header.reversed = static_cast<std::uint16_t>(header.reversed | 1U << turn.dimension);
  header.segment.requested.set(turn.dimension, opposite(turn.sign));
  return {header, AbsorptionRule::reverse};
}

bool SoftwareRules::go_orthogonal(const FaultMap& faults, const Fault& fault, DetourHeader& header) const {
  const std::uint32_t d = fault.turn.dimension;
  for (const std::uint32_t b : orthogonal_dimensions(fault, header.segment.target)) {
    Sign sign = orthogonal_sign(fault, b, header.orthogonal);
    if (!usable(topology_, faults, fault.node, {b, sign})) sign = opposite(sign);
    if (!usable(topology_, faults, fault.node, {b, sign})) continue;
    header.orthogonal.set(b, sign);
    header.reversed = 0;
    NodeId target = topology_.channel(channel_of(topology_, fault.node, {b, sign})).to;
    // Dimension b first, then d: a legal segment, and only then back in b.
    if (d > b) target = with_coordinate(target, d, topology_.coordinate(fault.destination, static_cast<int>(d)));
    header.segment = {target};
    header.segment.requested.set(b, sign);
    return true;
  }
  return false;
}

// In the order in which they are tried. Where the blocked neighbour is the end of the segment in this dimension and the
// message has others to go through, it may well be the node at which it would turn: then it turns now.
std::vector<std::uint32_t> SoftwareRules::orthogonal_dimensions(const Fault& fault, NodeId target) const {
  const std::uint32_t d = fault.turn.dimension;
  std::vector<std::uint32_t> order;
  if (dimensions_ == 1) return order;
  const NodeId blocked = topology_.channel(channel_of(topology_, fault.node, fault.turn)).to;
  const auto dimension = static_cast<int>(d);
  if (!options_.plane_pair_only && topology_.coordinate(blocked, dimension) == topology_.coordinate(target, dimension)) {
    for (std::uint32_t j = d + 1; order.empty() && j < dimensions_; ++j) {
      const auto other = static_cast<int>(j);
      if (topology_.coordinate(fault.node, other) != topology_.coordinate(fault.destination, other)) order.push_back(j);
    }
  }
  order.push_back(d == 0 ? 1 : d - 1);  // the other of the plane pair
  for (std::uint32_t i = 1; !options_.plane_pair_only && i < dimensions_; ++i) order.push_back((d + i) % dimensions_);
  return order;
}

// As an earlier detour went there, else towards the destination.
Sign SoftwareRules::orthogonal_sign(const Fault& fault, std::uint32_t dimension, Signs earlier) const {
  if (earlier[dimension] != Sign::none) return earlier[dimension];
  const auto d = static_cast<int>(dimension);
  const std::uint32_t at = topology_.coordinate(fault.node, d), to = topology_.coordinate(fault.destination, d);
  return at == to ? Sign::plus : shorter_sign(topology_, dimension, at, to, TieRule::plus);
}

NodeId SoftwareRules::with_coordinate(NodeId node, std::uint32_t dimension, std::uint32_t coordinate) const {
  const std::uint32_t stride = strides_[dimension];
  const std::uint32_t now = topology_.coordinate(node, static_cast<int>(dimension));
  return NodeId(node.value() + coordinate * stride - now * stride);
}

}  // namespace dateline
