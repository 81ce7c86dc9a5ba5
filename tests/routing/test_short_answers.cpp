// The short answers that the machine asks for (RoutingRelation::steps, starts_plain) of every registered relation: what
// next() and start() say.
// A relation that is added to the table is tested here without another line.
#include <catch2/catch.hpp>
#include <memory>
#include <numeric>

#include "models/base/error.hpp"
#include "models/network/relation/forwarding_relation.hpp"
#include "models/network/step_table.hpp"
#include "routing/registry/registry.hpp"
#include "tests/support/cases/short_answers.hpp"
#include "tests/support/routings.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// The relation, null if these options do not go together.
std::unique_ptr<RoutingRelation> try_make(const std::string& name, const Topology& topology, const RoutingOptions& options) {
  try {
    return make_relation(name, topology, taken(name, topology, options));
  } catch (const ConfigError&) {
    return nullptr;
  }
}

// Dimension order that splits ties, with the short answers of the rule `plus`, which has no ties to split.
class Confused final : public RoutingRelation {
 public:
  explicit Confused(const Topology& topology)
      : offers_(make_relation("dor", topology, {TieRule::split, VcPolicy::split, 2})),
        answers_(make_relation("dor", topology, {TieRule::plus, VcPolicy::split, 2})) {}
  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override { return {StartState{HeaderState{src == dst ? 1U : 0U}}}; }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override { offers_->next(node, in, dst, state, out); }
  void steps(const HeaderQuery* queries, std::size_t count, HeaderStep* steps) const override { answers_->steps(queries, count, steps); }
  [[nodiscard]] int classes() const override { return 2; }

 private:
  std::unique_ptr<RoutingRelation> offers_, answers_;
};

// Dimension order that splits ties, with the table of the rule `plus`.
class Misprinted final : public ForwardingRelation, public AnswersByTable {
 public:
  Misprinted(const RoutingRelation& of, const RoutingRelation& table) : ForwardingRelation(of), table_(step_table_of(table)) {}
  [[nodiscard]] const StepTable* step_table() const override { return table_; }

 private:
  const StepTable* table_;
};

std::vector<std::uint32_t> all_nodes(const Topology& t) {
  std::vector<std::uint32_t> all(t.nodes());
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

// Of larger networks a few destinations, and of the largest a few sources.
std::vector<std::uint32_t> some_destinations(const Topology& t) {
  if (t.nodes() <= 32) return all_nodes(t);
  if (t.nodes() > sample(4096U, 300U)) return {t.nodes() / 3};
  return {0, t.nodes() / 3, t.nodes() - 1};
}
std::vector<std::uint32_t> some_sources(const Topology& t) {
  if (t.nodes() <= sample(1024U, 64U)) return all_nodes(t);
  return {1, t.nodes() / 2};
}

// Checks every registered relation under every policy and tie rule; returns how many there were.
std::size_t check_short_answers(const std::string& name) {
  const auto t = make_cube(name);
  const std::vector<std::uint32_t> from = some_sources(*t), to = some_destinations(*t);
  std::size_t relations = 0;
  for (const RoutingEntry& entry : routing_table()) {
    if (t->nodes() >= sample(512U, 256U) && !entry.vcs) continue;  // a table of paths takes seconds to make
    for (const VcPolicy policy : {VcPolicy::split, VcPolicy::static_, VcPolicy::shared, VcPolicy::relaxed}) {
      if (policy != VcPolicy::split && !entry.vc_policies) continue;
      for (const TieRule tie : tie_rules(*t)) {
        if (tie != TieRule::split && !entry.takes(tie, *t)) continue;  // the same relation again
        for (const int vcs : policy == VcPolicy::shared ? std::vector<int>{2, 3, 16} : std::vector<int>{16}) {
          const auto relation = try_make(entry.name, *t, {tie, policy, vcs});
          if (!relation || relation->classes() > kMaxVcs) continue;
          CAPTURE(entry.name, name, static_cast<int>(policy), name_of(tie), vcs);
          const auto places = reachable_places(*t, *relation, from, to);
          REQUIRE(places.size() >= from.size() * to.size());
          CHECK(wrong_short_answer(*relation, places).empty());
          if (relation->starts_plain()) CHECK(always_starts_in_state_0(*relation, from, to));
          ++relations;
        }
      }
    }
  }
  return relations;
}

}  // namespace

