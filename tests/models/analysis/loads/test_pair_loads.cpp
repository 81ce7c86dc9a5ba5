// Pair loads: all pairs and channels against every path enumerated, with and without symmetries; their scale; sampled
// ones; integers they become.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "models/analysis/loads/pair_loads.hpp"
#include "models/analysis/worst_case/scaled_values.hpp"
#include "models/base/error.hpp"
#include "models/network/symmetry/orbits.hpp"
#include "models/network/topology/cube_symmetries.hpp"
#include "tests/support/cases/toy_network.hpp"
#include "tests/support/cases/uneven_minimal.hpp"
#include "tests/support/cases/unfit_relations.hpp"
#include "tests/support/oracles/pair_table.hpp"
#include "tests/support/routings.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// Rows of every channel as they must be: the positive loads, columns ascending.
void check_rows(const Topology& t, const PairLoads& loads, const PairTable& table) {
  bool right = true;
  for (std::uint32_t c = 0; c < t.channels(); ++c) {
    const ValueRows rows = loads.rows(ChannelId(c));
    REQUIRE(rows.begin.size() == t.nodes() + 1);
    REQUIRE(rows.begin.front() == 0);
    REQUIRE(rows.begin.back() == rows.column.size());
    REQUIRE(rows.value.size() == rows.column.size());
    for (std::uint32_t i = 0; i < t.nodes(); ++i) {
      std::size_t e = rows.begin[i];
      for (std::uint32_t j = 0; j < t.nodes(); ++j) {
        const Rational& expected = table.at(i, j, ChannelId(c));
        if (expected == 0) continue;
        right = right && e < rows.begin[i + 1] && rows.column[e] == j && loads.values()[rows.value[e]] == expected;
        ++e;
      }
      right = right && e == rows.begin[i + 1];
    }
    CAPTURE(t.name(), c);
    REQUIRE(right);
  }
}

// Distinct, positive, and over their least common denominator.
void check_values(const PairLoads& loads) {
  Integer common = 1;
  for (const Rational& v : loads.values()) {
    CHECK(v > 0);
    common = lcm(common, denominator(v));
  }
  CHECK(loads.scale() == common);
  CHECK(std::set<Rational>(loads.values().begin(), loads.values().end()).size() == loads.values().size());
}

std::vector<Symmetry> only_translations(std::vector<Symmetry> claims) {
  claims.erase(std::remove_if(claims.begin(), claims.end(), [](const Symmetry& s) { return s.kind != Symmetry::Kind::translation; }), claims.end());
  return claims;
}

template <typename Value>
const std::vector<Value>* as(const ScaledValues& values) {
  return std::get_if<std::vector<Value>>(&values);
}

}  // namespace

TEST_CASE("loads kept by symmetry equal loads kept source by source, and paths enumerated") {
  const std::string name =
      GENERATE("torus:2", "torus:6", "torus:2x2", "torus:4x3", "torus:4x4", "torus:3x3", "torus:2x3x2", "mesh:4", "mesh:3x3", "hypercube:3");
  const auto t = make_cube(name);
  for (const std::string& routing : oblivious_routings(*t)) {
    for (const TieRule tie : tie_rules(*t)) {
      CAPTURE(name, routing, name_of(tie));
      const auto relation = relation_of(*t, routing, tie);
      const PairTable table = enumerated(*t, routing, tie);
      const auto claims = relation->symmetries();
      for (const auto& symmetries : {std::vector<Symmetry>{}, only_translations(claims), claims}) {
        const PairLoads loads(*t, *relation, symmetries);
        CHECK(loads.terminals() == t->nodes());
        CHECK(loads.scale() == table.scale());
        check_values(loads);
        check_rows(*t, loads, table);
      }
    }
  }
}

