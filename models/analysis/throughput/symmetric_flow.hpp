// theta of a pattern by a linear program over flows that are alike: one column for every orbit of (demand, channel)
// under the automorphisms that keep the pattern (flow_symmetry.hpp), so a few hundred where the program of all flows
// has tens of thousands. The value lies between exact numbers: flows as fractions that are conserved, from below, and
// whole prices, from above. Their tables of paths: concurrent_flow.hpp.
// Units as of flow_problem.hpp. Cost: O(demands x C x generators), and the program.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/analysis/optimal/linear_program.hpp"
#include "models/analysis/throughput/flow_problem.hpp"
#include "models/analysis/throughput/flow_symmetry.hpp"

namespace dateline {

class SymmetricFlow {
 public:
  // The problem must outlive it.
  explicit SymmetricFlow(const FlowProblem& problem);
  [[nodiscard]] std::uint32_t columns() const { return flows_ + 1; }

  struct Value {
    std::optional<Rational> lower, upper;
  };
  // None of both: the pivots do not suffice.
  [[nodiscard]] Value solve(std::uint64_t pivots);
  [[nodiscard]] std::uint64_t pivots() const { return pivots_; }
  // Of a demand, per channel: what carries `lower`, in some unit.
  [[nodiscard]] std::vector<Rational> flow(std::size_t demand) const;

 private:
  static constexpr std::uint32_t kNoFlow = 0xffffffffU;
  struct Conservation {
    std::uint32_t row;
    Rational asked;  // by the router, of the demand: what leaves it less what comes to it is theta times this
  };
  void label_flows(const std::vector<RouterMap>& maps);
  void build();
  [[nodiscard]] std::vector<double> prices(const LinearSolution& solution) const;
  [[nodiscard]] std::optional<Rational> carried(const std::vector<Rational>& x) const;
  [[nodiscard]] std::uint32_t label(std::size_t demand, ChannelId c) const { return label_[demand * problem_.topology().channels() + c.value()]; }

  const FlowProblem& problem_;
  Rational scale_ = 1;                         // of the amounts, in the program
  std::vector<std::uint32_t> label_;           // [demand x C + channel]: an orbit, which is a column
  std::vector<std::uint32_t> channel_orbit_;   // per channel
  std::vector<std::uint32_t> channels_alike_;  // per orbit of channels
  std::vector<std::uint32_t> load_row_;        // per orbit of channels
  std::vector<Conservation> conservation_;     // per row of them
  std::uint32_t flows_ = 0;
  LinearProgram program_;
  std::uint64_t pivots_ = 0;
  std::vector<Rational> best_;  // per orbit of flows
};

}  // namespace dateline
