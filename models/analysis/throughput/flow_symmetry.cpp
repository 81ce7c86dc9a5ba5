#include "models/analysis/throughput/flow_symmetry.hpp"

#include <map>
#include <set>

#include "models/network/symmetry/channel_images.hpp"
#include "models/network/symmetry/orbits.hpp"

namespace dateline {
namespace {

constexpr std::size_t kMostProducts = 2048;

RouterMap product(const RouterMap& first, const RouterMap& then) {
  RouterMap both;
  both.reserve(first.size());
  for (const std::uint32_t v : first) both.push_back(then[v]);
  return both;
}

// Products of the generators, from the identity on; at most so many.
std::set<RouterMap> products(std::uint32_t nodes, const std::vector<RouterMap>& generators, std::size_t most) {
  RouterMap identity;
  for (std::uint32_t v = 0; v < nodes; ++v) identity.push_back(v);
  std::set<RouterMap> known = {identity};
  std::vector<RouterMap> open = {identity};
  for (std::size_t i = 0; i < open.size() && known.size() < most; ++i) {
    for (const RouterMap& g : generators) {
      RouterMap next = product(open[i], g);
      if (known.insert(next).second) open.push_back(std::move(next));
    }
  }
  return known;
}

// What is asked between routers, as numbers that are equal where amounts are.
class Asked {
 public:
  explicit Asked(const FlowProblem& problem) : nodes_(problem.topology().nodes()), number_(std::size_t{nodes_} * nodes_, 0) {
    std::map<Rational, std::uint32_t> numbers;
    for (const FlowDemand& demand : problem.demands()) {
      for (std::size_t i = 0; i < demand.sources.size(); ++i) {
        const auto next = static_cast<std::uint32_t>(numbers.size() + 1);
        number_[index(demand.sources[i].value(), demand.destination.value())] = numbers.emplace(demand.amounts[i], next).first->second;
      }
    }
  }
  [[nodiscard]] bool kept_by(const RouterMap& map) const {
    for (std::uint32_t s = 0; s < nodes_; ++s) {
      for (std::uint32_t d = 0; d < nodes_; ++d) {
        if (number_[index(s, d)] != number_[index(map[s], map[d])]) return false;
      }
    }
    return true;
  }

 private:
  [[nodiscard]] std::size_t index(std::uint32_t s, std::uint32_t d) const { return std::size_t{s} * nodes_ + d; }
  std::uint32_t nodes_;
  std::vector<std::uint32_t> number_;
};

bool keeps_bandwidths(const Topology& topology, const ChannelImages& images, const RouterMap& map) {
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    if (topology.channel(ChannelId(c)).bandwidth != topology.channel(images.of(ChannelId(c), map)).bandwidth) return false;
  }
  return true;
}

}  // namespace

std::vector<RouterMap> demand_symmetries(const FlowProblem& problem) {
  if (problem.faults() != nullptr) return {};
  const Topology& topology = problem.topology();
  const ChannelImages images(topology);
  const Asked asked(problem);
  std::vector<RouterMap> all, kept;
  for (const Symmetry& g : topology.automorphisms()) {
    if (g.image.size() != topology.nodes()) continue;
    RouterMap map;
    for (const NodeId v : g.image) map.push_back(v.value());
    if (!keeps_bandwidths(topology, images, map)) continue;
    if (asked.kept_by(map)) kept.push_back(map);
    all.push_back(std::move(map));
  }
  if (kept.size() == all.size()) return kept;
  std::set<RouterMap> group = products(topology.nodes(), kept, kMostProducts);
  for (const RouterMap& map : products(topology.nodes(), all, kMostProducts)) {
    if (group.count(map) > 0 || !asked.kept_by(map)) continue;
    kept.push_back(map);
    group = products(topology.nodes(), kept, kMostProducts);
  }
  return kept;
}

}  // namespace dateline
