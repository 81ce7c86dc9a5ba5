#include "rigid_worm.hpp"

#include <cstddef>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>

namespace dateline::reference {
namespace {

using Cycle = long long;
using Channel = std::tuple<int, int>;  // (node it leaves, dimension); injection and ejection as the dimensions n and n + 1

struct Worm {
  int source = 0;
  std::vector<Channel> path;  // injection, dimensions ascending, ejection
  int steps = 0;              // the header has crossed path[0 .. steps - 1]; flit i is i channels behind
  Cycle arrival = 0;          // cycle from which the header waits at its present router
  Cycle completion = 0;
};

void require(bool allowed, const char* what) {
  if (!allowed) throw std::invalid_argument(std::string("rigid worm: ") + what);
}

std::vector<Worm> build_worms(int dimensions, const std::vector<int>& permutation) {
  std::vector<Worm> worms;
  for (int source = 0; source < static_cast<int>(permutation.size()); ++source) {
    const int destination = permutation[static_cast<std::size_t>(source)];
    if (destination == source) continue;
    Worm worm;
    worm.source = source;
    worm.path.emplace_back(source, dimensions);
    int node = source;
    for (int d = 0; d < dimensions; ++d)
      if (((node ^ destination) >> d) & 1) {
        worm.path.emplace_back(node, d);
        node ^= 1 << d;
      }
    worm.path.emplace_back(node, dimensions + 1);
    worms.push_back(worm);
  }
  return worms;
}

// The order in which waiting headers are served. The dimension of the last channel crossed is the input; injection
// counts as n, hence last.
std::tuple<Cycle, int, int> precedence(const Worm& worm) {
  const int input = worm.steps == 0 ? 0 : std::get<1>(worm.path[static_cast<std::size_t>(worm.steps) - 1]);
  return {worm.arrival, input, worm.source};
}

}  // namespace

std::vector<long long> rigid_worm_completions(int dimensions, const std::vector<int>& permutation, int length) {
  require(dimensions >= 1 && permutation.size() == std::size_t{1} << dimensions, "the permutation has not 2^dimensions entries");
  require(length >= 1, "a message of no flits");
  std::vector<bool> reached(permutation.size(), false);
  for (const int y : permutation) {
    require(y >= 0 && static_cast<std::size_t>(y) < permutation.size() && !reached[static_cast<std::size_t>(y)], "not a permutation");
    reached[static_cast<std::size_t>(y)] = true;
  }

  std::vector<Worm> worms = build_worms(dimensions, permutation);
  std::set<Channel> owned;
  std::size_t unfinished = worms.size();
  const Cycle limit = static_cast<Cycle>(worms.size() + 1) * (length + dimensions + 3);
  for (Cycle t = 0; unfinished > 0; ++t) {
    if (t > limit) throw std::runtime_error("rigid worm: no progress");
    // Who moves: a worm whose header has been ejected, and for each free channel the first of the headers that want it.
    std::map<Channel, std::size_t> winner;
    std::vector<bool> moves(worms.size(), false);
    for (std::size_t w = 0; w < worms.size(); ++w) {
      const Worm& worm = worms[w];
      if (worm.completion != 0) continue;
      if (worm.steps >= static_cast<int>(worm.path.size())) {
        moves[w] = true;
        continue;
      }
      const Channel wanted = worm.path[static_cast<std::size_t>(worm.steps)];
      if (owned.count(wanted) != 0) continue;
      const auto [entry, first] = winner.emplace(wanted, w);
      if (!first && precedence(worm) < precedence(worms[entry->second])) entry->second = w;
    }
    for (const auto& [channel, w] : winner) {
      owned.insert(channel);
      moves[w] = true;
    }
    // The unit step. In step s (from 1) the tail crosses path[s - length] and thus leaves the buffer of
    // path[s - length - 1], which the next cycle's headers find free.
    for (std::size_t w = 0; w < worms.size(); ++w) {
      if (!moves[w]) continue;
      Worm& worm = worms[w];
      ++worm.steps;
      worm.arrival = t + 1;
      const int channels = static_cast<int>(worm.path.size());
      const int left = worm.steps - length - 1;
      if (left >= 0) owned.erase(worm.path[static_cast<std::size_t>(left)]);
      if (worm.steps == channels + length - 1) {
        worm.completion = t + 1;
        --unfinished;
      }
    }
  }
  std::vector<long long> completions(permutation.size(), 0);
  for (const Worm& worm : worms) completions[static_cast<std::size_t>(worm.source)] = worm.completion;
  return completions;
}

}  // namespace dateline::reference
