// What routers know of failures when, by hand.
#include <catch2/catch.hpp>

#include "models/network/faults/noticed_changes.hpp"
#include "models/network/topology/topologies.hpp"

using namespace dateline;

namespace {

// "5 0.0": failed nodes, then links; "-": nothing, or none.
std::string text(const FaultMap* map) {
  std::string words;
  if (map == nullptr) return "-";
  for (const NodeId v : map->nodes()) words += (words.empty() ? "" : " ") + std::to_string(v.value());
  for (const LinkEnd& l : map->links()) words += (words.empty() ? "" : " ") + std::to_string(l.node.value()) + "." + std::to_string(l.port.value());
  return words.empty() ? "-" : words;
}

// A line for each: cycle, failed | known | unseen | noticed, and what happens.
std::string list_of(const Topology& topology, const FaultMap* before, const std::string& events, Cycle delay) {
  std::string lines;
  for (const NoticedChange& n : noticed_changes(topology, before, read_fault_events(topology, before, events), delay)) {
    lines += std::to_string(n.at) + ": " + text(n.failed.get()) + " | " + text(n.known.get()) + " | " + text(n.unseen.get()) + " | " +
             text(n.noticed.get()) + (n.fails ? " fails" : "") + (n.repairs ? " repairs" : "") + "\n";
  }
  return lines;
}

}  // namespace

TEST_CASE("a failure is known after the delay, a repair at once") {
  const auto torus = make_topology("torus:4x4");
  CHECK(list_of(*torus, nullptr, "fail@100:0.0,fail@150:5,repair@180:0.0", 50) ==
        "100: 0.0 | - | 0.0 | - fails\n"
        "150: 5 0.0 | 0.0 | 5 | 0.0 fails\n"
        "180: 5 | - | - | - repairs\n"
        "200: 5 | 5 | - | 5\n");
}

TEST_CASE("what works again before its failure is known was never known to have failed, and counts anew when it fails again") {
  const auto torus = make_topology("torus:4x4");
  CHECK(list_of(*torus, nullptr, "fail@100:0.0,repair@120:0.0,fail@130:0.0", 50) ==
        "100: 0.0 | - | 0.0 | - fails\n"
        "120: - | - | - | 0.0 repairs\n"
        "130: 0.0 | - | 0.0 | - fails\n"
        "180: 0.0 | 0.0 | - | 0.0\n");
}

TEST_CASE("what has failed from the beginning is known, until it is repaired and fails again") {
  const auto torus = make_topology("torus:4x4");
  const FaultMap before(*torus, {NodeId(9)}, {});
  CHECK(list_of(*torus, &before, "fail@10:5,repair@20:9,fail@40:9", 25) ==
        "10: 5 9 | 9 | 5 | - fails\n"
        "20: 5 | - | - | - repairs\n"
        "35: 5 | 5 | - | 5\n"
        "40: 5 9 | 5 | 9 | - fails\n"
        "65: 5 9 | 5 9 | - | 9\n");
}

TEST_CASE("something fails more where it works before and has failed after") {
  const auto torus = make_topology("torus:4x4");
  const FaultMap one(*torus, {NodeId(9)}, {}), two(*torus, {NodeId(9)}, {{NodeId(0), Port(0)}}), other(*torus, {NodeId(8)}, {});
  CHECK(fails_more(nullptr, &one));
  CHECK_FALSE(fails_more(&one, nullptr));
  CHECK(fails_more(&one, &two));
  CHECK_FALSE(fails_more(&two, &one));
  CHECK(fails_more(&one, &other));
  CHECK_FALSE(fails_more(&one, &one));
}
