#include "tests/support/cases/own_classes.hpp"

#include <stdexcept>

namespace dateline::test {
namespace {

constexpr unsigned kOwn = 48;

}  // namespace

HeaderState OwnClasses::inner(HeaderState state) { return {state.word & ((1ULL << kOwn) - 1)}; }

void OwnClasses::next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const {
  const auto first = out.size();
  routing_.next(node, in, dst, inner(state), out);
  const std::uint64_t own = state.word >> kOwn;
  const std::uint64_t descents_before = own >> 1U;
  const bool on_ring = topology_.kind() == CubeTopology::Kind::torus;
  for (auto i = first; i < out.size(); ++i) {
    if (out[i].exit != Exit::channel) continue;
    if (out[i].next.word >> kOwn != 0) throw std::logic_error("the relation uses the whole state word");
    const Channel& hop = topology_.channel(out[i].channel);
    std::uint64_t descents = descents_before;
    bool wrapped = (own & 1U) != 0;
    if (in == kNoChannel) {
      wrapped = false;
    } else {
      const Channel& before = topology_.channel(in);
      const bool same_dimension = hop.dimension == before.dimension;
      const bool reversal = same_dimension && (hop.to == before.from) && (hop.sign != before.sign || hop.sign == 0);
      const bool descent = hop.dimension < before.dimension || (reversal && reversals_ == Reversals::are_descents);
      if (descent) ++descents;
      wrapped = wrapped && same_dimension && !descent;
    }
    out[i].classes = static_cast<std::uint16_t>(1U << (on_ring ? 2 * descents + (wrapped ? 1U : 0U) : descents));
    const std::uint32_t k = topology_.radix(hop.dimension);
    const bool wraps = on_ring && topology_.coordinate(hop.from, hop.dimension) == (hop.sign > 0 ? k - 1 : 0);
    out[i].next.word |= (descents << 1U | (wrapped || wraps ? 1U : 0U)) << kOwn;
  }
}

}  // namespace dateline::test
