// The table of relations: its names, what it claims of each, and what make_relation refuses.
#include <catch2/catch.hpp>
#include <set>

#include "models/base/error.hpp"
#include "models/base/text/name_table.hpp"
#include "routing/registry/registry.hpp"
#include "tests/support/routings.hpp"

using namespace dateline;
using namespace dateline::test;

TEST_CASE("the table of relations refuses unknown names and topologies that a relation does not support") {
  const auto torus = make_cube("torus:4x4");
  const auto mesh = make_cube("mesh:4x4");
  CHECK_THROWS_WITH(make_relation("dorr", *torus, {}), Catch::Contains("routing=dorr") && Catch::Contains("dor"));
  CHECK_THROWS_AS(make_relation("", *torus, {}), ConfigError);
  CHECK_THROWS_WITH(make_relation("e-cube", *torus, {}), Catch::Contains("torus:4x4") && Catch::Contains("hypercube"));
  CHECK_THROWS_AS(make_relation("e-cube", *mesh, {}), ConfigError);
  CHECK_THROWS_WITH(make_relation("dor", *torus, {TieRule::split, VcPolicy::shared, 1}), Catch::Contains("vcs=1") && Catch::Contains("2..16"));
  CHECK_THROWS_WITH(make_relation("dor", *mesh, {TieRule::split, VcPolicy::shared, 1}), Catch::Contains("vc-policy=shared"));  // no dateline
}

TEST_CASE("a tie rule or VC policy that a relation has no use for is refused with those it takes") {
  const auto torus = make_cube("torus:4x4");
  const auto mesh = make_cube("mesh:4x4");
  const auto hypercube = make_cube("hypercube:4");
  for (const std::string name : {"o1turn", "romm", "rlb", "valiant", "val", "ival"}) {
    CHECK_THROWS_WITH(make_relation(name, *torus, {TieRule::split, VcPolicy::shared, 4}), Catch::Contains("vc-policy=shared"));
    CHECK_THROWS_WITH(make_relation(name, *torus, {TieRule::split, VcPolicy::relaxed, 4}), Catch::Contains("allowed: split"));
  }
  for (const std::string name : {"o1turn", "romm"}) {
    CHECK_THROWS_WITH(make_relation(name, *torus, {TieRule::split, VcPolicy::static_, 4}),
                      Catch::Contains("vc-policy=static is for dimension order"));
  }
  for (const std::string name : {"rlb", "valiant", "ival"}) {
    CHECK_THROWS_WITH(make_relation(name, *torus, {TieRule::split, VcPolicy::static_, 4}),
                      Catch::Contains("vc-policy=static is for minimal ways") && Catch::Contains("k-1 hops") && Catch::Contains("allowed: split"));
  }
  CHECK_THROWS_WITH(make_relation("rlb", *torus, {TieRule::plus, VcPolicy::split, 4}),
                    Catch::Contains("tie-rule=plus") && Catch::Contains("allowed: split"));
  CHECK_THROWS_WITH(make_relation("ival", *torus, {TieRule::parity, VcPolicy::split, 4}), Catch::Contains("allowed: split, plus"));
  CHECK_THROWS_WITH(make_relation("dor", *torus, {TieRule::union_, VcPolicy::split, 4}), Catch::Contains("allowed: split, plus, parity"));
  CHECK(make_relation("romm", *torus, {TieRule::union_, VcPolicy::split, 4}) != nullptr);
  for (const CubeTopology* t : {mesh.get(), hypercube.get()}) {
    for (const RoutingEntry& entry : registered_relations(*t)) {
      CAPTURE(t->name(), entry.name);
      for (const TieRule rule : {TieRule::split, TieRule::plus, TieRule::parity, TieRule::union_}) {
        if (rule == entry.ties.front()) continue;
        CHECK_THROWS_WITH(make_relation(entry.name, *t, {rule, VcPolicy::split, 4}), Catch::Contains("tie-rule") && Catch::Contains("no rings"));
      }
      for (const VcPolicy policy : {VcPolicy::static_, VcPolicy::shared, VcPolicy::relaxed}) {
        CHECK_THROWS_WITH(make_relation(entry.name, *t, {{}, policy, 4}), Catch::Contains("vc-policy"));
      }
    }
  }
  CHECK_THROWS_WITH(make_relation("rlb", *mesh, {}), Catch::Contains("mesh:4x4") && Catch::Contains("allowed: torus"));
}

