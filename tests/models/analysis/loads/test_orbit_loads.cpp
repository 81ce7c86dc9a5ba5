// Channel loads by orbits of routers on networks that are no cubes: against walks from every router, and the closed
// forms.
#include <catch2/catch.hpp>
#include <string>

#include "models/analysis/loads/channel_load.hpp"
#include "models/base/error.hpp"
#include "models/network/topology/clos.hpp"
#include "models/network/topology/grid.hpp"
#include "models/network/topology/hyperx.hpp"
#include "models/network/topology/topologies.hpp"
#include "traffic/registry.hpp"

using namespace dateline;

namespace {

Candidate over(ChannelId channel, std::uint32_t route) {
  Candidate candidate;
  candidate.route = route;
  candidate.channel = channel;
  candidate.classes = 1;
  return candidate;
}

// What the relations here share: one class, no state, and the topology's own symmetries as far as they keep the rule.
class Stateless : public RoutingRelation {
 public:
  explicit Stateless(const Topology& topology) : topology_(topology) {}
  [[nodiscard]] StartStates start(NodeId /*src*/, NodeId /*dst*/) const override { return {{}}; }
  [[nodiscard]] int classes() const override { return 1; }
  void next(NodeId node, ChannelId /*in*/, NodeId dst, HeaderState /*state*/, Candidates& out) const override {
    if (node != dst) {
      go(node, dst, out);
      return;
    }
    Candidate candidate;
    candidate.exit = Exit::deliver;
    out.push_back(candidate);
  }
  [[nodiscard]] std::vector<Symmetry> symmetries() const override { return topology_.automorphisms(); }

 protected:
  [[nodiscard]] const Topology& topology() const { return topology_; }
  virtual void go(NodeId node, NodeId dst, Candidates& out) const = 0;

 private:
  const Topology& topology_;
};

// On a hyperx: dimensions in ascending order, which no swap of dimensions keeps.
class Ascending final : public Stateless {
 public:
  explicit Ascending(const HyperXTopology& topology, bool claims_swaps = false)
      : Stateless(topology), hyperx_(topology), claims_swaps_(claims_swaps) {}
  [[nodiscard]] std::vector<Symmetry> symmetries() const override {
    std::vector<Symmetry> kept;
    for (const Symmetry& claim : Stateless::symmetries()) {
      if (claims_swaps_ || claim.name.find("swap") == std::string::npos) kept.push_back(claim);
    }
    return kept;
  }

 private:
  void go(NodeId node, NodeId dst, Candidates& out) const override {
    const auto here = hyperx_.grid()->coordinates(node.value()), there = hyperx_.grid()->coordinates(dst.value());
    std::size_t d = 0;
    while (here[d] == there[d]) ++d;
    out.push_back(over(hyperx_.out(node, hyperx_.port(static_cast<int>(d), here[d], there[d])), 0));
  }

  const HyperXTopology& hyperx_;
  bool claims_swaps_;
};

// On a folded Clos network: any spine, then down.
class AnySpine final : public Stateless {
 public:
  explicit AnySpine(const ClosTopology& topology) : Stateless(topology), clos_(topology) {}

 private:
  void go(NodeId node, NodeId dst, Candidates& out) const override {
    if (node.value() >= clos_.leaves()) {
      out.push_back(over(clos_.out(node, Port(static_cast<std::uint16_t>(dst.value()))), 0));
      return;
    }
    for (std::uint32_t s = 0; s < clos_.spines(); ++s) out.push_back(over(clos_.out(node, Port(static_cast<std::uint16_t>(s))), s));
  }

  const ClosTopology& clos_;
};

void check(const Topology& topology, const RoutingRelation& relation, const std::string& traffic, const Rational& load) {
  CAPTURE(topology.name(), traffic);
  const auto pattern = make_traffic(traffic, topology);
  LoadOptions every;
  every.use_symmetry = false;
  const ChannelLoads by_orbits = channel_load(topology, relation, *pattern, {}), walked = channel_load(topology, relation, *pattern, every);
  CHECK(by_orbits.by_symmetry);
  CHECK_FALSE(walked.by_symmetry);
  CHECK(by_orbits.load == walked.load);
  CHECK(by_orbits.gamma_max == walked.gamma_max);
  CHECK(by_orbits.mean_hops == walked.mean_hops);
  CHECK(by_orbits.demand == walked.demand);
  CHECK(by_orbits.gamma_max == load);
}

}  // namespace

TEST_CASE("loads of a hyperx by orbits are those of every source") {
  const auto t = make_topology("hyperx:4x4:t4"), small = make_topology("hyperx:3x3:t2");
  const auto& hyperx = dynamic_cast<const HyperXTopology&>(*t);
  check(*t, Ascending(hyperx), "uniform", Rational(64, 63));
  check(*t, Ascending(hyperx), "uniform-self", 1);  // T / S
  check(*small, Ascending(dynamic_cast<const HyperXTopology&>(*small)), "uniform", Rational(12, 17));
}

TEST_CASE("loads by orbits are right where some routers have no terminals") {
  const auto t = make_topology("clos:4,2,4");
  const AnySpine relation(dynamic_cast<const ClosTopology&>(*t));
  check(*t, relation, "uniform", Rational(8, 5));
  const auto wide = make_topology("clos:5,3,2");
  check(*wide, AnySpine(dynamic_cast<const ClosTopology&>(*wide)), "uniform-self", Rational(8, 15));  // 2 terminals, 4/5 elsewhere, 3 spines
}

TEST_CASE("a pattern that some permutation changes is walked from every source") {
  const auto t = make_topology("hyperx:4x4");
  const Ascending relation(dynamic_cast<const HyperXTopology&>(*t));
  CHECK_FALSE(channel_load(*t, relation, *make_traffic("transpose", *t), {}).by_symmetry);
  CHECK_FALSE(channel_load(*t, relation, *make_traffic("hotspot:3@0.5", *t), {}).by_symmetry);
}

TEST_CASE("a symmetry of the topology that the routing does not keep is found out") {
  const auto t = make_topology("hyperx:4x4");
  const Ascending relation(dynamic_cast<const HyperXTopology&>(*t), true);
  CHECK_THROWS_AS(channel_load(*t, relation, *make_traffic("uniform", *t), {}), InvariantError);
}
