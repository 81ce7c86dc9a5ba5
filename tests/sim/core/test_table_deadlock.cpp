// Tables that name VC classes at random, on small graphs: what the proof says of them and what the machine does with
// them at full load.
// No table that is proved deadlocks; of those that are refused at least half do, and the cycle of waits runs along
// paths of the table. The others are listed: a cycle of dependencies is a possibility, and may need messages that never
// meet, or more cycles than were run.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "models/network/relation/path_table_file.hpp"
#include "models/network/topology/graph.hpp"
#include "models/proof/dependency_graph.hpp"
#include "routing/networks/any_topology/table.hpp"
#include "tests/support/cases/random_case.hpp"
#include "tests/support/deadlock_search.hpp"
#include "tests/support/sample.hpp"
#include "traffic/patterns/uniform.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

constexpr Cycle kCycles = 100'000;

// Three to six nodes on a one-way ring, with up to as many further links or one-way channels.
GraphTopology draw_graph(Dice& dice) {
  const auto nodes = static_cast<std::uint32_t>(dice.between(3, 6));
  std::vector<GraphEdge> edges;
  for (std::uint32_t v = 0; v < nodes; ++v) edges.push_back({NodeId(v), NodeId((v + 1) % nodes), true, 1});
  for (std::uint32_t i = dice.below(nodes + 1); i > 0; --i) {
    const std::uint32_t a = dice.below(nodes), b = dice.below(nodes);
    if (a != b) edges.push_back({NodeId(a), NodeId(b), dice.one_in(2), 1});
  }
  return {"random", edges};
}

// A random walk that goes back to where it was first whenever it comes to a node again: it visits none twice.
WeightedPath draw_path(Dice& dice, const GraphTopology& t, NodeId source, NodeId destination) {
  WeightedPath path;
  path.weight = 1 + dice.below(3);
  for (NodeId at = source; at != destination;) {
    const ChannelId c = t.out(at, Port(static_cast<std::uint16_t>(dice.below(static_cast<std::uint32_t>(t.ports())))));
    if (c == kNoChannel) continue;
    path.channels.push_back(c);
    at = t.channel(c).to;
    const auto was_there = std::find_if(path.channels.begin(), path.channels.end(), [&](ChannelId hop) { return t.channel(hop).from == at; });
    path.channels.erase(was_there, path.channels.end());
  }
  return path;
}

// Classes below `classes`: at random, or at random and never going down.
void draw_classes(Dice& dice, std::uint32_t classes, bool rising, WeightedPath& path) {
  path.classes.clear();
  for (std::size_t hop = 0; hop < path.channels.size(); ++hop) path.classes.push_back(static_cast<std::uint8_t>(dice.below(classes)));
  if (rising) std::sort(path.classes.begin(), path.classes.end());
}

PathTable draw_table(Dice& dice, const GraphTopology& t) {
  const auto classes = static_cast<std::uint32_t>(dice.between(1, 4));
  const bool rising = dice.one_in(2);
  PathTable table = empty_path_table(t, false, "random");
  for (std::uint32_t s = 0; s < t.nodes(); ++s) {
    for (std::uint32_t d = 0; d < t.nodes(); ++d) {
      auto& paths = table.paths[std::size_t{s} * t.nodes() + d];
      for (int i = s == d ? 0 : dice.between(1, 2); i > 0; --i) {
        WeightedPath path = draw_path(dice, t, NodeId(s), NodeId(d));
        draw_classes(dice, classes, rising, path);
        const auto same = [&](const WeightedPath& other) { return other.channels == path.channels && other.classes == path.classes; };
        if (std::none_of(paths.begin(), paths.end(), same)) paths.push_back(std::move(path));
      }
    }
  }
  return table;
}

// Whether a path of the pair takes `held` in the class and, later, `wanted` in its class. Masks hold one class each:
// there are as many VCs.
bool goes_on(const std::vector<WeightedPath>& paths, const CompiledNetwork::WaitFor& held, const CompiledNetwork::WaitFor& wanted) {
  return std::any_of(paths.begin(), paths.end(), [&](const WeightedPath& path) {
    const auto hop_of = [&](const CompiledNetwork::WaitFor& w, std::size_t from) {
      while (from < path.channels.size() && !(path.channels[from] == w.wanted && 1U << path.classes[from] == w.wanted_vcs)) ++from;
      return from;
    };
    const std::size_t first = hop_of(held, 0);
    return first < path.channels.size() && hop_of(wanted, first + 1) < path.channels.size();
  });
}

struct Outcome {
  int proved = 0, refused = 0, deadlocked = 0;
  std::string others;  // refused, and without a deadlock in kCycles
};

Outcome run_tables(int count) {
  Outcome outcome;
  for (int i = 0; i < count; ++i) {
    Dice dice(static_cast<std::uint64_t>(i) + 1);
    const GraphTopology t = draw_graph(dice);
    const PathTable table = draw_table(dice, t);
    const TableRouting relation(t, table, "random");
    const DeadlockProof proof = prove_deadlock_freedom(t, relation);
    CAPTURE(i, path_table_text(t, table));
    REQUIRE(proof.delivers_all());
    const Waits waits = deadlock_of(t, relation, UniformTraffic(t.terminals(), false), static_cast<std::uint64_t>(i), kCycles);
    if (proof.deadlock_free) {
      ++outcome.proved;
      REQUIRE(waits.empty());
      continue;
    }
    ++outcome.refused;
    REQUIRE_FALSE(proof.cycle.empty());
    if (waits.empty()) {
      outcome.others +=
          fmt::format(" {} ({} nodes, {} channels, {} classes, cycle of {})", i, t.nodes(), t.channels(), relation.classes(), proof.cycle.size());
      continue;
    }
    ++outcome.deadlocked;
    for (std::size_t w = 0; w < waits.size(); ++w) {
      const CompiledNetwork::WaitFor& next = waits[(w + 1) % waits.size()];
      const std::size_t pair = std::size_t{next.source.value()} * t.nodes() + next.destination.value();
      REQUIRE(goes_on(table.paths[pair], waits[w], next));
    }
  }
  return outcome;
}

void check(const Outcome& outcome, int count) {
  WARN("proved " << outcome.proved << ", refused " << outcome.refused << ", of these deadlocked " << outcome.deadlocked
                 << "; the others:" << outcome.others);
  CHECK(outcome.proved >= count / 5);
  CHECK(outcome.refused >= count / 5);
  CHECK(2 * outcome.deadlocked >= outcome.refused);
}

}  // namespace

TEST_CASE("of 500 tables with random classes no proved one deadlocks, and half of the refused do") {
  check(run_tables(sample(500, 50)), sample(500, 50));
}

TEST_CASE("of 10^4 tables with random classes no proved one deadlocks, and half of the refused do", "[long]") { check(run_tables(10'000), 10'000); }
