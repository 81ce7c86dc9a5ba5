#include "reference_routing.hpp"

#include <cstddef>

namespace dateline::reference {

using Kind = ReferenceConfig::Kind;

std::vector<int> vcs_between(int first, int last) {
  std::vector<int> result;
  for (int v = first; v < last; ++v) result.push_back(v);
  return result;
}

ReferenceRouting::ReferenceRouting(const ReferenceConfig& config) : config_(config) {}

int ReferenceRouting::stride(int dimension) const {
  int result = 1;
  for (int d = 0; d < dimension; ++d) result *= config_.radices[static_cast<std::size_t>(d)];
  return result;
}

int ReferenceRouting::coordinate(int node, int dimension) const {
  return node / stride(dimension) % config_.radices[static_cast<std::size_t>(dimension)];
}

int ReferenceRouting::nodes() const { return stride(static_cast<int>(config_.radices.size())); }

int ReferenceRouting::ports() const {
  const int dimensions = static_cast<int>(config_.radices.size());
  return config_.kind == Kind::hypercube ? dimensions : 2 * dimensions;
}

int ReferenceRouting::dimension_of(int port) const { return config_.kind == Kind::hypercube ? port : port / 2; }

ReferenceRouting::Link ReferenceRouting::link(int node, int port) const {
  const int d = dimension_of(port);
  const int k = config_.radices[static_cast<std::size_t>(d)];
  const int here = coordinate(node, d);
  if (config_.kind == Kind::hypercube) return {node + (1 - 2 * here) * stride(d), port, d};
  const bool plus = port % 2 == 0;
  const int facing_port = plus ? port + 1 : port - 1;
  const int there = plus ? here + 1 : here - 1;
  if (config_.kind == Kind::mesh && (there < 0 || there >= k)) return {-1, facing_port, d};
  return {node + ((there + k) % k - here) * stride(d), facing_port, d};
}

bool ReferenceRouting::goes_plus(int dimension, int entry, int goal) const {
  if (config_.kind != Kind::torus) return goal > entry;
  const int k = config_.radices[static_cast<std::size_t>(dimension)];
  const int plus_distance = (goal - entry + k) % k;
  if (2 * plus_distance != k) return 2 * plus_distance < k;
  return config_.tie_rule == ReferenceConfig::TieRule::plus || entry % 2 == 0;
}

int ReferenceRouting::two_classes(int vc) const { return vc * 2 / config_.vcs; }

ReferenceRouting::Hop ReferenceRouting::next_hop(int source, int destination, int node, const Trace& trace) const {
  int d = 0;
  while (coordinate(node, d) == coordinate(destination, d)) ++d;
  const int entry = coordinate(source, d);  // dimensions before d do not change coordinate d
  const int here = coordinate(node, d);
  const int goal = coordinate(destination, d);
  const bool plus = goes_plus(d, entry, goal);
  const int port = config_.kind == Kind::hypercube ? d : 2 * d + (plus ? 0 : 1);
  if (config_.kind != Kind::torus) return {port, {vcs_between(0, config_.vcs)}};
  const bool wraps = plus ? goal < entry : goal > entry;
  const bool wrapped = plus ? here < entry : here > entry;
  return {port, torus_ranks(wraps, wrapped ? 1 : 0, trace.dimension == d && trace.vc_class == 1)};
}

std::vector<std::vector<int>> ReferenceRouting::torus_ranks(bool wraps, int current_class, bool class_one_used) const {
  if (config_.vc_policy == ReferenceConfig::VcPolicy::shared) return {vcs_between(2, config_.vcs), {current_class}};
  if (config_.vc_policy == ReferenceConfig::VcPolicy::fixed) current_class = wraps ? 1 : 0;
  std::vector<int> allowed;
  for (int v = 0; v < config_.vcs; ++v) {
    const bool relaxed = config_.vc_policy == ReferenceConfig::VcPolicy::relaxed && !wraps;
    const int wanted_class = relaxed && class_one_used ? 1 : current_class;
    if ((relaxed && !class_one_used) || two_classes(v) == wanted_class) allowed.push_back(v);
  }
  return {allowed};
}

}  // namespace dateline::reference
