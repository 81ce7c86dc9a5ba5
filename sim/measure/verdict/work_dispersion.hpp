// How much more the work that a source is offered varies than Poisson arrivals of messages of one length do: the
// dispersion s - 1 + I, s the mean square of lengths over the square of their mean, I the index of dispersion of
// counts, Var(G) / E[G]^2 of the gaps G of a renewal process (on-off arrivals; 1 for Poisson ones, less for Bernoulli
// and periodic ones). At least 1. Source: D. R. Cox, Renewal Theory (1962), on the variance of counts.
#pragma once

#include "traffic/arrivals/injection.hpp"
#include "traffic/arrivals/message_lengths.hpp"

namespace dateline {

// `rate`: messages a cycle; of on-off arrivals it must be below the rule's peak.
[[nodiscard]] double work_dispersion(const InjectionRule& rule, const PacketLengths& lengths, double rate);

}  // namespace dateline
