#include "sim/measure/verdict/verdict.hpp"

#include <algorithm>
#include <cmath>

#include "models/base/numbers/natural_log.hpp"
#include "sim/measure/verdict/root.hpp"

namespace dateline {
namespace {

constexpr double kMiss = 0.01;        // chance of calling an overload of x sustained
constexpr double kLeastCount = 4;     // messages of a source, below which its queue says nothing
constexpr double kLeastChannel = 20;  // messages by which an overloaded channel falls behind
constexpr double kOverloads[] = {0.02, 0.05, 0.1, 0.2, 0.5, 1};

double lost_part(double x) { return x / (1 + x); }

// Of a branching process with 1 + x Poisson children: q = e^(-(1 + x)(1 - q)), the root below 1.
double extinction(double x) {
  double low = 0, high = 1 / (1 + x);
  constexpr int kHalvings = 60;
  for (int i = 0; i < kHalvings; ++i) {
    const double q = (low + high) / 2;
    (natural_log(q) + (1 + x) * (1 - q) < 0 ? low : high) = q;
  }
  return high;
}

// Messages of a source in a run like this, as far as they count.
struct Counted {
  double expected, generated, found_empty, mean_queue, mean_system, grown;
};
Counted counted(const SourceEvidence& s, double dispersion) {
  const double by = std::max(1.0, dispersion);
  return {s.expected / by, s.generated / by, s.found_empty / by, s.mean_queue / by, s.mean_system, s.grown / by};
}

bool source_sustained(double x, int returns, const Counted& s) {
  if (s.mean_system <= system_envelope(s.expected)) return true;
  return s.generated >= kLeastCount && (s.mean_queue <= queue_envelope(x, s.generated) || s.found_empty >= returns);
}

bool channel_sustained(double x, const Evidence& e) {
  const double n = e.channel_packets / std::max(1.0, e.dispersion);
  const double channels = e.near.as_busy(x);
  if (lost_part(x) * n >= std::max(kLeastChannel, 2 * e.in_network / channels)) return true;
  return e.in_network - e.at_zero_load <= channels * std::max(queue_envelope(x, n), system_envelope(n));
}

// Queues that no message found empty.
struct Standing {
  double messages = 0, queues = 0;
};
Standing standing(const Evidence& e) {
  Standing standing;
  for (const SourceEvidence& source : e.sources) {
    const Counted s = counted(source, e.dispersion);
    if (s.found_empty > 0 || s.grown <= 0) continue;
    standing.messages += s.grown;
    ++standing.queues;
  }
  return standing;
}

double threshold(double x, double chance, const Evidence& e, double queues) {
  return queue_tail(x, static_cast<double>(e.sources.size()), queues, chance);
}

}  // namespace

// Envelopes of 1% quantiles of the second half of 2n arrivals at M/D/1 queues at 1 + x, with a margin of 0.6.
double queue_envelope(double x, double n) {
  constexpr double kMargin = 0.6, kQuantile = 2.33;
  return kMargin * std::max(0.3 * x * n, 1.5 * lost_part(x) * n - kQuantile * std::sqrt(4 * n / 3));
}

// Of the messages in such a system, whatever x: nothing up to 2.5 messages, of which none may come.
double system_envelope(double n) {
  constexpr double kNone = 2.5, kSlope = 0.06, kMost = 0.5;
  return std::min(kMost, std::max(0.0, kSlope * (n - kNone)));
}

int returns_to_empty(double x) { return 1 + static_cast<int>(std::ceil(natural_log(kMiss) / natural_log(extinction(x)))); }

// One queue has more than D with chance e^(-theta D) at most, so the largest of all has with N times that. The sum of
// K such is below one of K exponential variables: more than K + sqrt(2 K t) + t, in their means, with chance e^-t
// (S. Boucheron et al. 2013, section 2.4).
double queue_tail(double x, double sources, double queues, double chance) {
  const double u = root([&](double e) { return e - 1 - (1 + x) * natural_log(e); });
  const double t = -natural_log(chance), sum = queues + std::sqrt(2 * queues * t) + t;
  return std::max(natural_log(sources / chance), queues > 1 ? sum : 0) / natural_log(u);
}

bool sustained(double x, const Evidence& e) {
  // Where messages are expected and not one was there, nothing is known.
  const auto expects = [](const SourceEvidence& s) { return s.expected > 0; };
  const auto was_there = [](const SourceEvidence& s) { return s.generated > 0 || s.mean_system > 0; };
  if (std::any_of(e.sources.begin(), e.sources.end(), expects) && std::none_of(e.sources.begin(), e.sources.end(), was_there)) return false;
  const int returns = returns_to_empty(x);
  return channel_sustained(x, e) && std::all_of(e.sources.begin(), e.sources.end(),
                                                [&](const SourceEvidence& s) { return source_sustained(x, returns, counted(s, e.dispersion)); });
}

bool saturated(double x, double chance, const Evidence& e) {
  const Standing found = standing(e);
  return !e.sources.empty() && found.messages >= threshold(x, chance, e, found.queues);
}

Verdict judge(const VerdictRule& rule, const Evidence& e) {
  if (saturated(rule.margin, rule.chance, e)) return Verdict::saturated;
  return sustained(rule.overload, e) ? Verdict::sustained : Verdict::undecided;
}

std::optional<double> overload_excluded(const Evidence& e) {
  for (const double x : kOverloads) {
    if (sustained(x, e)) return x;
  }
  return std::nullopt;
}

double decides_after(const VerdictRule& rule, const Evidence& e) {
  const double x = rule.overload;
  const int returns = returns_to_empty(x);
  const double wanted = std::max(kLeastChannel, 2 * e.in_network / e.near.as_busy(x));
  double slowest = wanted / std::max(1e-9, lost_part(x) * e.channel_packets / std::max(1.0, e.dispersion));
  if (channel_sustained(x, e)) slowest = 0;
  for (const SourceEvidence& source : e.sources) {
    const Counted s = counted(source, e.dispersion);
    if (source_sustained(x, returns, s)) continue;
    const double by_queue = s.mean_queue / std::max(1e-9, queue_envelope(x, s.generated));
    const double by_count = kLeastCount / std::max(0.5, std::min(s.generated, s.expected));
    slowest = std::max({slowest, by_count, std::min(by_queue, returns / std::max(0.5, s.found_empty))});
  }
  const Standing grown = standing(e);
  const double growing = grown.messages > 0 ? threshold(rule.margin, rule.chance, e, grown.queues) / grown.messages : slowest;
  constexpr double kLeastFactor = 2;
  return e.cycles * std::max(kLeastFactor, std::min(growing, slowest));
}

}  // namespace dateline
