// The linear program of a concurrent flow: that of a split over paths (split_program.hpp), where the places are the
// routers of every demand and all open channels are ways to go on. Amounts are brought to whole numbers first, which a
// double holds exactly.
#pragma once

#include <optional>
#include <vector>

#include "models/analysis/adaptive/split_program.hpp"
#include "models/analysis/optimal/refined_solution.hpp"
#include "models/analysis/throughput/flow_problem.hpp"

namespace dateline {

class FlowProgram {
 public:
  // The problem must outlive it.
  explicit FlowProgram(const FlowProblem& problem);
  // False: the pivots do not suffice.
  [[nodiscard]] bool solve(std::uint64_t pivots);
  [[nodiscard]] std::uint64_t pivots() const { return solution_.pivots; }
  // Once solved, in floating point. Prices are per channel.
  [[nodiscard]] double theta() const;
  [[nodiscard]] std::vector<double> prices() const;
  // Flows as fractions, to more and more digits; false: there are no more.
  static constexpr int kDigits = 3;
  [[nodiscard]] bool refine(int digits);
  // Of a demand, per channel; once refined.
  [[nodiscard]] std::vector<Rational> flow(std::size_t demand) const;

 private:
  void build_graph();

  const FlowProblem& problem_;
  SplitGraph graph_;
  Rational scale_ = 1;  // of the amounts
  SplitProgram split_;
  LinearSolution solution_{LinearSolution::Status::stopped, 0, {}};
  std::vector<Rational> x_;  // per column
};

}  // namespace dateline
