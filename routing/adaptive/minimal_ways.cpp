#include "routing/adaptive/minimal_ways.hpp"

#include "routing/adaptive/first_channels.hpp"

namespace dateline {
namespace {

constexpr std::size_t kLargestTables = std::size_t{1} << 20U;  // entries, of all dimensions

}  // namespace

NearerHops::NearerHops(const CubeTopology& topology)
    : topology_(topology),
      torus_(topology.kind() == CubeTopology::Kind::torus),
      dimensions_(static_cast<std::uint32_t>(topology.dimensions())),
      ports_a_dimension_(topology.kind() == CubeTopology::Kind::hypercube ? 1 : 2),
      first_(first_channels(topology)) {
  std::size_t entries = 0;
  for (int d = 0; d < topology.dimensions(); ++d) entries += std::size_t{topology.radix(d)} * topology.radix(d);
  if (first_.empty() || entries > kLargestTables) return;
  entries_.reserve(entries);
  std::vector<std::uint32_t> tables;  // of a dimension: where its rows begin
  for (std::uint32_t d = 0; d < dimensions_; ++d) {
    const std::uint32_t k = topology.radix(static_cast<int>(d));
    tables.push_back(static_cast<std::uint32_t>(entries_.size()));
    for (std::uint32_t i = 0; i < k * k; ++i) entries_.push_back(i / k != i % k ? directions(d, i / k, i % k) : Directions());
  }
  rows_.reserve(std::size_t{topology.nodes()} * dimensions_);
  for (std::uint32_t node = 0; node < topology.nodes(); ++node) {
    for (std::uint32_t d = 0; d < dimensions_; ++d) {
      rows_.push_back(tables[d] + topology.coordinates(NodeId(node))[d] * topology.radix(static_cast<int>(d)));
    }
  }
}

HeaderState NearerHops::after(const HeaderQuery& query, ChannelId way) const {
  const std::uint16_t* const there = topology_.coordinates(query.destination);
  if (torus_ && answers()) {
    const std::uint32_t port = way.value() - first_[query.node.value()].value(), d = port / 2;
    return after(d, entries_[rows_[std::size_t{query.node.value()} * dimensions_ + d] + there[d]], port % 2, query.state);
  }
  const std::uint32_t port = topology_.channel(way).from_port.value(), d = port / ports_a_dimension_;
  return after(d, directions(d, topology_.coordinates(query.node)[d], there[d]), port % ports_a_dimension_, query.state);
}

}  // namespace dateline
