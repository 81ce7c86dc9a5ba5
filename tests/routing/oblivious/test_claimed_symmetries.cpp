// The symmetries that relations claim: each generator takes the flow of every pair to the flow of the pair of images,
// exactly; and those that the rules of Towles (worst-case permutations) exclude are not claimed, and do fail.
#include <algorithm>
#include <catch2/catch.hpp>

#include "models/network/symmetry/orbits.hpp"
#include "models/network/topology/cube_symmetries.hpp"
#include "tests/support/oracles/pair_flow.hpp"
#include "tests/support/routings.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// The flow of every pair.
class Flows {
 public:
  Flows(const CubeTopology& t, const RoutingRelation& relation) : t_(t) {
    for (std::uint32_t s = 0; s < t.nodes(); ++s) {
      for (std::uint32_t d = 0; d < t.nodes(); ++d) flow_.push_back(pair_flow(t, relation, NodeId(s), NodeId(d)));
    }
  }
  [[nodiscard]] bool kept_by(const Symmetry& map) const {
    std::vector<ChannelId> image;
    for (std::uint32_t c = 0; c < t_.channels(); ++c) image.push_back(Orbits::image_of(t_, ChannelId(c), map));
    for (std::uint32_t s = 0; s < t_.nodes(); ++s) {
      for (std::uint32_t d = 0; d < t_.nodes(); ++d) {
        const auto& flow = of(NodeId(s), NodeId(d));
        const auto& of_images = of(map.image[s], map.image[d]);
        for (std::uint32_t c = 0; c < t_.channels(); ++c) {
          if (flow[c] != of_images[image[c].value()]) return false;
        }
      }
    }
    return true;
  }

 private:
  [[nodiscard]] const std::vector<Rational>& of(NodeId s, NodeId d) const { return flow_[std::size_t{s.value()} * t_.nodes() + d.value()]; }

  const CubeTopology& t_;
  std::vector<std::vector<Rational>> flow_;
};

bool keeps_routing(const CubeTopology& t, const RoutingRelation& relation, const Symmetry& map) { return Flows(t, relation).kept_by(map); }

// How many of the claimed generators have names that begin so.
std::ptrdiff_t claimed(const RoutingRelation& relation, const std::string& begin) {
  const auto all = relation.symmetries();
  return std::count_if(all.begin(), all.end(), [&](const Symmetry& s) { return s.name.rfind(begin, 0) == 0; });
}

}  // namespace

TEST_CASE("every symmetry that a relation claims keeps its routing, pair by pair") {
  const std::string name = GENERATE("torus:5", "torus:6", "torus:2x2", "torus:3x3", "torus:4x4", "torus:4x3", "torus:4x2", "torus:3x3x2", "mesh:4x4",
                                    "mesh:3x2x3", "hypercube:3");
  const auto t = make_cube(name);
  for (const std::string& routing : oblivious_routings(*t)) {
    for (const TieRule tie : tie_rules(*t)) {
      const auto relation = relation_of(*t, routing, tie);
      const Flows flows(*t, *relation);
      for (const Symmetry& s : relation->symmetries()) {
        CAPTURE(name, routing, name_of(tie), s.name);
        CHECK(flows.kept_by(s));
      }
    }
  }
}

TEST_CASE("what is claimed: translations, reflections dimension by dimension, swaps of equal radices") {
  const auto [name, routing, tie, translations, reflections, swaps] = GENERATE(table<std::string, std::string, std::string, int, int, int>({
      {"torus:5x5", "dor", "split", 2, 2, 0},    {"torus:5x5", "romm", "plus", 2, 2, 1},     {"torus:4x4", "romm", "split", 2, 2, 1},
      {"torus:4x4", "romm", "union", 2, 2, 1},   {"torus:4x4", "romm", "plus", 2, 0, 1},     {"torus:4x4", "romm", "parity", 2, 2, 1},
      {"torus:4x3", "romm", "plus", 2, 1, 0},    {"torus:4x3", "valiant", "plus", 2, 1, 0},  {"torus:4x4", "o1turn", "split", 2, 2, 1},
      {"torus:4x4", "o1turn", "plus", 2, 0, 1},  {"torus:4x4", "valiant", "split", 2, 2, 0}, {"torus:4x4", "rlb", "plus", 2, 2, 1},
      {"torus:4x4", "dor", "plus", 2, 0, 0},     {"torus:4x4", "dor", "parity", 2, 2, 0},    {"torus:4x3x4", "romm", "split", 3, 3, 1},
      {"mesh:4x4", "romm", "plus", 0, 2, 1},     {"mesh:4x3", "dor", "split", 0, 2, 0},      {"mesh:4x4", "valiant", "split", 0, 2, 0},
      {"hypercube:3", "romm", "split", 3, 0, 2}, {"hypercube:3", "dor", "split", 3, 0, 0},   {"hypercube:3", "o1turn", "split", 3, 0, 2},
  }));
  CAPTURE(name, routing, tie);
  const auto t = make_cube(name);
  const auto relation = relation_of(*t, routing, tie_rule_of(tie));
  CHECK(claimed(*relation, "translation") == translations);
  CHECK(claimed(*relation, "reflection") == reflections);
  CHECK(claimed(*relation, "swap") == swaps);
  CHECK(relation->symmetries().size() == static_cast<std::size_t>(translations + reflections + swaps));
}

TEST_CASE("what is not claimed does not hold: reflections under plus at even radix, swaps of ordered dimensions, odd steps under parity") {
  const auto t = make_cube("torus:4x4");
  for (const std::string routing : {"dor", "o1turn", "romm", "valiant"}) {
    CAPTURE(routing);
    CHECK_FALSE(keeps_routing(*t, *relation_of(*t, routing, TieRule::plus), reflections(*t, 0).front()));
    CHECK_FALSE(keeps_routing(*t, *relation_of(*t, routing, TieRule::parity), reflections(*t, 0).front()));
    CHECK_FALSE(keeps_routing(*t, *relation_of(*t, routing, TieRule::parity), translations(*t, false).front()));
  }
  for (const std::string routing : {"dor", "valiant"}) CHECK_FALSE(keeps_routing(*t, *relation_of(*t, routing), dimension_swaps(*t).front()));
}
