#include "models/analysis/throughput/concurrent_flow.hpp"

#include <algorithm>

#include "models/analysis/throughput/flow_program.hpp"
#include "models/analysis/throughput/flow_rounds.hpp"
#include "models/analysis/throughput/flow_table.hpp"
#include "models/analysis/throughput/price_bound.hpp"
#include "models/analysis/throughput/symmetric_flow.hpp"
#include "models/base/error.hpp"

namespace dateline {
namespace {

class Search {
 public:
  Search(const FlowProblem& problem, const FlowEffort& effort) : problem_(problem), effort_(effort) {}

  [[nodiscard]] ConcurrentFlow run() {
    result_.columns = problem_.columns();
    lower_upper(std::vector<Integer>(problem_.topology().channels(), 1));
    FlowRounds rounds(problem_);
    raise_lower(table_of(rounds));
    if (!result_.exact() && result_.columns <= effort_.columns) by_program();
    if (!result_.exact() && !solved_) by_rounds(rounds);
    if (result_.lower > result_.upper) throw InvariantError("a concurrent flow above what prices prove");
    return std::move(result_);
  }

 private:
  using Method = ConcurrentFlow::Method;

  void lower_upper(const std::vector<Integer>& prices) {
    const auto bound = price_bound(problem_, prices);
    if (!bound || (!result_.prices.empty() && *bound >= result_.upper)) return;
    result_.upper = *bound;
    result_.prices = prices;
  }
  void raise_lower(PathTable table) {
    const Rational theta = 1 / table_load(problem_, table);
    if (theta <= result_.lower) return;
    result_.lower = theta;
    result_.table = std::move(table);
  }
  template <typename Flows>
  [[nodiscard]] PathTable table_of(const Flows& flows) const {
    FlowTable table(problem_);
    for (std::size_t d = 0; d < problem_.demands().size(); ++d) table.add(d, flows.flow(d));
    return std::move(table).take();
  }

  void by_program() {
    FlowProgram program(problem_);
    result_.method = Method::program;
    solved_ = program.solve((effort_.pivots + 1) / 2);
    result_.pivots = program.pivots();
    if (!solved_) return;
    constexpr double kMeets = 1e-9;
    for (const auto& prices : whole_prices(program.prices())) {
      lower_upper(prices);
      if (to_double(result_.upper) <= program.theta() * (1 + kMeets)) break;
    }
    for (int digits = 0; digits < FlowProgram::kDigits && !result_.exact() && program.refine(digits); ++digits) raise_lower(table_of(program));
    if (!result_.exact()) by_symmetry();
  }

  // The best flows of a symmetric pattern may need larger weights than a table has where others, alike in all that is
  // alike, have simple ones.
  void by_symmetry() {
    SymmetricFlow flow(problem_);
    if (flow.columns() == result_.columns) return;
    const SymmetricFlow::Value value = flow.solve(effort_.pivots - std::min(effort_.pivots, result_.pivots));
    result_.pivots += flow.pivots();
    if (value.lower) raise_lower(table_of(flow));
  }

  void by_rounds(FlowRounds& rounds) {
    constexpr std::uint64_t kRoundsTogether = 5;
    const std::uint64_t left = (effort_.pivots - std::min(effort_.pivots, result_.pivots)) / kPivotsOfRound;
    result_.method = Method::rounds;
    double best = to_double(result_.upper);
    std::vector<double> best_prices;
    while (result_.rounds < left && best > rounds.lower() * (1 + effort_.gap)) {
      for (std::uint64_t i = 0; i < kRoundsTogether && result_.rounds < left; ++i, ++result_.rounds) rounds.round();
      const double upper = rounds.upper();
      if (upper < best) {
        best = upper;
        best_prices = rounds.prices();
      }
    }
    if (!best_prices.empty()) lower_upper(whole_prices(best_prices).back());
    raise_lower(table_of(rounds));
  }

  const FlowProblem& problem_;
  const FlowEffort& effort_;
  ConcurrentFlow result_;
  bool solved_ = false;
};

}  // namespace

ConcurrentFlow concurrent_flow(const FlowProblem& problem, const FlowEffort& effort) { return Search(problem, effort).run(); }

}  // namespace dateline
