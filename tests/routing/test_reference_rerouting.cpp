// sw-deterministic and sw-adaptive against the second implementation of their rules (tests/reference): on random faulty
// cubes, between all pairs, the same channels, classes, absorptions and rules, hop for hop.
// From the last resort on ties may be broken otherwise: there the segments are followed as the relation has them, and
// their number and hops are compared.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <tuple>

#include "models/base/join.hpp"
#include "routing/registry/registry.hpp"
#include "tests/reference/reference_rerouting.hpp"
#include "tests/support/cases/random_faults.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;
using reference::Coordinates;
using reference::ReferenceRerouting;
using reference::ReroutingHeader;
using reference::ReroutingOffer;
using reference::ReroutingRule;
using reference::Way;

namespace {

// (exit, channel, classes, rank), all as numbers. An absorption that is the only exit has no rank to compare.
using Offered = std::set<std::tuple<int, std::uint32_t, unsigned, int>>;

struct Fired {
  std::map<ReroutingRule, int> rules;
  int pairs = 0, adaptive_places = 0, blocked_escapes = 0, all_blocked = 0;
};

class Comparison {
 public:
  Comparison(const FaultyCube& cube, bool adaptive, BlockedEscape blocked, Fired& fired)
      : t_(*cube.topology), adaptive_(adaptive), waits_(blocked == BlockedEscape::wait), fired_(fired), oracle_(as_reference(cube)) {
    RoutingOptions options;
    options.faults = cube.faults;
    if (adaptive) options.blocked_escape = blocked;
    relation_ = make_relation(adaptive ? "sw-adaptive" : "sw-deterministic", t_, options);
    dateline_classes_ = t_.kind() == CubeTopology::Kind::torus ? 2 : 1;
    REQUIRE(relation_->classes() == dateline_classes_ + (adaptive ? 1 : 0));
    REQUIRE(oracle_.connected());
  }

  void compare_all_pairs() {
    const std::vector<Coordinates> nodes = oracle_.healthy_nodes();
    for (const Coordinates& from : nodes)
      for (const Coordinates& to : nodes) {
        INFO(node(from).value() << " -> " << node(to).value() << (adaptive_ ? ", adaptive" : ", deterministic"));
        ++fired_.pairs;
        const StartStates starts = relation_->start(node(from), node(to));
        REQUIRE(starts.size() == 1);
        destination_ = node(to);
        if (adaptive_)
          compare_adaptive(from, starts.front().state, oracle_.start(to, false));
        else
          compare_deterministic({from, kNoChannel, starts.front().state, oracle_.start(to, true), {}, false});
      }
  }

 private:
  // A message at rest, to the relation and to the oracle.
  struct Packet {
    Coordinates at;
    ChannelId in;
    HeaderState state;
    ReroutingHeader header;
    SoftwareHeader software;
    bool freely = false;  // since the last resort
  };

  static reference::FaultyNetwork as_reference(const FaultyCube& cube) {
    const CubeTopology& t = *cube.topology;
    reference::FaultyNetwork network;
    network.torus = t.kind() == CubeTopology::Kind::torus;
    for (int d = 0; d < t.dimensions(); ++d) network.radices.push_back(static_cast<int>(t.radix(d)));
    for (const NodeId n : cube.faults->nodes()) network.nodes.insert(coordinates(t, n));
    for (const LinkEnd& link : cube.faults->links()) network.links.insert({coordinates(t, link.node), way(t, t.out(link.node, link.port))});
    return network;
  }
  static Coordinates coordinates(const CubeTopology& t, NodeId n) {
    Coordinates result;
    std::uint32_t rest = n.value();
    for (int d = 0; d < t.dimensions(); rest /= t.radix(d++)) result.push_back(static_cast<int>(rest % t.radix(d)));
    return result;
  }
  static Way way(const CubeTopology& t, ChannelId c) {
    const Channel& channel = t.channel(c);
    const int sign = t.kind() != CubeTopology::Kind::hypercube ? channel.sign : channel.from.value() < channel.to.value() ? 1 : -1;
    return {channel.dimension, sign};
  }

