// Which terminal sends to which: a row of destination probabilities per source. row() (for the analysis) and sample()
// (for the machine) come from one definition. A permutation of N terminals holds N words and uniform traffic nothing;
// there is no N x N table unless the user gave one.
// What a row gives to the own terminal is a message like any other, routed by the relation. Silent: an empty row.
#pragma once

#include <string>
#include <vector>

#include "models/base/ids.hpp"
#include "models/base/numbers/random.hpp"
#include "models/base/numbers/rational.hpp"

namespace dateline {

struct Demand {
  TerminalId destination;
  Rational probability;
};

class TrafficPattern {
 public:
  virtual ~TrafficPattern() = default;

  // Destinations of `source` with their probabilities, each once, ascending; they sum to share(source).
  [[nodiscard]] virtual std::vector<Demand> row(TerminalId source) const = 0;
  // One destination, with probability row / share; the source must not be silent.
  [[nodiscard]] virtual TerminalId sample(TerminalId source, RandomStream& random) const = 0;
  // The fraction of the offered load that this source generates: 0 (silent) to 1.
  [[nodiscard]] virtual Rational share(TerminalId source) const = 0;
  // What each of all `terminals` is sent at one packet/terminal/cycle: the sums of the columns. Cost: of all rows,
  // where no pattern knows better.
  [[nodiscard]] virtual std::vector<Rational> columns(std::uint32_t terminals) const;
  // Whether every permutation of the terminals keeps it: each sends the same to itself, and the same to every other.
  [[nodiscard]] virtual bool permutation_invariant() const { return false; }

 protected:
  TrafficPattern() = default;
  TrafficPattern(const TrafficPattern&) = default;
  TrafficPattern& operator=(const TrafficPattern&) = default;
};

}  // namespace dateline
