// What the budget of exact loads counts.
#include <catch2/catch.hpp>

#include "models/analysis/loads/channel_load.hpp"
#include "models/analysis/loads/symmetry_check.hpp"
#include "models/base/error.hpp"
#include "routing/registry/registry.hpp"
#include "traffic/registry.hpp"

using namespace dateline;

namespace {

std::unique_ptr<RoutingRelation> dor(const CubeTopology& t) { return make_relation("dor", t, {}); }

}  // namespace

TEST_CASE("the budget counts the check of the symmetries, which walks to every node up to 256") {
  // A ring of 5 under dor, which has no ties: a walk to a node has the starts of 5 sources and the arrivals by 2
  // channels on either side, 9 places, and the check makes 5 such walks.
  const auto t = make_cube("torus:5");
  const auto uniform = make_traffic("uniform", *t);
  const auto relation = dor(*t);
  REQUIRE(channel_load_cost(*t, *relation, *uniform, true) < 20);
  LoadOptions options;
  options.budget = 40;
  CHECK_THROWS_AS(channel_load(*t, *relation, *uniform, options), BudgetError);
  options.budget = 5 * 9 + 20;
  CHECK_NOTHROW(channel_load(*t, *relation, *uniform, options));
  CHECK(symmetry_check_walks(*t, relation->symmetries()) == 5);
  // 289 nodes: 35 destinations (10,000 pairs) for the flows themselves, and as many for each of two translations.
  const auto large = make_cube("torus:17x17");
  const auto translations = usable_translations(*large, *dor(*large));
  REQUIRE(translations.size() == 2);
  CHECK(symmetry_check_walks(*large, translations) == 35 * 3);
  CHECK(symmetry_check_walks(*large, {}) == 0);
}

TEST_CASE("the estimate of the work is not far below the work itself, on long rings too") {
  // One walk per destination, k/4 places long on average: k^2/4 on a ring of k.
  const std::uint32_t k = 4096;
  const auto t = make_cube("torus:" + std::to_string(k));
  const auto uniform = make_traffic("uniform", *t);
  const auto tornado = make_traffic("tornado", *t);
  CHECK(channel_load_cost(*t, *dor(*t), *uniform, true) >= k * (k / 4.0) / 10.0);
  CHECK(channel_load_cost(*t, *dor(*t), *tornado, true) >= k * (k / 2.0) / 10.0);
}