  NodeId node(const Coordinates& c) const { return t_.node_at({c.begin(), c.end()}); }
  ChannelId channel(const Coordinates& at, Way way) const { return t_.out(node(at), t_.port(way.dimension, way.sign)); }

  Candidates candidates(const Packet& m) const {
    Candidates result;
    relation_->next(node(m.at), m.in, destination_, m.state, result);
    return result;
  }

  static Offered offered(const Candidates& candidates) {
    Offered result;
    for (const Candidate& c : candidates)
      result.insert({static_cast<int>(c.exit), c.exit == Exit::channel ? c.channel.value() : 0U, c.exit == Exit::channel ? c.classes : 0U,
                     candidates.size() == 1 ? 0 : c.rank});
    REQUIRE(result.size() == candidates.size());
    return result;
  }

  Offered expected(const Coordinates& at, const ReroutingOffer& offer) const {
    Offered result;
    const unsigned adaptive_class = 1U << static_cast<unsigned>(dateline_classes_);
    for (const Way w : offer.adaptive) result.insert({static_cast<int>(Exit::channel), channel(at, w).value(), adaptive_class, 0});
    if (offer.escape) {
      const unsigned classes = 1U << static_cast<unsigned>(offer.escape_class);
      result.insert({static_cast<int>(Exit::channel), channel(at, *offer.escape).value(), classes, adaptive_ ? 1 : 0});
    }
    if (offer.absorbed && result.empty())
      result.insert({static_cast<int>(Exit::absorb), 0U, 0U, 0});
    else if (offer.absorbed && !waits_)
      result.insert({static_cast<int>(Exit::absorb), 0U, 0U, 2});
    if (result.empty()) result.insert({static_cast<int>(Exit::deliver), 0U, 0U, 0});
    return result;
  }

  ReroutingOffer offer(const Packet& m) const {
    return adaptive_ ? oracle_.offer_adaptive(m.at, m.header) : oracle_.offer_deterministic(m.at, m.header);
  }

