// The verdict of a run: whether every source can send what it is offered (docs/theory/saturation-test.md, "Sustained,
// saturated, undecided"). Pure functions of what was counted in the second half [h, T) of a run that began empty.
// An overload x of a source: it is offered 1 + x times what it can send, so that it loses d = x / (1 + x).
//  sustained(x)  with chance of about 1% at most where some source or channel is overloaded by x or more. Every source
//                either has had time and no queue - the time mean of its queue is below what all but 1% of M/D/1 queues
//                at 1 + x have (w), or its queue was found empty more often than in all but 1% of them (k; returns to
//                empty are a branching process) - or sends so little that a server at 1 + x, which never rests, would
//                show as a message in the system most of the time (v); and the busiest channel has passed messages
//                enough to tell, or the network holds no more than it does at zero load.
//  saturated(x)  with chance `chance` at most where every source is at 1 / (1 + x) of what it can send: the sum of the
//                queues that no message found empty is beyond the tail of so many such queues (J. F. C. Kingman 1964).
// Messages of several lengths and bursts count for as many less as their counts of work vary more than Poisson
// arrivals of one length (`dispersion`).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/base/enum_names.hpp"
#include "sim/measure/verdict/near_channels.hpp"

namespace dateline {

enum class Verdict { sustained, saturated, undecided };
constexpr std::array<EnumName<Verdict>, 3> enum_names(Verdict) {
  return {{{Verdict::sustained, "sustained"}, {Verdict::saturated, "saturated"}, {Verdict::undecided, "undecided"}}};
}

// What was counted of one source that sends.
struct SourceEvidence {
  double expected = 0;     // messages in [h, T), by its rate
  double generated = 0;    // messages in [h, T)
  double found_empty = 0;  // of those: all before them had been injected
  double mean_queue = 0;   // messages, time mean over [h, T)
  double mean_system = 0;  // the same, of those in the network too
  double grown = 0;        // messages queued at T beyond those at the begin
};

struct Evidence {
  double cycles = 0;  // from the begin to T
  std::vector<SourceEvidence> sources;
  double in_network = 0;       // messages, time mean over [h, T)
  double at_zero_load = 0;     // the same of as many messages with their zero-load latency; 0: not known
  double channel_packets = 0;  // n_c: of mean length, that the busiest channel passes in [h, T)
  NearChannels near;           // J: channels that are about as busy
  double dispersion = 1;
};

// Thresholds, by x above 0; see above. Messages.
[[nodiscard]] double queue_envelope(double x, double messages);                           // w(n)
[[nodiscard]] double system_envelope(double messages);                                    // v(n)
[[nodiscard]] int returns_to_empty(double x);                                             // k
[[nodiscard]] double queue_tail(double x, double sources, double queues, double chance);  // D: of so many of the queues together

struct VerdictRule {
  double overload = 0.1;  // x of sustained
  double margin = 0.1;    // x of saturated
  double chance = 0.001;  // of saturated
};

[[nodiscard]] bool sustained(double x, const Evidence& evidence);
[[nodiscard]] bool saturated(double x, double chance, const Evidence& evidence);
[[nodiscard]] Verdict judge(const VerdictRule& rule, const Evidence& evidence);
// The least of 2, 5, 10, 20, 50, 100% that the run excludes; none: not even that.
[[nodiscard]] std::optional<double> overload_excluded(const Evidence& evidence);
// Cycles of a run like this that would decide, projected from its queues; an estimate, at least twice those it had.
[[nodiscard]] double decides_after(const VerdictRule& rule, const Evidence& evidence);

}  // namespace dateline
