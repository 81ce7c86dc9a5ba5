// What each source had generated, injected and seen delivered at a few borders between cycles, from which the time
// means of its queue and of what it has in the network follow (the verdict of a run needs them: verdict.hpp).
// A border holds counts and sums of the cycles of those events, so the integral of a queue up to border b is
//   sum over generated (b - t) - sum over injected (b - t),
// exact in arithmetic modulo 2^64. Cost: O(terminals) a border; a handful of borders is kept.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/core/compiled_network.hpp"

namespace dateline {

// Of one source up to a border.
struct SourceTotals {
  std::uint64_t generated = 0, injected = 0, gone = 0;                       // messages; gone: delivered, or lost to a fault
  std::uint64_t found_empty = 0;                                             // generated while all before had been injected
  std::uint64_t generated_cycles = 0, injected_cycles = 0, gone_cycles = 0;  // sums over them, modulo 2^64
  [[nodiscard]] std::uint64_t queued() const { return generated - injected; }
};

struct QueueBorder {
  Cycle at = 0;
  std::vector<SourceTotals> sources;
  IdVector<ChannelId, std::uint64_t> granted_flits;  // CompiledNetwork::granted_flits
  template <typename Archive>
  void io(Archive& archive) {
    auto& [cycle, totals, granted] = *this;
    archive(cycle, totals, granted);
  }
};

// Of one source between two borders.
struct QueueMeans {
  std::uint64_t generated = 0, found_empty = 0;  // messages that came
  double queue = 0;                              // time mean of those generated and not injected
  double in_network = 0;                         // time mean of those injected and not gone
};
[[nodiscard]] QueueMeans queue_means(Cycle begin, const SourceTotals& at_begin, Cycle end, const SourceTotals& at_end);
[[nodiscard]] QueueMeans queue_means(const QueueBorder& begin, const QueueBorder& end, std::size_t source);

class QueueHistory {
 public:
  static constexpr Cycle kNever = ~Cycle{0};

  explicit QueueHistory(std::uint32_t terminals) : gone_(terminals), borders_(1) { find_next(0); }

  // Looks will be taken at these cycles, ascending; without a plan they may be at any, and
  // a border lies between half and three fifths of the way to each.
  void plan(std::vector<Cycle> ends);
  // The message of that source is out of the network from cycle `from` on.
  void gone(TerminalId source, Cycle from) {
    Gone& gone = gone_[source.value()];
    ++gone.messages;
    gone.cycles += from;
  }
  // Of a branch: what was out of the network before it.
  void take_gone(const QueueHistory& before) { gone_ = before.gone_; }
  // The network is another one from cycle `now` on, the next to be executed: what follows counts from there.
  void restart(const CompiledNetwork& network, Cycle now);
  [[nodiscard]] Cycle next_border() const { return next_; }
  // Before the next cycle that changes anything is executed, which is next_border() or a later one.
  void pass_borders(const CompiledNetwork& network, Cycle now);

  [[nodiscard]] SourceTotals totals(const CompiledNetwork& network, std::size_t source) const;
  [[nodiscard]] QueueBorder border(const CompiledNetwork& network, Cycle at) const;
  [[nodiscard]] const QueueBorder& origin() const { return borders_.front(); }
  // Messages that stood in its queue at the origin.
  [[nodiscard]] std::uint64_t queued_at_origin(std::size_t source) const { return origin().sources.empty() ? 0 : origin().sources[source].queued(); }
  // Nothing more will be asked.
  void forget() { borders_ = std::vector<QueueBorder>(1); }
  // The first border in the second half of what lies between the origin and `end`; null: there is none.
  [[nodiscard]] const QueueBorder* half_way(Cycle end) const;
  template <typename Archive>
  void io(Archive& archive) {
    auto& [gone_ones, borders, halves, planned, next] = *this;
    archive(gone_ones, borders, halves, planned, next);
  }

 private:
  void find_next(Cycle after);

  struct Gone {
    std::uint64_t messages = 0, cycles = 0;
  };
  std::vector<Gone> gone_;
  std::vector<QueueBorder> borders_;  // ascending; the first is the origin, without sources where the run began there
  std::vector<Cycle> halves_;         // of the ends that are planned
  bool planned_ = false;
  Cycle next_ = kNever;
};

}  // namespace dateline