TEST_CASE("short answers are what the candidates say, wherever a header can be") {
  const std::string name =
      GENERATE("torus:2", "torus:8", "torus:2x2", "torus:5x4", "torus:3x3x3", "mesh:5", "mesh:4x4", "mesh:2x3x2", "hypercube:1", "hypercube:4");
  CHECK(check_short_answers(name) >= 4);
}

TEST_CASE("short answers are what the candidates say in eight and more dimensions") {
  const std::string name =
      GENERATE(take(sample(8U, 5U), values<std::string>({"torus:2x2x2x2x2x2x2x2", "torus:3x2x2x2x2x2x2x3", "mesh:2x2x2x2x2x2x2x2",
                                                         "mesh:2x3x2x2x2x2x2x3", "hypercube:8", "hypercube:9", "hypercube:10", "hypercube:12"})));
  CHECK(check_short_answers(name) >= 4);
}

TEST_CASE("dimension order answers shortly: one way, a tie, delivery") {
  const auto t = make_cube("torus:4x4");
  const auto dor = make_relation("dor", *t, {TieRule::split, VcPolicy::split, 2});
  const HeaderQuery queries[] = {
      {NodeId(0), kNoChannel, NodeId(1), {}}, {NodeId(0), kNoChannel, NodeId(2), {}}, {NodeId(5), kNoChannel, NodeId(5), {}}};
  HeaderStep steps[3];
  dor->steps(queries, 3, steps);
  CHECK(steps[0].kind == HeaderStep::Kind::single);
  CHECK(steps[1].kind == HeaderStep::Kind::fork);
  CHECK(steps[2].kind == HeaderStep::Kind::deliver);
  CHECK(dor->starts_plain());
}

TEST_CASE("a wrong short answer and a start that is not plain are noticed") {
  const auto t = make_cube("torus:4x4");
  const Confused confused(*t);
  const HeaderQuery near{NodeId(0), kNoChannel, NodeId(1), {}};
  const HeaderQuery tie{NodeId(0), kNoChannel, NodeId(2), {}};
  CHECK(wrong_short_answer(confused, {near, near}).empty());
  CHECK(wrong_short_answer(confused, {near, tie}) == "at node 0, come over channel 4294967295, to 2, state 0x0: kind 1 (1 alone), but 2 candidates");
  CHECK_FALSE(always_starts_in_state_0(confused, all_nodes(*t), all_nodes(*t)));
}

TEST_CASE("dimension order has a table where every hop has one class, and a wrong table is noticed") {
  const auto t = make_cube("torus:4x4");
  const auto split = make_relation("dor", *t, {TieRule::split, VcPolicy::split, 2});
  const auto plus = make_relation("dor", *t, {TieRule::plus, VcPolicy::split, 2});
  const auto shared = make_relation("dor", *t, {TieRule::split, VcPolicy::shared, 4});
  CHECK(step_table_of(*split) != nullptr);
  CHECK(step_table_of(*shared) == nullptr);
  const HeaderQuery near{NodeId(0), kNoChannel, NodeId(1), {}};
  const HeaderQuery tie{NodeId(0), kNoChannel, NodeId(2), {}};
  CHECK(wrong_short_answer(Misprinted(*split, *split), {near, tie}).empty());
  CHECK(wrong_short_answer(Misprinted(*split, *plus), {near}).empty());
  CHECK(wrong_short_answer(Misprinted(*split, *plus), {tie}) ==
        "at node 0, come over channel 4294967295, to 2, state 0x0: kind 2 (2 alone), but 2 candidates");
}
