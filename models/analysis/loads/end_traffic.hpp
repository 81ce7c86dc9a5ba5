// A traffic pattern between the ends of walks (walk_ends.hpp): the rows of the terminals that an end stands for, summed
// over the ends of their destinations. The one place where a matrix over terminals becomes one over routers; with one
// terminal a router it is the pattern itself.
// Unit: packets/cycle at one packet/terminal/cycle. Cost of a row: the terminals of the end x the length of their rows;
// of a pattern that every permutation of the terminals keeps, O(1) a pair of ends.
#pragma once

#include <vector>

#include "models/network/relation/walk_ends.hpp"
#include "models/network/traffic_pattern.hpp"

namespace dateline {

class EndTraffic {
 public:
  // All must outlive it.
  EndTraffic(const Topology& topology, const RoutingRelation& relation, const TrafficPattern& pattern)
      : EndTraffic(topology, WalkEnds(topology, relation), pattern) {}
  // Between routers.
  EndTraffic(const Topology& topology, const FaultMap* faults, const TrafficPattern& pattern)
      : EndTraffic(topology, WalkEnds(topology, faults), pattern) {}
  EndTraffic(const Topology& topology, const WalkEnds& ends, const TrafficPattern& pattern);

  [[nodiscard]] const WalkEnds& ends() const { return ends_; }
  // What an end sends to each other, and to its own terminals: destinations as the first terminal of their end, each
  // once, ascending by end.
  [[nodiscard]] std::vector<Demand> row(std::uint32_t end) const;
  // What a terminal sends.
  [[nodiscard]] Rational share(TerminalId t) const { return pattern_->share(t); }
  // What all terminals together send.
  [[nodiscard]] Rational total() const;

 private:
  [[nodiscard]] std::vector<Demand> alike_row(std::uint32_t end) const;

  WalkEnds ends_;
  bool one_each_;
  const TrafficPattern* pattern_;
  bool alike_;                               // every permutation of the terminals keeps the pattern
  Rational to_itself_ = 0, to_another_ = 0;  // then, what a terminal sends
};

// The same by destination: what each end is sent by every other. Rows are read once, and amounts that are equal kept
// once.
class DemandColumns {
 public:
  // Terminals: the first of their ends.
  struct Column {
    TerminalId destination;
    std::vector<TerminalId> sources;  // none: nothing is sent there
    std::vector<Rational> amounts;    // of each
  };

  // `traffic` must outlive it.
  explicit DemandColumns(const EndTraffic& traffic);
  [[nodiscard]] Column to(std::uint32_t end) const;

 private:
  struct Flow {
    std::uint32_t source, amount;  // an end, and an index
  };
  const EndTraffic& traffic_;
  std::vector<std::vector<Flow>> flows_;  // per destination
  std::vector<Rational> amounts_;         // each once
};

}  // namespace dateline
