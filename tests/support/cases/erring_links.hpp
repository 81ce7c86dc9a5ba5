// Network channels that err, in both machines: whether a try of a flit errs, as docs/reference/router-cycle.md, section
// 10, has it, and random errors.
#pragma once

#include <memory>

#include "sim/core/state/layout/link_errors.hpp"
#include "tests/reference/reference_machine.hpp"
#include "tests/support/cases/random_case.hpp"

namespace dateline::test {

[[nodiscard]] bool try_errs(std::uint64_t seed, std::uint32_t channel, std::uint64_t flit, std::uint64_t tries, std::uint64_t below);
// Of random bits, with probability p.
[[nodiscard]] std::uint64_t below(double p);
// On every channel.
[[nodiscard]] std::shared_ptr<const LinkErrors> all_err(const Topology& topology, double p, int window = 0, int replay = 0);
// Never, now and then, or more often than not where links try again; window and replay buffer of a round trip, or less
// and more.
[[nodiscard]] std::shared_ptr<const LinkErrors> draw_errors(Dice& dice, const Topology& topology, ErrorDetection detection);

// The errors of the machine, which may have none; the topology must outlive the configuration.
void take_errors(const RouterConfig& machine, const Topology& topology, reference::ReferenceConfig& second);

}  // namespace dateline::test
