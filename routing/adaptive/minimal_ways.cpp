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
  for (std::uint32_t d = 0; d < dimensions_; ++d) {
    const std::uint32_t k = topology.radix(static_cast<int>(d));
    tables_.push_back({static_cast<std::uint32_t>(entries_.size()), k});
    for (std::uint32_t i = 0; i < k * k; ++i) entries_.push_back(i / k != i % k ? directions(d, i / k, i % k) : Directions());
  }
}

HeaderState NearerHops::after(const HeaderQuery& query, ChannelId way) const {
  const std::uint32_t port = topology_.channel(way).from_port.value();
  const std::uint32_t d = port / ports_a_dimension_;
  const std::uint32_t at = topology_.coordinates(query.node)[d], to = topology_.coordinates(query.destination)[d];
  return after(d, directions(d, at, to), port % ports_a_dimension_, query.state);
}

}  // namespace dateline