  // From an absorption or the source to the destination.
  void compare_deterministic(Packet m) {
    for (int steps = 0;; ++steps) {
      REQUIRE(steps < 100'000);
      const Candidates found = candidates(m);
      INFO("at " << node(m.at).value() << ", " << m.header.absorptions << " absorptions, " << m.header.stops << " stops");
      if (m.freely) {
        follow_last_resort(m);
        return;
      }
      const ReroutingOffer here = offer(m);
      REQUIRE(offered(found) == expected(m.at, here));
      if (found.front().exit == Exit::deliver) return;
      if (found.front().exit == Exit::absorb)
        resume(m);
      else
        hop(m, steps % 3 == 0 ? found.back() : found.front());
    }
  }

  void hop(Packet& m, const Candidate& c) const {
    const Way w = way(t_, c.channel);
    m.header = oracle_.crossed(m.at, w, m.header);
    m.at = oracle_.moved(m.at, w);
    m.in = c.channel;
    m.state = c.next;
  }

  void resume(Packet& m) {
    const Resumption r = relation_->resume(node(m.at), destination_, m.software);
    const ReroutingRule rule = oracle_.resume(m.at, m.header);
    ++fired_.rules[rule];
    REQUIRE(static_cast<int>(r.rule) == static_cast<int>(rule));
    m.freely = rule == ReroutingRule::last_resort;
    m.software = r.header;
    m.state = r.state;
    m.in = kNoChannel;
  }

  // To the destination by stops alone, over healthy channels; as many segments and hops as the oracle finds.
  void follow_last_resort(Packet m) {
    int segments = 1, hops = 0;
    const Coordinates goal = coordinates(t_, destination_);
    const std::pair<int, int> cost = oracle_.last_resort_cost(m.at, goal);
    int last_dimension = -1;
    while (true) {
      const Candidates found = candidates(m);
      const Candidate& c = found.front();
      if (c.exit == Exit::deliver) break;
      if (c.exit == Exit::absorb) {
        const Resumption r = relation_->resume(node(m.at), destination_, m.software);
        REQUIRE(r.rule == AbsorptionRule::intermediate);
        ++segments;
        last_dimension = -1;
        m = {m.at, kNoChannel, r.state, m.header, r.header, true};
        continue;
      }
      const Way w = way(t_, c.channel);
      REQUIRE(found.size() == (adaptive_ ? 2U : 1U));
      REQUIRE(oracle_.healthy(m.at, w));
      REQUIRE(w.dimension >= last_dimension);
      last_dimension = w.dimension;
      ++hops;
      hop(m, c);
    }
    REQUIRE(m.at == goal);
    REQUIRE(std::pair(segments, hops) == cost);
  }

  // Every place that an adaptive message can reach from here, until its first absorption; and what follows each of
  // those.
  void compare_adaptive(const Coordinates& from, HeaderState state, const ReroutingHeader& header) {
    std::set<std::tuple<Coordinates, std::uint64_t, std::vector<int>>> seen;
    std::vector<Packet> left{{from, kNoChannel, state, header, {}, false}};
    while (!left.empty()) {
      const Packet m = left.back();
      left.pop_back();
      if (!seen.insert({m.at, m.state.word, m.header.crossed}).second) continue;
      ++fired_.adaptive_places;
      INFO("adaptive at " << node(m.at).value());
      const Candidates found = candidates(m);
      const ReroutingOffer here = offer(m);
      if (here.absorbed) ++(here.adaptive.empty() ? fired_.all_blocked : fired_.blocked_escapes);
      REQUIRE(offered(found) == expected(m.at, here));
      for (const Candidate& c : found) {
        REQUIRE(c.escape == (c.exit == Exit::channel && c.rank == 1));
        if (c.exit == Exit::channel) {
          left.push_back(m);
          hop(left.back(), c);
        } else if (c.exit == Exit::absorb && resumed_.insert({node(m.at), destination_}).second) {
          Packet absorbed = m;
          resume(absorbed);
          compare_deterministic(absorbed);
        }
      }
    }
  }

  const CubeTopology& t_;
  bool adaptive_, waits_;
  Fired& fired_;
  ReferenceRerouting oracle_;
  std::unique_ptr<RoutingRelation> relation_;
  int dateline_classes_ = 1;
  NodeId destination_;
  std::set<std::pair<NodeId, NodeId>> resumed_;
};

std::string text_of(const FaultyCube& cube) {
  std::string text = cube.topology->name();
  for (const NodeId n : cube.faults->nodes()) text += fmt::format(" node {}", n.value());
  for (const LinkEnd& l : cube.faults->links()) text += fmt::format(" link {}.{}", l.node.value(), l.port.value());
  return text;
}

void compare(std::uint64_t first, std::uint64_t last, bool adaptive) {
  const int least = sample(100, 12);
  Fired fired;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    const FaultyCube cube = random_faulty_cube(seed);
    INFO("seed " << seed << ": " << text_of(cube));
    const auto blocked = seed % 3 == 0 ? BlockedEscape::wait : BlockedEscape::absorb;
    Comparison(cube, adaptive, blocked, fired).compare_all_pairs();
  }
  CAPTURE(fired.pairs, fired.rules[ReroutingRule::reverse], fired.rules[ReroutingRule::orthogonal], fired.rules[ReroutingRule::last_resort],
          fired.rules[ReroutingRule::intermediate], fired.adaptive_places, fired.all_blocked, fired.blocked_escapes);
  for (const auto rule : {ReroutingRule::reverse, ReroutingRule::orthogonal, ReroutingRule::last_resort, ReroutingRule::intermediate})
    CHECK(fired.rules[rule] > least);
  CHECK((!adaptive || (fired.all_blocked > least && fired.blocked_escapes > least)));
}

}  // namespace

TEST_CASE("sw-deterministic takes the channels, stops and rules of the second implementation") { compare(0, sample(300U, 15U), false); }

TEST_CASE("sw-adaptive offers and resumes as the second implementation does") { compare(0, sample(300U, 15U), true); }

TEST_CASE("both software routings agree with the second implementation on thousands of networks", "[long]") {
  compare(1000, 6000, false);
  compare(1000, 4000, true);
}
