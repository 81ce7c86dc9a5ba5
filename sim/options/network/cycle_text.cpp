#include "sim/options/network/cycle_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dateline {
namespace {

std::string vc_text(const Topology& topology, const ClassedChannel& v) {
  const Channel& c = topology.channel(v.channel);
  return fmt::format("{}->{} (class {})", c.from.value(), c.to.value(), v.vc_class.value());
}

}  // namespace

std::string cycle_text(const Topology& topology, const DeadlockProof& proof) {
  std::string text;
  constexpr std::size_t kShown = 6;
  for (std::size_t i = 0; i < std::min(proof.cycle.size(), kShown); ++i)
    text += fmt::format("{} {}", text.empty() ? ":" : ",", vc_text(topology, proof.cycle[i]));
  if (proof.cycle.size() > kShown) text += fmt::format(", and {} more (dateline verify shows them)", proof.cycle.size() - kShown);
  return proof.jump ? fmt::format("{}; jump at {}", text, vc_text(topology, *proof.jump)) : text;
}

}  // namespace dateline
