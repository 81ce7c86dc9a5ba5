// Gathers the evidence of a run's verdict (verdict.hpp) in the course of the run, and looks at it: once at its end, or
// again and again until it decides.
#pragma once

#include <optional>
#include <vector>

#include "models/network/traffic_pattern.hpp"
#include "sim/measure/verdict/queue_history.hpp"
#include "sim/measure/verdict/verdict.hpp"

namespace dateline {

// What is exactly known of a load on a network before its first cycle.
struct RunTheory {
  std::optional<double> load_over_bound;  // offered load / the load that no network of these channels sustains more than
  std::optional<bool> overloaded;         // beyond that load, compared exactly
  bool at_bound = false;                  // at it, with arrivals at random: never sustained
  double load_over_channels = 0;          // the part of the bandwidth of the busiest channel of any kind; 0: not known
  // The same of the channels whose overload piles up in the network, as that of an injection channel does not; 0: not
  // known, and then what was sent across the network channels stands for it.
  double load_over_network = 0;
  NearChannels near;
  std::optional<double> zero_load_latency;  // cycles, mean over messages
  // Cycles that a head flit alone takes over each channel, where ways of several lengths are chosen by what is in the
  // buffers: what was sent across the channels then says how long the messages take alone.
  std::vector<double> crossing;

  template <typename Archive>
  void io(Archive& archive) {
    auto& [of_bound, over, at, of_channels, of_network, near_ones, zero_load, crossings] = *this;
    archive(of_bound, over, at, of_channels, of_network, near_ones, zero_load, crossings);
  }
};

// Looks of a run that goes on until its verdict stands.
struct DecisionPlan {
  VerdictRule rule;
  Cycle first = 0;  // cycles from the begin; the next looks are farther by the square root of 2
  Cycle last = 0;   // undecided here is undecided
};
[[nodiscard]] std::vector<Cycle> looks_of(const DecisionPlan& plan);

struct Judgement {
  std::optional<bool> overloaded;
  std::optional<Verdict> verdict;           // none: nothing is offered at random, or the rule does not hold
  std::optional<double> overload_excluded;  // part of what a source can send
  std::optional<double> decides_after;      // cycles, warm-up included; an estimate; undecided only
};

// What the rule must know of what is offered.
struct OfferedWork {
  double rate = 0;         // messages per cycle of a source of share 1; 0: there is no verdict
  double mean_length = 1;  // flits
  double dispersion = 1;   // of work against Poisson arrivals of one length
};

class VerdictWatch {
 public:
  VerdictWatch(const OfferedWork& work, const RunTheory& theory, const TrafficPattern& pattern, std::uint32_t terminals);

  // Looks while the run goes on; or one look at its end, if that is known.
  void plan(const DecisionPlan& plan);
  void plan(Cycle end) { history_.plan({end}); }
  [[nodiscard]] Cycle next_look() const { return next_look_ < looks_.size() ? looks_[next_look_] : QueueHistory::kNever; }
  // Takes the look that is due before cycle `now`; returns whether it is the last one.
  bool look(const CompiledNetwork& network, Cycle now);

  [[nodiscard]] bool active() const { return work_.rate > 0; }  // else there is no verdict
  [[nodiscard]] Cycle next_border() const { return active() ? history_.next_border() : QueueHistory::kNever; }
  void pass_borders(const CompiledNetwork& network, Cycle now) { history_.pass_borders(network, now); }
  void gone(TerminalId source, Cycle from) { history_.gone(source, from); }
  // From cycle `now` on the network is another one.
  void change(const CompiledNetwork& network, Cycle now, const TrafficPattern& pattern, const RunTheory& theory);

  // Goes on for a run that branches before cycle `now` from one that another watch saw: if what is offered and wanted
  // is the `same`, with all that it saw; else it looks at what comes. `theory`: of the network now; null: as it was
  // made for.
  void branch(const VerdictWatch& before, bool same, const CompiledNetwork& network, Cycle now, const TrafficPattern& pattern,
              const RunTheory* theory);

  [[nodiscard]] Judgement judge(const CompiledNetwork& network, Cycle end) const;
  // No look follows.
  void forget() { history_.forget(); }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [work, theory, rates, history, rule, looks, next, sustained] = *this;
    archive(work, theory, rates, history, rule, looks, next, sustained);
  }

 private:
  void set_rates(const TrafficPattern& pattern);
  [[nodiscard]] std::optional<Evidence> evidence(const CompiledNetwork& network, Cycle end) const;
  // Messages in the network that are under way and wait for nothing, time mean since `begin`.
  [[nodiscard]] double under_way(const CompiledNetwork& network, const QueueBorder& begin, Cycle end, double generated) const;
  void set_channels(const CompiledNetwork& network, const QueueBorder& begin, Cycle end, Evidence& e) const;

  OfferedWork work_;
  RunTheory theory_;
  std::vector<double> rates_;  // per source, messages a cycle
  QueueHistory history_;
  VerdictRule rule_;
  std::vector<Cycle> looks_;
  std::size_t next_look_ = 0;
  std::uint32_t sustained_ = 0;  // looks in a row that found it so, the last included
};

}  // namespace dateline
