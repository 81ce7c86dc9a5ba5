#include "sim/options/network/cycle_text.hpp"

#include <fmt/format.h>

namespace dateline {
namespace {

std::string vc_text(const Topology& topology, const ClassedChannel& v) {
  const Channel& c = topology.channel(v.channel);
  return fmt::format("{}->{} (class {})", c.from.value(), c.to.value(), v.vc_class.value());
}

}  // namespace

std::string cycle_text(const Topology& topology, const DeadlockProof& proof) {
  std::string text;
  for (const ClassedChannel& v : proof.cycle) text += fmt::format("{} {}", text.empty() ? ":" : ",", vc_text(topology, v));
  return proof.jump ? fmt::format("{}; jump at {}", text, vc_text(topology, *proof.jump)) : text;
}

}  // namespace dateline
