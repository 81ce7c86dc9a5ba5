// Traffic among the terminals that faults leave: those of failed nodes neither send nor receive.
// Uniform patterns: the other healthy terminals, 1/(H-1) each, or all H with the own one. Any other pattern: its flows
// (source and destination of a probability above 0) with a failed end are left out and counted; a source keeps the
// others, and its share of the offered load falls by what it has lost.
// Cost: a row of the pattern for every source once, as shares are kept; a draw is repeated until its destination lives.
#pragma once

#include <memory>
#include <vector>

#include "models/network/faults/fault_map.hpp"
#include "models/network/traffic_pattern.hpp"

namespace dateline {

class SurvivingTraffic final : public TrafficPattern {
 public:
  // What the pattern's flows become. The faults must outlive it.
  SurvivingTraffic(std::unique_ptr<TrafficPattern> pattern, const FaultMap& faults);
  [[nodiscard]] std::vector<Demand> row(TerminalId source) const override;
  [[nodiscard]] TerminalId sample(TerminalId source, RandomStream& random) const override;
  [[nodiscard]] Rational share(TerminalId source) const override { return shares_[source.value()]; }
  // Cost: that of the whole pattern, and the rows of the terminals that have failed.
  [[nodiscard]] std::vector<Rational> columns(std::uint32_t terminals) const override;

  // How many of the pattern's flows are left out.
  [[nodiscard]] std::uint64_t left_out() const { return left_out_; }
  // The pattern without faults.
  [[nodiscard]] const TrafficPattern& whole() const { return *pattern_; }

 private:
  [[nodiscard]] bool lives(TerminalId terminal) const;

  std::unique_ptr<TrafficPattern> pattern_;
  const FaultMap& faults_;
  std::vector<Rational> shares_;  // per terminal
  std::uint64_t left_out_ = 0;
};

// Uniform over the terminals that live; silent if only one lives and the own one does not count.
class SurvivingUniform final : public TrafficPattern {
 public:
  SurvivingUniform(const FaultMap& faults, bool include_self);
  [[nodiscard]] std::vector<Demand> row(TerminalId source) const override;
  [[nodiscard]] TerminalId sample(TerminalId source, RandomStream& random) const override;
  [[nodiscard]] Rational share(TerminalId source) const override;
  [[nodiscard]] std::vector<Rational> columns(std::uint32_t terminals) const override;

 private:
  static constexpr std::uint32_t kFailed = 0xffffffffU;

  std::vector<TerminalId> living_;
  std::vector<std::uint32_t> rank_;  // per terminal: its place among them
  bool include_self_;
};

// What `pattern` becomes under the faults, which must outlive it; itself without faults (null). What it
// becomes is translation-invariant no more, even if only links failed.
[[nodiscard]] std::unique_ptr<TrafficPattern> surviving(std::unique_ptr<TrafficPattern> pattern, const FaultMap* faults);
// How many flows of the pattern that it was made from it leaves out; of a mix, in all its parts; 0 of any other.
[[nodiscard]] std::uint64_t flows_left_out(const TrafficPattern& pattern);

}  // namespace dateline
