// Where a run gives intervals at all. They are of a steady network, and near its bound only of a long window: there the
// wait of a message is that of many before it. What is busy for rho of the time must pass, in the window,
//   n = c min(1, 2 rho)^3 / (1 - rho)^2 messages:
// in a queue (1 - rho)^-2 is what it takes to forget, and below half its bound messages meet more seldom than that.
// Of the busiest channel c = 160; of the sources, whose queues are averaged, 160 / sqrt(sources). With m flits a
// message, T cycles pass rho T / m of them.
// Fixed before the run: a rule that depended on what was measured would let the quiet runs pass. The constants are
// measured, so that what is shown covers the mean in 90% of runs, but where a network sustains far less than its bound:
// docs/theory/intervals.md, "Intervals".
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

#include "models/base/enum_names.hpp"
#include "sim/core/state/packet/packet.hpp"

namespace dateline {

enum class NoInterval { workload, deadlock, saturated, undecided, short_window, few_packets };
constexpr std::array<EnumName<NoInterval>, 6> enum_names(NoInterval) {
  return {{{NoInterval::workload, "workload"},
           {NoInterval::deadlock, "deadlock"},
           {NoInterval::saturated, "saturated"},
           {NoInterval::undecided, "undecided"},
           {NoInterval::short_window, "short-window"},
           {NoInterval::few_packets, "few-packets"}}};
}

// Of a load over bounds of the network, 0: not known.
struct BusyParts {
  double channels = 0;        // the busiest channel is so busy
  double network = 0;         // the busiest of all parts, the sources among them
  std::uint32_t sources = 1;  // that send
};

// Cycles of the shortest window that gives intervals; none where no window is long enough. Mean length in flits.
[[nodiscard]] inline std::optional<Cycle> shortest_window(const BusyParts& parts, double mean_length) {
  constexpr double kMessages = 160, kLongest = 1e18;
  double cycles = 0;
  const auto ask = [&](double busy, double messages) {
    const double seldom = std::min(1.0, 2 * busy), free = std::max(0.0, 1 - busy);
    if (busy > 0) cycles = std::max(cycles, std::ceil(messages * mean_length * seldom * seldom * seldom / (busy * free * free)));
  };
  ask(parts.channels, kMessages);
  ask(parts.network, kMessages / std::sqrt(parts.sources));
  return cycles < kLongest ? std::optional(static_cast<Cycle>(cycles)) : std::nullopt;
}

}  // namespace dateline
