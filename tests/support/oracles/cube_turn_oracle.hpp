// Turn rules on a hypercube, one turn at a time, and what follows from them by exhaustive search. Shares nothing with
// routing/cube_turns: a rule is a predicate, "may a message that came to node u by dimension j leave by dimension i?";
// whether a header can still finish is tried out, turn by turn.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/topology/cube.hpp"

namespace dateline::test {

using MayTurn = bool (*)(std::uint32_t node, int from, int to);

// At `node`: bit i is what it is before crossing i, bit j what it is after crossing j.
[[nodiscard]] inline bool bit(std::uint32_t node, int d) { return (node >> static_cast<unsigned>(d) & 1U) != 0; }

struct NamedTurns {
  const char* routing;
  MayTurn may;
};
// Hou, Wang, Ku and Hsu 2001, as reconstructed.
[[nodiscard]] inline const std::vector<NamedTurns>& cube_turn_rules() {
  static const std::vector<NamedTurns> rules = {
      {"e-cube", [](std::uint32_t, int j, int i) { return i > j; }},
      {"p-cube", [](std::uint32_t u, int j, int i) { return !(bit(u, j) && bit(u, i)); }},  // no positive, then negative
      {"li-min", [](std::uint32_t u, int j, int i) { return i > j || !bit(u, i); }},
      {"li-min-b", [](std::uint32_t u, int j, int i) { return i > j || !bit(u, j); }},
      {"chiu", [](std::uint32_t u, int j, int i) { return i > j || (bit(u, j) && !bit(u, i)); }},
      {"mix-ab3", [](std::uint32_t u, int j, int i) { return i > j || (i < 3 ? !bit(u, i) : bit(u, i)); }},
      {"mix-bb3", [](std::uint32_t u, int j, int i) { return i > j || (j < 3 ? !bit(u, j) : bit(u, j)); }},
  };
  return rules;
}

// What a rule leaves to headers for one destination. `from` is -1 at the source.
class TurnSearch {
 public:
  TurnSearch(int dimensions, std::uint32_t destination, MayTurn may)
      : dimensions_(dimensions),
        destination_(destination),
        may_(may),
        known_((static_cast<std::size_t>(dimensions) + 1) << static_cast<unsigned>(dimensions), 2) {}

  [[nodiscard]] std::vector<int> ways(std::uint32_t node, int from) {
    std::vector<int> found;
    for (int i = 0; i < dimensions_; ++i) {
      if (bit(node ^ destination_, i) && (from < 0 || may_(node, from, i)) && finishes(node ^ 1U << static_cast<unsigned>(i), i)) found.push_back(i);
    }
    return found;
  }

 private:
  bool finishes(std::uint32_t node, int from) {
    char& answer = known_[static_cast<std::size_t>(node) * static_cast<std::size_t>(dimensions_ + 1) + static_cast<std::size_t>(from + 1)];
    if (answer == 2) answer = node == destination_ || !ways(node, from).empty() ? 1 : 0;
    return answer == 1;
  }

  int dimensions_;
  std::uint32_t destination_;
  MayTurn may_;
  std::vector<char> known_;
};

// A relation by a rule, looking ahead by exhaustive search. For controls that must be rejected.
class SearchedTurns final : public RoutingRelation {
 public:
  SearchedTurns(const CubeTopology& t, MayTurn may) : t_(t), may_(may) {}
  [[nodiscard]] StartStates start(NodeId, NodeId) const override { return {StartState{}}; }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState, Candidates& out) const override {
    if (node == dst) {
      out.emplace_back().exit = Exit::deliver;
      return;
    }
    for (const int d : TurnSearch(t_.dimensions(), dst.value(), may_).ways(node.value(), in == kNoChannel ? -1 : t_.channel(in).dimension)) {
      Candidate& hop = out.emplace_back();
      hop.route = static_cast<std::uint32_t>(d);
      hop.channel = t_.out(node, t_.port(d, 1));
      hop.classes = 1;
      hop.weight = 0;
    }
  }
  [[nodiscard]] int classes() const override { return 1; }

 private:
  const CubeTopology& t_;
  MayTurn may_;
};

}  // namespace dateline::test
