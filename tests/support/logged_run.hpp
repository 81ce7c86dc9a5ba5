// A run with a log beside it: every message generated and every delivery, the oracle for what a run reports.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tests/support/harness.hpp"

namespace dateline::test {

struct Log {
  Cycle now = 0;
  std::vector<std::pair<Cycle, std::uint32_t>> generated;  // cycle, source
  std::vector<Delivery> delivered;
};

// Notes every draw of a destination, that is every message generated.
class LoggedPattern final : public TrafficPattern {
 public:
  LoggedPattern(const TrafficPattern& pattern, Log& log) : pattern_(pattern), log_(log) {}
  [[nodiscard]] std::vector<Demand> row(TerminalId source) const override { return pattern_.row(source); }
  [[nodiscard]] Rational share(TerminalId source) const override { return pattern_.share(source); }
  [[nodiscard]] TerminalId sample(TerminalId source, RandomStream& random) const override {
    log_.generated.emplace_back(log_.now, source.value());
    return pattern_.sample(source, random);
  }

 private:
  const TrafficPattern& pattern_;
  Log& log_;
};

class LoggedRun final : public DeliveryObserver {
 public:
  LoggedRun(const std::string& topology, const RouterConfig& config, const RunConfig& settings, const TrafficPattern& pattern)
      : network_(topology, config.vcs),
        logged_pattern_(pattern, log),
        run_(settings, logged_pattern_, network_.topology->nodes()),
        machine_(config, Wiring::of(*network_.topology), *network_.relation, *this) {}

  void delivered(const Delivery& d) override {
    log.delivered.push_back(d);
    run_.delivered(d);
  }
  // `at_border(machine)` is called when all cycles before `border` have been executed and no later one.
  template <typename AtBorder>
  RunResult go(std::vector<Cycle> borders, AtBorder at_border) {
    run_.begin(machine_);
    std::size_t next = 0;
    for (Cycle now = 0; !run_.finished() && now != CycleClient::kNever;) {
      for (; next < borders.size() && now >= borders[next]; ++next) at_border(machine_);
      log.now = now;
      now = run_.execute(machine_, now);
    }
    for (; next < borders.size(); ++next) at_border(machine_);
    return run_.result();
  }
  RunResult go() {
    return go({}, [](const CompiledNetwork&) {});
  }
  [[nodiscard]] const Deliveries& measured() const { return run_.window().deliveries(); }
  Log log;

 private:
  TestNetwork network_;
  LoggedPattern logged_pattern_;
  Run run_;
  CompiledNetwork machine_;
};

inline RunConfig window(double rate, std::uint32_t length, Cycle warmup, Cycle cycles) {
  RunConfig r;
  r.warmup = warmup;
  r.cycles = cycles;
  r.rate = rate;
  r.packet_length = length;
  return r;
}

inline RunConfig messages(double rate, std::uint32_t length, std::uint64_t all, std::uint64_t discarded) {
  RunConfig r;
  r.protocol = RunConfig::Protocol::messages;
  r.messages = all;
  r.warmup_messages = discarded;
  r.rate = rate;
  r.packet_length = length;
  return r;
}

[[nodiscard]] inline bool within(Cycle t, Cycle begin, Cycle end) { return t >= begin && t < end; }

}  // namespace dateline::test
