// Concurrent flow by rounds, where the linear program is too large: prices that grow with the load, and flows that move
// to where it is cheap. The flow of a demand is a mix of trees to its destination. A round takes the demands in turn:
// the cheapest tree of now joins the mix, and shares move from its costliest tree to the cheapest, each so much that
// the sum over channels of (load / bandwidth)^p falls most; p grows from round to round. For large p that sum is as its
// largest term, and the prices, its slopes, are nearly the best; both are judged exactly elsewhere (price_bound.hpp,
// flow_table.hpp).
// Source: multiplicative weights, N. Garg, J. Könemann, SIAM J. Comput. 37(2), 2007; steps from tree to tree: S.
// Lacoste-Julien, M. Jaggi, "On the global linear convergence of Frank-Wolfe", 2015 (pairwise). Powers of whole
// exponents in place of exponentials: the same numbers on every machine.
// Cost of a round: for every demand Dijkstra's algorithm, and some 20 evaluations of the sum over channels that change.
#pragma once

#include <vector>

#include "models/analysis/throughput/cheapest_ways.hpp"
#include "models/analysis/throughput/flow_problem.hpp"

namespace dateline {

class FlowRounds {
 public:
  // The problem must outlive it. Begins with shortest paths.
  explicit FlowRounds(const FlowProblem& problem);
  void round();
  // Of a demand, per channel, at the pattern's own amounts.
  [[nodiscard]] std::vector<double> flow(std::size_t demand) const;
  [[nodiscard]] const std::vector<double>& prices() const { return price_; }
  // Above and below: 1 / the largest load, and what the prices prove.
  [[nodiscard]] double lower() const;
  [[nodiscard]] double upper();

 private:
  struct Part {  // of a tree: what it brings to a channel
    std::uint32_t channel;
    double amount;
    friend bool operator==(const Part& a, const Part& b) { return a.channel == b.channel && a.amount == b.amount; }
  };
  struct Tree {
    std::vector<Part> parts;  // channels ascending
    double share;
    [[nodiscard]] double cost(const std::vector<double>& prices) const;
  };
  using Mix = std::vector<Tree>;
  [[nodiscard]] double largest() const;
  [[nodiscard]] double price(std::uint32_t c) const;
  void find_prices();
  [[nodiscard]] std::vector<Part> cheapest_tree(std::size_t demand);
  [[nodiscard]] std::vector<Part> difference(const Tree& from, const Tree& to);
  [[nodiscard]] double best_step(const std::vector<Part>& change, double most) const;
  [[nodiscard]] bool improve(Mix& mix);

  const FlowProblem& problem_;
  std::vector<std::vector<double>> amounts_;       // per demand
  std::vector<Mix> mix_;                           // per demand
  std::vector<double> inverse_;                    // 1 / bandwidth, per channel
  std::vector<double> load_, price_, difference_;  // per channel
  double unit_ = 1;                                // of loads, where powers are taken
  CheapestWays<double> ways_;
  unsigned power_ = 4;  // p = 2^power
  std::uint64_t rounds_ = 0;
};

}  // namespace dateline
