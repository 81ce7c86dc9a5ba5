// What routers send one another under uniform traffic, in closed form, against the sums of their terminals' rows.
#include <catch2/catch.hpp>
#include <map>

#include "models/analysis/loads/end_traffic.hpp"
#include "models/network/topology/topologies.hpp"
#include "routing/networks/any_topology/up_down.hpp"
#include "tests/support/cases/terminal_networks.hpp"
#include "traffic/registry.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

void check_rows(const Topology& t) {
  const UpDown relation(t, nullptr);
  for (const char* name : {"uniform", "uniform-self", "adv:1", "random:3"}) {
    CAPTURE(t.name(), name);
    const auto pattern = make_traffic(name, t);
    const EndTraffic traffic(t, relation, *pattern);
    for (std::uint32_t r = 0; r < t.nodes(); ++r) {
      std::map<std::uint32_t, Rational> sums, found;
      for (const TerminalId s : t.terminals_of(NodeId(r))) {
        for (const Demand& d : pattern->row(s)) sums[t.router_of(d.destination).value()] += d.probability;
      }
      std::uint32_t before = 0;
      for (const Demand& d : traffic.row(r)) {
        const NodeId to = t.router_of(d.destination);
        CHECK(d.destination == t.terminals_of(to).front());
        CHECK((found.empty() || before < to.value()));
        before = to.value();
        found[before] = d.probability;
      }
      CHECK(found == sums);
    }
  }
}

}  // namespace

TEST_CASE("what routers send one another is the sum of what their terminals send") {
  for (const char* name : {"dragonfly:3,2,1", "torus:3x2:t1", "fattree:2,2", "hyperx:3x2:t4"}) check_rows(*make_topology(name));
  check_rows(TerminalCube(CubeTopology::Kind::mesh, {5}, routers_of({2, 0, 1, 1, 3})));
}
