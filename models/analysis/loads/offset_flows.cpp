#include "models/analysis/loads/offset_flows.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/base/numbers/random.hpp"
#include "models/network/relation/ways_by_offset.hpp"
#include "models/network/topology/grid.hpp"

namespace dateline {
namespace {

[[noreturn]] void refuse(NodeId from, const char* what) {
  throw InvariantError(
      fmt::format("the relation claims that ways follow from how far apart their ends are; moved to node {} they {}", from.value(), what));
}

}  // namespace

bool OffsetFlows::apply(const Topology& topology, const RoutingRelation& relation) {
  const Grid* const grid = topology.grid();
  if (grid == nullptr || grid->lines() != Grid::Lines::open || dynamic_cast<const WaysByOffset*>(&relation) == nullptr) return false;
  return relation.faults() == nullptr && !relation.by_terminal() && !relation.absorbs();
}

// One number for the differences of all coordinates, each 1 - k to k - 1.
std::uint64_t OffsetFlows::offset(NodeId from, NodeId to) const {
  const Grid& grid = *topology_.grid();
  std::uint64_t number = 0;
  for (int d = grid.dimensions(); d-- > 0;) {
    const std::uint32_t k = grid.radix(d);
    number = number * (2 * k - 1) + (k - 1 + grid.coordinate(to.value(), d) - grid.coordinate(from.value(), d));
  }
  return number;
}

bool OffsetFlows::is_tried(NodeId from, NodeId to) { return mix(std::uint64_t{from.value()} << 32U | to.value()) % 64 == 0; }

std::vector<OffsetFlows::Placed> OffsetFlows::placed_from(NodeId from, const std::vector<NumberedFlow>& flows) const {
  std::vector<Placed> placed;
  placed.reserve(flows.size());
  for (const NumberedFlow& flow : flows) {
    const Channel& channel = topology_.channel(flow.channel);
    placed.push_back({channel.from.value() - from.value(), flow.value, channel.from_port});
  }
  return placed;
}

// No coordinate passes a border, so routers are moved as their numbers are.
void OffsetFlows::move(const std::vector<Placed>& placed, NodeId from) {
  moved_.clear();
  for (const Placed& flow : placed) {
    const NodeId at(from.value() + flow.from_source);
    const ChannelId channel = at.value() < topology_.nodes() ? topology_.out(at, flow.port) : kNoChannel;
    if (channel == kNoChannel) refuse(from, "leave the mesh");
    moved_.push_back({channel, flow.value});
  }
}

void OffsetFlows::check(NodeId from, const std::vector<Placed>& placed, std::vector<NumberedFlow> walked) {
  move(placed, from);
  std::vector<NumberedFlow> moved = moved_;
  const auto by_channel = [](const NumberedFlow& a, const NumberedFlow& b) { return a.channel.value() < b.channel.value(); };
  std::sort(walked.begin(), walked.end(), by_channel);
  std::sort(moved.begin(), moved.end(), by_channel);
  const auto same = [](const NumberedFlow& a, const NumberedFlow& b) { return a.channel == b.channel && a.value == b.value; };
  if (!std::equal(walked.begin(), walked.end(), moved.begin(), moved.end(), same)) refuse(from, "are others");
}

}  // namespace dateline
