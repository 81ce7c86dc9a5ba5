#include "models/proof/digraph.hpp"

#include <algorithm>
#include <boost/graph/vector_as_graph.hpp>
// The graph that is searched is the vector itself, not a copy of it: the header above comes before those that use it.
#include <boost/graph/strong_components.hpp>

namespace dateline {

void Digraph::normalise() {
  for (auto& targets : next_) {
    std::sort(targets.begin(), targets.end());
    targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
    targets.shrink_to_fit();
  }
}

std::uint64_t Digraph::edges() const {
  std::uint64_t sum = 0;
  for (const auto& targets : next_) sum += targets.size();
  return sum;
}

// Vertices are taken out when no other leads to them any more.
bool Digraph::acyclic() const {
  std::vector<std::uint32_t> before(next_.size(), 0), ready;
  for (const auto& targets : next_) {
    for (const std::uint32_t to : targets) ++before[to];
  }
  for (std::uint32_t v = 0; v < next_.size(); ++v) {
    if (before[v] == 0) ready.push_back(v);
  }
  for (std::size_t i = 0; i < ready.size(); ++i) {
    for (const std::uint32_t to : next_[ready[i]]) {
      if (--before[to] == 0) ready.push_back(to);
    }
  }
  return ready.size() == next_.size();
}

std::uint64_t Digraph::ways_between(const std::vector<bool>& ends) const {
  std::uint64_t ways = 0;
  std::vector<std::uint32_t> last_seen(next_.size(), 0), stack;
  for (std::uint32_t from = 0; from < next_.size(); ++from) {
    if (!ends[from]) continue;
    stack.assign(1, from);
    while (!stack.empty()) {
      const std::uint32_t at = stack.back();
      stack.pop_back();
      for (const std::uint32_t to : next_[at]) {
        if (last_seen[to] == from + 1) continue;
        last_seen[to] = from + 1;
        if (ends[to]) {
          ++ways;
        } else {
          stack.push_back(to);
        }
      }
    }
  }
  return ways;
}

std::vector<std::uint32_t> Digraph::shortest_cycle_through(const std::vector<bool>& chosen) const {
  const auto n = static_cast<std::uint32_t>(next_.size());
  std::vector<std::uint32_t> component(n);
  const boost::typed_identity_property_map<std::uint32_t> index;
  const auto components = static_cast<std::uint32_t>(
      boost::strong_components(next_, boost::make_iterator_property_map(component.begin(), index), boost::vertex_index_map(index)));
  std::vector<std::uint32_t> size(components, 0);
  for (const std::uint32_t c : component) ++size[c];

  constexpr std::uint32_t kNone = 0xffffffffU;
  std::uint32_t smallest = kNone;
  for (std::uint32_t v = 0; v < n; ++v) {
    if (!chosen[v]) continue;
    if (std::binary_search(next_[v].begin(), next_[v].end(), v)) return {v};
    const std::uint32_t c = component[v];
    if (size[c] > 1 && (smallest == kNone || size[c] < size[smallest])) smallest = c;
  }
  if (smallest == kNone) return {};

  constexpr std::size_t kMostStarts = 2000;  // a search per vertex; more would only shorten the printed cycle
  std::vector<std::uint32_t> best;
  std::size_t starts = 0;
  for (std::uint32_t start = 0; start < n && starts < kMostStarts; ++start) {
    if (component[start] != smallest || !chosen[start]) continue;
    ++starts;
    std::vector<std::uint32_t> before(n, kNone);
    std::vector<std::uint32_t> queue = {start};
    std::uint32_t last = kNone;
    for (std::size_t i = 0; i < queue.size() && last == kNone; ++i) {
      for (const std::uint32_t to : next_[queue[i]]) {
        if (to == start) last = queue[i];
        if (to == start) break;
        if (component[to] != smallest || before[to] != kNone) continue;
        before[to] = queue[i];
        queue.push_back(to);
      }
    }
    std::vector<std::uint32_t> cycle;
    for (std::uint32_t v = last; v != kNone; v = v == start ? kNone : before[v]) cycle.push_back(v);
    std::reverse(cycle.begin(), cycle.end());
    if (best.empty() || cycle.size() < best.size()) best = cycle;
  }
  return best;
}

}  // namespace dateline
