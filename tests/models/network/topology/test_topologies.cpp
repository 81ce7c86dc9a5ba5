// The table of topologies: names, and what they make.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "models/base/enum_names.hpp"
#include "models/base/text/name_table.hpp"
#include "models/network/topology/cube.hpp"
#include "models/network/topology/topologies.hpp"

using namespace dateline;

namespace {

enum class Colour { red, dark_blue };
constexpr std::array<EnumName<Colour>, 2> enum_names(Colour) { return {{{Colour::red, "red"}, {Colour::dark_blue, "dark-blue"}}}; }

}  // namespace

TEST_CASE("a topology's name in the table says how it is written, and the topology keeps the name given") {
  const auto names = names_of(topology_table());
  CHECK(std::set<std::string>(names.begin(), names.end()).size() == names.size());
  for (const char* name : {"torus:K0xK1x...", "mesh:K0xK1x...", "hypercube:N", "hyperx:S0xS1x...", "fullmesh:N", "dragonfly:P,A,H", "fattree:K,N",
                           "clos:L,S,T", "slimfly:Q", "graph:FILE"}) {
    CHECK(std::count(names.begin(), names.end(), name) == 1);
  }
  for (const TopologyEntry& entry : topology_table()) CHECK_FALSE(entry.summary.empty());
  const auto mesh = make_topology("mesh:3x5");
  CHECK(mesh->name() == "mesh:3x5");
  CHECK(as_cube(*mesh)->kind() == CubeTopology::Kind::mesh);
  CHECK(as_cube(*make_topology("torus:3x5"))->kind() == CubeTopology::Kind::torus);
  CHECK(as_cube(*make_topology("hypercube:3"))->kind() == CubeTopology::Kind::hypercube);
}

TEST_CASE("every topology of the table is made by its name and keeps it") {
  for (const char* name : {"hyperx:4x3:t2", "fullmesh:5", "dragonfly:2,4,2:relative", "fattree:2,3", "clos:4,2,3", "slimfly:4:t1", "mesh:3x3:t2x2"}) {
    CAPTURE(name);
    const auto t = make_topology(name);
    CHECK(t->name() == name);
    for (std::uint32_t c = 0; c < t->channels(); ++c) REQUIRE(t->channel(ChannelId(c)).kind < t->kinds().size());
  }
}

TEST_CASE("a topology that is unknown or lacks its size is refused with how it is written") {
  CHECK_THROWS_WITH(make_topology("ring:8"),
                    Catch::Contains("topology=ring:8") && Catch::Contains("torus:K0xK1x...") && Catch::Contains("graph:FILE"));
  CHECK_THROWS_WITH(make_topology("dragonfly"), Catch::Contains("is written dragonfly:P,A,H"));
  CHECK_THROWS_WITH(make_topology("dragnfly:2,4,2"), Catch::Contains("nearest: dragonfly:2,4,2; known: "));
  CHECK_THROWS_WITH(make_topology("mesh:4,4:t2"), Catch::EndsWith("nearest: mesh:4x4"));
  CHECK_THROWS_WITH(make_topology("torsu:4x4"), Catch::Contains("unknown; nearest: torus:4x4; known: "));
  CHECK_THROWS_WITH(make_topology("mesh:4,4"), Catch::EndsWith("nearest: mesh:4x4"));
  CHECK_THROWS_WITH(make_topology("mesh"), Catch::Contains("is written mesh:K0xK1x...") && Catch::Contains("radices 2..32768"));
  CHECK_THROWS_WITH(make_topology(""), Catch::Contains("unknown"));
}

TEST_CASE("an enumeration's names are read in both directions from the table beside it") {
  CHECK(std::string(name_of(Colour::dark_blue)) == "dark-blue");
  CHECK(choices_of<Colour>() == std::vector<std::string>{"red", "dark-blue"});
}
