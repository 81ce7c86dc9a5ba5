#include "models/proof/jump_dependencies.hpp"

namespace dateline {
namespace {

std::vector<std::uint16_t> united(std::vector<std::uint16_t> a, const std::vector<std::uint16_t>& b) {
  for (std::size_t c = 0; c < a.size(); ++c) a[c] = static_cast<std::uint16_t>(a[c] | b[c]);
  return a;
}

}  // namespace

JumpDependencies::JumpDependencies(const std::vector<std::uint16_t>& escapes, const std::vector<std::uint16_t>& place, int classes)
    : is_escape_(escapes.size() * static_cast<std::size_t>(classes)), stops_(united(escapes, place), classes) {
  for (std::size_t v = 0; v < is_escape_.size(); ++v) {
    const auto of_channel = static_cast<std::size_t>(classes);
    is_escape_[v] = (escapes[v / of_channel] >> (v % of_channel) & 1U) != 0;
  }
}

JumpDependencies::Found JumpDependencies::find() {
  const Digraph stops = stops_.take();
  return {stops.ways_between(is_escape_), stops.shortest_cycle_through(is_escape_)};
}

}  // namespace dateline
