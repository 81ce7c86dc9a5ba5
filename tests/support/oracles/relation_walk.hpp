// Walks everything that headers of a relation to one destination can meet, checks each set of candidates, and finds the
// least and most hops left and whether some place leaves a choice.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <tuple>

#include "models/network/relation/relation.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline::test {

inline constexpr std::uint32_t kUnbounded = 0xffffffffU;

class Walk {
 public:
  using Place = std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>;  // node, incoming channel, state

  Walk(const Topology& t, const RoutingRelation& relation, std::uint32_t destination) : t_(t), relation_(relation), to_(destination) {}

  struct Hops {
    std::uint32_t least, most;
  };
  Hops from(const Place& place) {
    const auto [it, fresh] = hops_.try_emplace(place, Hops{kUnbounded, kUnbounded});
    if (!fresh) {
      REQUIRE(it->second.most != kUnbounded);  // else the header came back to a place it had not left for good: it can go round
      return it->second;
    }
    const auto& [node, in, word] = place;
    Candidates candidates, again;
    relation_.next(NodeId(node), ChannelId(in), to_, HeaderState{word}, candidates);
    relation_.next(NodeId(node), ChannelId(in), to_, HeaderState{word}, again);
    check(node, candidates, again);
    Hops hops{kUnbounded, 0};
    for (const Candidate& c : candidates) {
      Hops on{0, 0};
      if (c.exit == Exit::channel) {
        on = from({t_.channel(c.channel).to.value(), c.channel.value(), c.next.word});
        ++on.least;
        ++on.most;
      }
      hops = {std::min(hops.least, on.least), std::max(hops.most, on.most)};
    }
    return hops_[place] = hops;
  }
  [[nodiscard]] std::size_t places() const { return hops_.size(); }
  [[nodiscard]] bool adaptive() const { return adaptive_; }  // some place has several unweighted routes

 private:
  void check(std::uint32_t node, const Candidates& candidates, const Candidates& again) {
    CAPTURE(node, to_.value());
    REQUIRE_FALSE(candidates.empty());
    REQUIRE(candidates.size() == again.size());
    std::map<std::uint32_t, const Candidate*> routes;
    bool weighted = false, unweighted = false;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const Candidate& c = candidates[i];
      REQUIRE(c.next == again[i].next);  // pure: the same question has the same answer
      REQUIRE(c.channel == again[i].channel);
      (c.weight > 0 ? weighted : unweighted) = true;
      if (c.exit == Exit::deliver) {
        REQUIRE(node == to_.value());
      } else {
        REQUIRE(c.exit == Exit::channel);
        REQUIRE(c.channel.value() < t_.channels());
        REQUIRE(t_.channel(c.channel).from.value() == node);
        REQUIRE(c.classes != 0);
        REQUIRE((c.classes >> relation_.classes()) == 0);
      }
      const auto [it, fresh] = routes.try_emplace(c.route, &c);
      if (fresh) continue;
      REQUIRE(candidates[i - 1].route == c.route);  // the candidates of a route stand together
      REQUIRE(it->second->exit == c.exit);
      REQUIRE(it->second->channel == c.channel);
      REQUIRE(it->second->weight == c.weight);
    }
    REQUIRE(weighted != unweighted);
    adaptive_ = adaptive_ || (unweighted && routes.size() > 1);
  }

  const Topology& t_;
  const RoutingRelation& relation_;
  NodeId to_;
  std::map<Place, Hops> hops_;
  bool adaptive_ = false;
};

[[nodiscard]] inline bool is_adaptive(const Topology& t, const RoutingRelation& relation) {
  for (std::uint32_t d = 0; d < t.nodes(); ++d) {
    Walk walk(t, relation, d);
    for (std::uint32_t s = 0; s < t.nodes(); ++s) {
      for (const StartState& start : relation.start(NodeId(s), NodeId(d))) (void)walk.from({s, kNoChannel.value(), start.state.word});
    }
    if (walk.adaptive()) return true;
  }
  return false;
}

}  // namespace dateline::test
