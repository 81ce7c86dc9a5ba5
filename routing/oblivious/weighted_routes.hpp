// Collects the weighted routes of one place: equal ones (same channel and class, same state after it) become one,
// weights lose their common factor, and routes are numbered from 0. Cost O(routes^2), no allocation beyond the
// candidates.
#pragma once

#include <numeric>

#include "models/network/relation/relation.hpp"

namespace dateline {

class WeightedRoutes {
 public:
  explicit WeightedRoutes(Candidates& out) : out_(out), first_(out.size()) {}

  void add(const Candidate& candidate) {
    for (std::size_t i = first_; i < out_.size(); ++i) {
      Candidate& known = out_[i];
      if (known.channel != candidate.channel || !(known.next == candidate.next) || known.exit != candidate.exit) continue;
      if (known.classes != candidate.classes) continue;
      known.weight += candidate.weight;
      return;
    }
    out_.push_back(candidate);
  }
  // The sum of the weights so far; each is multiplied by `factor` on the way.
  std::uint64_t scale(std::uint64_t factor) {
    std::uint64_t sum = 0;
    for (std::size_t i = first_; i < out_.size(); ++i) {
      sum += out_[i].weight;
      out_[i].weight *= factor;
    }
    return sum;
  }
  void finish() {
    std::uint64_t common = 0;
    for (std::size_t i = first_; i < out_.size() && common != 1; ++i) common = std::gcd(common, out_[i].weight);
    for (std::size_t i = first_; i < out_.size(); ++i) {
      if (common > 1) out_[i].weight /= common;
      out_[i].route = static_cast<std::uint32_t>(i - first_);
    }
  }

 private:
  Candidates& out_;
  std::size_t first_;
};

}  // namespace dateline