TEST_CASE("valiant's packets to their own node are loads too, those of the others are not") {
  const auto t = make_cube("torus:3x3");
  const auto own_column = [&](const std::string& routing) {
    const auto relation = relation_of(*t, routing);
    const PairLoads loads(*t, *relation, relation->symmetries());
    std::size_t own = 0;
    for (std::uint32_t c = 0; c < t->channels(); ++c) {
      const ValueRows rows = loads.rows(ChannelId(c));
      for (std::uint32_t i = 0; i < t->nodes(); ++i) {
        for (std::size_t e = rows.begin[i]; e < rows.begin[i + 1]; ++e) own += rows.column[e] == i ? 1U : 0U;
      }
    }
    return own;
  };
  const PairTable table = enumerated(*t, "valiant", TieRule::split);
  std::size_t expected = 0;
  for (std::uint32_t i = 0; i < t->nodes(); ++i) {
    for (std::uint32_t c = 0; c < t->channels(); ++c) expected += table.at(i, i, ChannelId(c)) > 0 ? 1U : 0U;
  }
  CHECK(own_column("valiant") == expected);
  CHECK(expected > 0);
  for (const char* const routing : {"dor", "o1turn", "romm", "rlb"}) CHECK(own_column(routing) == 0);
}

TEST_CASE("the flows of a representative are its rows, destinations ascending") {
  const auto t = make_cube("mesh:4x3");
  const auto romm = relation_of(*t, "romm");
  const PairTable table = enumerated(*t, "romm", TieRule::split);
  const PairLoads loads(*t, *romm, romm->symmetries());
  const auto& representatives = loads.representatives();
  CHECK(representatives.size() == 4);  // one of every four that two reflections make alike
  for (std::uint32_t r = 0; r < representatives.size(); ++r) {
    for (std::uint32_t c = 0; c < t->channels(); ++c) {
      std::vector<std::uint32_t> found, expected;
      for (const PairLoads::Entry& e : loads.flows(r, ChannelId(c))) {
        found.push_back(e.destination);
        REQUIRE(loads.values()[e.value] == table.at(representatives[r].value(), e.destination, ChannelId(c)));
      }
      for (std::uint32_t j = 0; j < t->nodes(); ++j) {
        if (table.at(representatives[r].value(), j, ChannelId(c)) > 0) expected.push_back(j);
      }
      REQUIRE(found == expected);
    }
  }
}

TEST_CASE("a map of nodes takes a channel to the same channel here as in the orbits") {
  for (const char* const name : {"torus:2x2", "torus:4x4", "mesh:3x3", "hypercube:3"}) {
    const auto t = make_cube(name);
    const auto romm = relation_of(*t, "romm");
    const PairLoads loads(*t, *romm, {});
    for (const Symmetry& s : romm->symmetries()) {
      std::vector<std::uint32_t> map;
      for (const NodeId v : s.image) map.push_back(v.value());
      for (std::uint32_t c = 0; c < t->channels(); ++c) REQUIRE(loads.image(ChannelId(c), map) == Orbits::image_of(*t, ChannelId(c), s));
    }
    std::vector<std::uint32_t> nonsense(t->nodes(), 0);
    CHECK_THROWS_AS(loads.image(ChannelId(0), nonsense), InvariantError);
  }
}

TEST_CASE("loads whose denominators pass 64 bits are kept exactly, and those of any paths on any graph") {
  const auto t = make_cube("mesh:3x3");
  const UnevenMinimal uneven(*t, std::uint64_t{1} << 40U);
  const PairLoads wide(*t, uneven, {});
  check_values(wide);
  CHECK(wide.scale() > (Integer(1) << 64U));
  check_rows(*t, wide, PairTable(*t, [&](NodeId i, NodeId j) { return uneven.loads(i, j); }));

  const ToyNetwork graph("two triangles and a double link", 6, {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {2, 3}, {2, 3}});
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    WeightedPaths paths(graph);
    paths.draw(seed, 12);
    const PairLoads loads(graph, paths, {});
    check_values(loads);
    check_rows(graph, loads, enumerated(graph, paths));
  }
}