TEST_CASE("val is valiant") {
  const auto t = make_cube("torus:4x3");
  const auto val = make_relation("val", *t, {});
  const auto valiant = make_relation("valiant", *t, {});
  for (std::uint32_t s = 0; s < t->nodes(); ++s) {
    Candidates a, b;
    val->next(NodeId(s), kNoChannel, NodeId(5), {}, a);
    valiant->next(NodeId(s), kNoChannel, NodeId(5), {}, b);
    REQUIRE(a.size() == b.size());
    for (std::size_t i = 0; i < a.size(); ++i) CHECK((a[i].channel == b[i].channel && a[i].weight == b[i].weight && a[i].next == b[i].next));
  }
}

TEST_CASE("the names of relations are unique, aliases included, and each has its line of help") {
  std::set<std::string> names;
  for (const std::string& name : names_of(routing_table())) CHECK(names.insert(name).second);
  for (const RoutingEntry& entry : routing_table()) {
    CAPTURE(entry.name);
    CHECK_FALSE(entry.summary.empty());
    CHECK_FALSE(entry.where.text.empty());
  }
  for (const char* name : {"dor", "e-cube", "o1turn", "romm", "rlb", "valiant", "val", "table:FILE"}) CHECK(names.count(name) == 1);
}

TEST_CASE("a relation has as many VC classes as the table says, on small radices perhaps fewer") {
  const std::string name = GENERATE("torus:2", "torus:8", "torus:4x4", "torus:3x3x3", "torus:4x4x4", "torus:2x2x2x2", "mesh:5", "mesh:4x4",
                                    "mesh:2x3x2", "mesh:4x5x4", "hypercube:1", "hypercube:4", "hypercube:7");
  const auto t = make_cube(name);
  bool small = false;
  for (int d = 0; d < t->dimensions(); ++d) small = small || (t->kind() != CubeTopology::Kind::hypercube && t->radix(d) <= 3);
  for (const RoutingEntry& entry : registered_relations(*t)) {
    if (!entry.vcs) continue;
    CAPTURE(name, entry.name, text_of(entry.vcs));
    const int classes = make_relation(entry.name, *t, {})->classes();
    if (small) CHECK(classes <= entry.vcs->on(*t->grid()));
    if (!small) CHECK(classes == entry.vcs->on(*t->grid()));
  }
}

TEST_CASE("the VCs that a relation needs are written as formulas") {
  const auto need = [](const char* routing) { return text_of(find_row(routing_table(), routing)->vcs); };
  CHECK(need("dor") == "2 on a torus, else 1");  // Dally and Seitz 1987
  CHECK(need("o1turn") == "2n on a torus, else n");
  CHECK(need("romm") == "4n-2 on a torus, 2n-1 on a mesh, n on a hypercube");
  CHECK(need("rlb") == "4n-2");
  CHECK(need("west-first") == "1");
  CHECK(need("table:FILE") == "as its paths need");
}

TEST_CASE("names with and without an argument are told apart, and aliases are found") {
  struct Row {
    std::string name;
    std::vector<std::string> aliases;
    std::string summary;
  };
  const std::vector<Row> table = {{"plain", {"simple"}, ""}, {"file:FILE", {"path"}, "a file"}, {"worst", {}, ""}, {"worst:OTHER", {}, ""}};
  CHECK(names_of(table) == std::vector<std::string>{"plain", "simple", "file:FILE", "path:FILE", "worst", "worst:OTHER"});
  CHECK(find_row(table, "simple") == &table[0]);
  CHECK(find_row(table, "path:a:b") == &table[1]);
  CHECK(find_row(table, "worst") == &table[2]);
  CHECK(find_row(table, "worst:") == &table[3]);
  CHECK(find_row(table, "plain:x") == nullptr);
  CHECK(find_row(table, "") == nullptr);
  CHECK(argument_of("path:a:b") == "a:b");
  CHECK_THROWS_WITH(row_named(table, "thing", "path"), Catch::Equals("thing: thing=path is written file:FILE: a file"));
  CHECK_THROWS_WITH(row_named(table, "thing", "simple:1"), Catch::Contains("is written plain"));
  CHECK_THROWS_WITH(row_named(table, "thing", "plian"), Catch::Contains("unknown") && Catch::Contains("plain"));
}
