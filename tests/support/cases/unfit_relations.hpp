// Relations on a ring that the analysis of loads must refuse: one whose choice is adaptive, one whose headers can go
// round for ever, one that leaves messages to the software on their way.
#pragma once

#include "models/network/relation/relation.hpp"
#include "models/network/topology/cube.hpp"

namespace dateline::test {

// Either way round in dimension 0, whichever is free.
class EitherWay final : public RoutingRelation {
 public:
  explicit EitherWay(const CubeTopology& t) : t_(t) {}
  [[nodiscard]] StartStates start(NodeId, NodeId) const override { return {StartState{}}; }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState, Candidates& out) const override {
    if (node == dst) {
      out.emplace_back().exit = Exit::deliver;
      return;
    }
    for (const int sign : {+1, -1}) {
      if (in != kNoChannel && t_.channel(in).sign != sign) continue;  // no turning back
      Candidate& c = out.emplace_back();
      c.route = sign > 0 ? 0 : 1;
      c.channel = t_.out(node, t_.port(0, sign));
      c.classes = 1;
      c.weight = 0;
    }
  }
  [[nodiscard]] int classes() const override { return 1; }
  [[nodiscard]] std::vector<Symmetry> symmetries() const override { return claims; }

  std::vector<Symmetry> claims;

 private:
  const CubeTopology& t_;
};

// The + way in dimension 0, but node 1 absorbs what passes.
class Absorber final : public RoutingRelation {
 public:
  explicit Absorber(const CubeTopology& t) : t_(t) {}
  [[nodiscard]] StartStates start(NodeId, NodeId) const override { return {StartState{}}; }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState, Candidates& out) const override {
    Candidate& c = out.emplace_back();
    c.exit = node == dst ? Exit::deliver : node == NodeId(1) && in != kNoChannel ? Exit::absorb : Exit::channel;
    c.channel = t_.out(node, t_.port(0, +1));
    c.classes = 1;
  }
  [[nodiscard]] int classes() const override { return 1; }

 private:
  const CubeTopology& t_;
};

// The + way in dimension 0; at the destination half of the packets go round once more.
class OnceMore final : public RoutingRelation {
 public:
  explicit OnceMore(const CubeTopology& t) : t_(t) {}
  [[nodiscard]] StartStates start(NodeId, NodeId) const override { return {StartState{}}; }
  void next(NodeId node, ChannelId, NodeId dst, HeaderState, Candidates& out) const override {
    Candidate& c = out.emplace_back();
    c.channel = t_.out(node, t_.port(0, +1));
    c.classes = 1;
    if (node != dst) return;
    Candidate& stop = out.emplace_back();
    stop.route = 1;
    stop.exit = Exit::deliver;
  }
  [[nodiscard]] int classes() const override { return 1; }
  [[nodiscard]] std::vector<Symmetry> symmetries() const override { return claims; }

  std::vector<Symmetry> claims;

 private:
  const CubeTopology& t_;
};

}  // namespace dateline::test