TEST_CASE("sampled loads are multiples of one path, average to the exact ones, and follow the symmetries") {
  const auto t = make_cube("torus:4x4");
  const std::uint64_t paths = 500;
  for (const std::string& routing : oblivious_routings(*t)) {
    const auto relation = relation_of(*t, routing);
    const PairLoads exact(*t, *relation, relation->symmetries());
    const PairLoads drawn(*t, *relation, relation->symmetries(), {paths, 8});
    const PairLoads again(*t, *relation, relation->symmetries(), {paths, 8});
    check_values(drawn);
    CHECK(Integer(paths) % drawn.scale() == 0);
    Rational sum_exact = 0, sum_drawn = 0;
    for (std::uint32_t c = 0; c < t->channels(); ++c) {
      const ValueRows rows = exact.rows(ChannelId(c)), sampled = drawn.rows(ChannelId(c)), same = again.rows(ChannelId(c));
      CHECK(sampled.column == same.column);
      CHECK(sampled.value == same.value);
      for (const std::uint32_t v : rows.value) sum_exact += exact.values()[v];
      for (const std::uint32_t v : sampled.value) sum_drawn += drawn.values()[v];
    }
    // The hops of all pairs. Minimal routings make the same number on every path.
    if (routing == "dor" || routing == "o1turn" || routing == "romm") {
      CHECK(sum_drawn == sum_exact);
    } else {
      CHECK(to_double(sum_drawn) == Approx(to_double(sum_exact)).epsilon(0.03));
    }
  }
}

TEST_CASE("adaptive relations and headers that go round are refused, exactly or sampled; the cost is known beforehand") {
  const auto t = make_cube("torus:5");
  CHECK_THROWS_AS(PairLoads(*t, EitherWay(*t), {}), ConfigError);
  CHECK_THROWS_AS(PairLoads(*t, EitherWay(*t), {}, {10, 1}), ConfigError);
  CHECK_THROWS_AS(PairLoads(*t, OnceMore(*t), {}), ConfigError);
  // Dimension order on a mesh row of k: from k sources to k destinations by about k / 3 hops; by reflection half the
  // sources.
  const auto row = make_cube("mesh:300");
  const auto dor = relation_of(*row, "dor");
  const double all = pair_loads_cost(*row, *dor, {});
  CHECK(all > 300.0 * 300 * 100 / 4);
  CHECK(all < 300.0 * 300 * 100 * 4);
  CHECK(pair_loads_cost(*row, *dor, dor->symmetries()) == Approx(all / 2));
  const double drawn = pair_loads_cost(*row, *dor, {}, {10, 1});
  CHECK(drawn > 10 * 300.0 * 300 * 100 / 4);
  CHECK(drawn < 10 * 300.0 * 300 * 100 * 4);
}

TEST_CASE("scaled values are exact, in the narrowest integers that leave room to add") {
  const std::vector<Rational> thirds = {Rational(1, 3), Rational(5, 6), Rational(7, 2), Rational(4)};
  const ScaledValues small = scale_values(thirds, 6, 1000);
  REQUIRE(as<std::int64_t>(small) != nullptr);
  CHECK(*as<std::int64_t>(small) == std::vector<std::int64_t>{2, 5, 21, 24});
  CHECK_THROWS_AS(scale_values(thirds, 3, 1000), InvariantError);
  CHECK_THROWS_AS(scale_values({Rational(1, 7)}, 6, 1), InvariantError);
  CHECK(as<std::int64_t>(scale_values({}, 1, 10)) != nullptr);
}

TEST_CASE("no sum of as many scaled values as announced passes the type they have") {
  // Every power of two, and its neighbours, as the largest value; terms from one to a million.
  for (unsigned bits = 0; bits < 140; ++bits) {
    for (const int off : {-1, 0, 1}) {
      for (const std::uint32_t terms : {1U, 2U, 100U, 65536U, 1000000U}) {
        const Integer largest = (Integer(1) << bits) + off;
        if (largest < 1) continue;
        const ScaledValues values = scale_values({Rational(largest, 3), Rational(1, 3)}, 3, terms);
        const Integer sum = largest * terms;
        CAPTURE(bits, off, terms);
        if (const auto* const v = as<std::int64_t>(values)) {
          REQUIRE(Integer(v->at(0)) == largest);
          REQUIRE(v->at(1) == 1);
          REQUIRE(sum < (Integer(1) << 63U));
        } else if (const auto* const w = as<Int128>(values)) {
          REQUIRE(Integer(w->at(0)) == largest);
          REQUIRE(sum < (Integer(1) << 127U));
          REQUIRE(sum >= (Integer(1) << 56U));  // 64 bits would not have done with room to spare
        } else {
          REQUIRE(as<Integer>(values)->at(0) == largest);
          REQUIRE(sum >= (Integer(1) << 118U));
        }
      }
    }
  }
}
