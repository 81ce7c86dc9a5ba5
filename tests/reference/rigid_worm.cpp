#include "rigid_worm.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>

namespace dateline::reference {
namespace {

using Cycle = long long;
using Channel = std::tuple<int, int>;  // (node it leaves, dimension); injection and ejection as the dimensions n and n + 1

struct Worm {
  int source = 0, destination = 0;
  int node = 0;                 // where the header is
  std::vector<Channel> wanted;  // what the header may take next, the lowest dimension first; none once it is ejected
  std::vector<Channel> path;    // taken: injection, dimensions, ejection
  int steps = 0;                // the header has crossed path[0 .. steps - 1]; flit i is i channels behind
  Cycle arrival = 0;            // cycle from which the header waits at its present router
  Cycle completion = 0;
};

void require(bool allowed, const char* what) {
  if (!allowed) throw std::invalid_argument(std::string("rigid worm: ") + what);
}

class Rule {
 public:
  Rule(int dimensions, WormTurns may_turn) : dimensions_(dimensions), may_turn_(may_turn) {}

  // The dimensions by which a message that came by `from` (-1: injected here) may leave and still finish.
  [[nodiscard]] std::vector<int> ways(int node, int from, int destination) const {
    std::vector<int> found;
    for (int d = 0; d < dimensions_; ++d)
      if (((node ^ destination) >> d & 1) && (from < 0 || may(node, from, d)) && finishes(node ^ 1 << d, d, destination)) found.push_back(d);
    return found;
  }
  [[nodiscard]] int dimensions() const { return dimensions_; }

 private:
  [[nodiscard]] bool may(int node, int from, int to) const { return may_turn_(static_cast<std::uint32_t>(node), from, to); }
  [[nodiscard]] bool finishes(int node, int from, int destination) const {
    if (node == destination) return true;
    for (int d = 0; d < dimensions_; ++d)
      if (((node ^ destination) >> d & 1) && may(node, from, d) && finishes(node ^ 1 << d, d, destination)) return true;
    return false;
  }

  int dimensions_;
  WormTurns may_turn_;
};

std::vector<Worm> build_worms(int dimensions, const std::vector<int>& permutation) {
  std::vector<Worm> packets;
  for (int source = 0; source < static_cast<int>(permutation.size()); ++source) {
    const int destination = permutation[static_cast<std::size_t>(source)];
    if (destination == source) continue;
    Worm packet;
    packet.source = packet.node = source;
    packet.destination = destination;
    packet.wanted.emplace_back(source, dimensions);
    packets.push_back(packet);
  }
  return packets;
}

// The order in which waiting headers are served. The dimension of the last channel crossed is the input; injection
// counts as n, hence last.
std::tuple<Cycle, int, int> precedence(const Worm& packet) {
  const int input = packet.path.empty() ? 0 : std::get<1>(packet.path.back());
  return {packet.arrival, input, packet.source};
}

// The header takes a channel: crosses it now, and asks for others at its end from the next cycle on.
void take(Worm& packet, Channel channel, const Rule& rule) {
  packet.path.push_back(channel);
  packet.wanted.clear();
  const int n = rule.dimensions(), dimension = std::get<1>(channel);
  if (dimension > n) return;  // ejected
  if (dimension < n) packet.node ^= 1 << dimension;
  if (packet.node == packet.destination) packet.wanted.emplace_back(packet.node, n + 1);
  for (const int d : rule.ways(packet.node, dimension < n ? dimension : -1, packet.destination)) packet.wanted.emplace_back(packet.node, d);
}

// Who moves in this cycle: worms whose headers have been ejected, and those that get a free channel, in their order.
std::vector<bool> decide(std::vector<Worm>& packets, std::set<Channel>& owned, const Rule& rule) {
  std::vector<bool> moves(packets.size(), false);
  std::vector<std::size_t> waiting;
  for (std::size_t w = 0; w < packets.size(); ++w) {
    if (packets[w].completion != 0) continue;
    if (packets[w].wanted.empty())
      moves[w] = true;
    else
      waiting.push_back(w);
  }
  std::sort(waiting.begin(), waiting.end(), [&](std::size_t a, std::size_t b) { return precedence(packets[a]) < precedence(packets[b]); });
  for (const std::size_t w : waiting) {
    const auto& wanted = packets[w].wanted;
    const auto free = std::find_if(wanted.begin(), wanted.end(), [&](const Channel& c) { return owned.count(c) == 0; });
    if (free == wanted.end()) continue;
    owned.insert(*free);
    moves[w] = true;
    take(packets[w], *free, rule);
  }
  return moves;
}

}  // namespace

std::vector<long long> rigid_packet_completions(int dimensions, const std::vector<int>& permutation, int length, WormTurns may_turn) {
  require(dimensions >= 1 && permutation.size() == std::size_t{1} << dimensions, "the permutation has not 2^dimensions entries");
  require(length >= 1, "a message of no flits");
  std::vector<bool> reached(permutation.size(), false);
  for (const int y : permutation) {
    require(y >= 0 && static_cast<std::size_t>(y) < permutation.size() && !reached[static_cast<std::size_t>(y)], "not a permutation");
    reached[static_cast<std::size_t>(y)] = true;
  }

  const Rule rule(dimensions, may_turn);
  std::vector<Worm> packets = build_worms(dimensions, permutation);
  std::set<Channel> owned;
  std::size_t unfinished = packets.size();
  const Cycle limit = static_cast<Cycle>(packets.size() + 1) * (length + dimensions + 3);
  for (Cycle t = 0; unfinished > 0; ++t) {
    if (t > limit) throw std::runtime_error("rigid worm: no progress");
    const std::vector<bool> moves = decide(packets, owned, rule);
    // The unit step. In step s (from 1) the tail crosses path[s - length] and thus leaves the buffer of
    // path[s - length - 1], which the next cycle's headers find free.
    for (std::size_t w = 0; w < packets.size(); ++w) {
      if (!moves[w]) continue;
      Worm& packet = packets[w];
      ++packet.steps;
      packet.arrival = t + 1;
      const int left = packet.steps - length - 1;
      if (left >= 0) owned.erase(packet.path[static_cast<std::size_t>(left)]);
      if (packet.wanted.empty() && packet.steps == static_cast<int>(packet.path.size()) + length - 1) {
        packet.completion = t + 1;
        --unfinished;
      }
    }
  }
  std::vector<long long> completions(permutation.size(), 0);
  for (const Worm& packet : packets) completions[static_cast<std::size_t>(packet.source)] = packet.completion;
  return completions;
}

}  // namespace dateline::reference
