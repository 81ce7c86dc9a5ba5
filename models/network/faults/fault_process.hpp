// A random process of failures and repairs: `--fault-process mtbf=200000,mttr=20000,of=links`. Every component is up
// and down by turns, independent of all others: up for a random time of mean `mtbf`, down for an exponential time of
// mean `mttr`, from working in cycle 0 on. In the long run it is up for mtbf / (mtbf + mttr) of the time, whatever the
// shape of its times up (alternating renewal process).
//   mtbf, mttr  cycles, 1..10^12     of  nodes | links | both     shape  of the times up: exponential | weibull:K
//   regions     NAME[:dimsAB]: a component is a region of nodes (fault_regions.hpp) at every place where it fits
//   until       the cycle from which on nothing happens any more; by default the end of the window
// A link is both its channels. What `--faults` has named stays failed and is no component.
// Draws: time i of component c of kind k (0 nodes, 1 links, 2 regions; c is the node, for a link node x ports + port of
// its lesser end, for a region the number of its place) is made of u = (mix(key + i) >> 11) 2^-53, key =
// packet_key(mix(seed xor 0x3c6ef372fe94f82b), k, c) (random.hpp): -ln(1 - u) times the mean, or, of shape K, (-ln(1 -
// u))^(1/K) mean / Gamma(1 + 1/K). Times are real and add up; what happens at time x happens in cycle floor(x), and a
// failure and its repair in one cycle are none. So no result depends on the order in which components are drawn, and
// another component shifts nothing.
// A network that the failures disconnect: the largest part that has a terminal goes on (of several, that with the
// lowest node), and nodes outside are cut off: they count as failed until they are in it again.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/base/enum_names.hpp"
#include "models/base/numbers/rational.hpp"
#include "models/base/text/parse.hpp"
#include "models/network/faults/fault_events.hpp"

namespace dateline {

enum class FaultyComponents { nodes, links, both };
constexpr std::array<EnumName<FaultyComponents>, 3> enum_names(FaultyComponents) {
  return {{{FaultyComponents::nodes, "nodes"}, {FaultyComponents::links, "links"}, {FaultyComponents::both, "both"}}};
}

struct FaultProcess {
  static constexpr const char* kValues = "mtbf=N,mttr=N,of=nodes|links|both[,shape=exponential|weibull:K][,regions=NAME[:dimsAB]][,until=N]";

  Cycle mtbf = 0, mttr = 0;
  FaultyComponents of = FaultyComponents::links;
  double weibull = 1;  // the shape of the times up; 1: exponential
  std::string regions = {};
  std::optional<Cycle> until = {};

  // Throws ConfigError.
  [[nodiscard]] static FaultProcess parse(const ValueSource& source, const std::string& text);
  // mtbf / (mtbf + mttr).
  [[nodiscard]] Rational availability() const { return Rational(mtbf) / Rational(mtbf + mttr); }
};

// What a component does: up first.
struct ComponentTurn {
  Cycle at;
  std::uint32_t component;
  bool fails;
};

struct DrawnFaults {
  std::uint32_t components = 0;
  std::vector<ComponentTurn> turns;  // by cycle, then component; within a cycle a component turns once at most
  std::uint64_t failures = 0, repairs = 0;
  std::vector<FaultChange> changes = {};  // as read_fault_events() has them, with the nodes that are cut off
  std::vector<std::string> events = {};   // the same in the words of --fault-events: "fail@5000:3.1"
  std::uint64_t disconnections = 0;       // changes that cut nodes off

  // Cycles of [begin, end) that each component was up.
  [[nodiscard]] std::vector<Cycle> up_times(Cycle begin, Cycle end) const;
};

// All that happens before cycle `until`. `before`: what has failed for good; null: nothing. Throws ConfigError: regions
// that do not fit the topology, a cycle from which on no terminal is left, more than kMostTurns turns.
inline constexpr std::uint64_t kMostTurns = 10'000'000;
[[nodiscard]] DrawnFaults draw_fault_process(const Topology& topology, const FaultMap* before, const FaultProcess& process, std::uint64_t seed,
                                             Cycle until);
// The same without changes and events.
[[nodiscard]] DrawnFaults draw_turns(const Topology& topology, const FaultMap* before, const FaultProcess& process, std::uint64_t seed, Cycle until);

// The largest set of nodes that live, all reach each other and have a terminal among them; the others that live,
// ascending, are cut off. Some terminal must live.
[[nodiscard]] std::vector<NodeId> nodes_cut_off(const FaultMap& faults);

// Of the fraction of [begin, end) that one component is up, times up exponential, up at time 0: the mean and standard
// deviation, exactly (a Markov chain of two states).
struct UpFraction {
  double mean, deviation;
};
[[nodiscard]] UpFraction exponential_up_fraction(const FaultProcess& process, Cycle begin, Cycle end);

}  // namespace dateline
