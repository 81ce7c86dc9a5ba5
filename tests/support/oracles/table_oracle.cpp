#include "tests/support/oracles/table_oracle.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>

namespace dateline::test {
namespace {

std::int64_t total_weight(const std::vector<WeightedPath>& paths) {
  std::int64_t sum = 0;
  for (const WeightedPath& path : paths) sum += static_cast<std::int64_t>(path.weight);
  return sum;
}

void check_path(const Topology& topology, std::uint32_t source, std::uint32_t destination, const WeightedPath& path) {
  const std::string pair = std::to_string(source) + " -> " + std::to_string(destination);
  if (path.weight < 1) throw std::logic_error(pair + ": a path of weight 0");
  std::set<std::uint32_t> visited = {source};
  std::uint32_t at = source;
  for (const ChannelId c : path.channels) {
    if (topology.channel(c).from.value() != at) throw std::logic_error(pair + ": a path with a gap");
    at = topology.channel(c).to.value();
    if (!visited.insert(at).second) throw std::logic_error(pair + ": a path that visits a node twice");
  }
  if (at != destination) throw std::logic_error(pair + ": a path that ends elsewhere");
}

}  // namespace

std::int64_t heaviest_assignment(const std::vector<std::vector<std::int64_t>>& weight) {
  // Rows are added one by one; potentials keep cost - row - column >= 0, cost = -weight. Row and column 0 are
  // sentinels.
  const std::size_t n = weight.size();
  std::vector<std::int64_t> row(n + 1, 0), column(n + 1, 0);
  std::vector<std::size_t> row_of(n + 1, 0), before(n + 1, 0);
  for (std::size_t i = 1; i <= n; ++i) {
    std::vector<std::int64_t> slack(n + 1, std::numeric_limits<std::int64_t>::max());
    std::vector<bool> done(n + 1, false);
    std::size_t at = 0;
    row_of[0] = i;
    do {
      done[at] = true;
      std::int64_t step = std::numeric_limits<std::int64_t>::max();
      std::size_t next = 0;
      for (std::size_t j = 1; j <= n; ++j) {
        if (done[j]) continue;
        const std::int64_t reduced = -weight[row_of[at] - 1][j - 1] - row[row_of[at]] - column[j];
        if (reduced < slack[j]) {
          slack[j] = reduced;
          before[j] = at;
        }
        if (slack[j] < step) {
          step = slack[j];
          next = j;
        }
      }
      for (std::size_t j = 0; j <= n; ++j) {
        if (done[j]) {
          row[row_of[j]] += step;
          column[j] -= step;
        } else if (j > 0) {
          slack[j] -= step;
        }
      }
      at = next;
    } while (row_of[at] != 0);
    for (; at != 0; at = before[at]) row_of[at] = row_of[before[at]];
  }
  std::int64_t sum = 0;
  for (std::size_t j = 1; j <= n; ++j) sum += weight[row_of[j] - 1][j - 1];
  return sum;
}

TableOracle::TableOracle(const CubeTopology& topology, const PathTable& table)
    : topology_(topology), paths_(std::size_t{topology.nodes()} * topology.nodes()) {
  const std::uint32_t n = topology.nodes();
  if (table.paths.size() != (table.relative ? n : std::size_t{n} * n)) throw std::logic_error("a path table of the wrong size");
  for (std::uint32_t s = 0; s < n; ++s) {
    for (std::uint32_t d = 0; d < n; ++d) {
      if (table.relative) {
        add(s, topology.translate(NodeId(s), NodeId(d)).value(), table.paths[d], s);
      } else {
        add(s, d, table.paths[std::size_t{s} * n + d], 0);
      }
    }
  }
}

ChannelId TableOracle::moved(ChannelId channel, std::uint32_t by) const {
  const Channel& c = topology_.channel(channel);
  return by == 0 ? channel : topology_.out(topology_.translate(c.from, NodeId(by)), c.from_port);
}

void TableOracle::add(std::uint32_t source, std::uint32_t destination, const std::vector<WeightedPath>& paths, std::uint32_t moved_by) {
  if (paths.empty() != (source == destination)) throw std::logic_error("a pair without paths, or a node with paths to itself");
  auto& here = paths_[std::size_t{source} * topology_.nodes() + destination];
  for (const WeightedPath& path : paths) {
    WeightedPath copy{path.weight, {}};
    for (const ChannelId c : path.channels) copy.channels.push_back(moved(c, moved_by));
    check_path(topology_, source, destination, copy);
    here.push_back(copy);
  }
  if (!here.empty()) scale_ = std::lcm(scale_, total_weight(here));
  if (scale_ > (std::int64_t{1} << 40)) throw std::logic_error("weights beyond what this oracle counts");
}

Rational TableOracle::share(std::uint32_t source, std::uint32_t destination, ChannelId channel) const {
  std::int64_t crossing = 0;
  const auto& paths = paths_[std::size_t{source} * topology_.nodes() + destination];
  for (const WeightedPath& path : paths) {
    if (std::count(path.channels.begin(), path.channels.end(), channel) > 0) crossing += static_cast<std::int64_t>(path.weight);
  }
  return paths.empty() ? Rational(0) : Rational(crossing, total_weight(paths));
}

Rational TableOracle::worst_load(ChannelId channel) const {
  const std::uint32_t n = topology_.nodes();
  std::vector<std::vector<std::int64_t>> weight(n, std::vector<std::int64_t>(n, 0));
  for (std::uint32_t s = 0; s < n; ++s) {
    for (std::uint32_t d = 0; d < n; ++d) weight[s][d] = static_cast<std::int64_t>(numerator(share(s, d, channel) * scale_));
  }
  return Rational(heaviest_assignment(weight), scale_);
}

Rational TableOracle::worst_load() const {
  Rational worst = 0;
  for (std::uint32_t c = 0; c < topology_.channels(); ++c) worst = std::max(worst, worst_load(ChannelId(c)));
  return worst;
}

Rational TableOracle::mean_hops() const {
  Rational sum = 0;
  for (const auto& paths : paths_) {
    for (const WeightedPath& path : paths) {
      sum += Rational(static_cast<std::int64_t>(path.weight * path.channels.size()), total_weight(paths));
    }
  }
  return sum / paths_.size();
}

std::uint64_t TableOracle::longest_path() const {
  std::uint64_t longest = 0;
  for (const auto& paths : paths_) {
    for (const WeightedPath& path : paths) longest = std::max<std::uint64_t>(longest, path.channels.size());
  }
  return longest;
}

}  // namespace dateline::test
