// Networks whose terminals are not their routers, for tests: a cube with any number of terminals at its routers, and a
// two-level tree.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/topology/cube.hpp"

namespace dateline::test {

// count[v] terminals at router v, numbered by router.
[[nodiscard]] inline std::vector<NodeId> routers_of(const std::vector<std::uint32_t>& count) {
  std::vector<NodeId> routers;
  for (std::uint32_t v = 0; v < count.size(); ++v) routers.insert(routers.end(), count[v], NodeId(v));
  return routers;
}

class TerminalCube final : public CubeTopology {
 public:
  TerminalCube(Kind kind, std::vector<std::uint32_t> radices, std::vector<NodeId> router_of) : CubeTopology(kind, std::move(radices)) {
    place_terminals(std::move(router_of));
  }
  // As many at every router.
  TerminalCube(Kind kind, std::vector<std::uint32_t> radices, std::uint32_t terminals)
      : TerminalCube(kind, radices, routers_of(std::vector<std::uint32_t>(CubeTopology(kind, radices).nodes(), terminals))) {}
};

// Leaf routers 0..leaves-1 with `terminals` each, numbered by leaf, and spine routers without any, every leaf joined to
// every spine. Port s of a leaf leads to spine s, port l of a spine to leaf l.
class TwoLevelTree final : public Topology {
 public:
  TwoLevelTree(std::uint32_t leaves, std::uint32_t spines, std::uint32_t terminals);
  [[nodiscard]] std::uint32_t leaves() const { return leaves_; }
  [[nodiscard]] std::uint32_t spines() const { return spines_; }
  [[nodiscard]] ChannelId up(std::uint32_t leaf, std::uint32_t spine) const;
  [[nodiscard]] ChannelId down(std::uint32_t spine, std::uint32_t leaf) const;

 private:
  std::uint32_t leaves_, spines_;
};

// Destination modulo k: a message to terminal t climbs to spine t mod (number of spines); within a leaf it does not
// climb. One VC class.
class DestinationModSpines final : public RoutingRelation {
 public:
  explicit DestinationModSpines(const TwoLevelTree& tree) : tree_(tree) {}
  // Never asked: it depends on the terminal.
  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override;
  [[nodiscard]] StartStates start_between(const Ends& ends) const override;
  [[nodiscard]] bool by_terminal() const override { return true; }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  [[nodiscard]] int classes() const override { return 1; }

 private:
  const TwoLevelTree& tree_;
};

// A relation of routers that says it looks at terminals, and claims nothing: the same routing, walked terminal by
// terminal.
class ToldApart final : public RoutingRelation {
 public:
  explicit ToldApart(const RoutingRelation& relation) : relation_(relation) {}
  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override { return relation_.start(src, dst); }
  [[nodiscard]] bool by_terminal() const override { return true; }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override { relation_.next(node, in, dst, state, out); }
  [[nodiscard]] int classes() const override { return relation_.classes(); }

 private:
  const RoutingRelation& relation_;
};

}  // namespace dateline::test
