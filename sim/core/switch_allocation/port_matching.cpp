#include "sim/core/switch_allocation/port_matching.hpp"

#include "sim/core/switch_allocation/output_arbitration.hpp"

namespace dateline {
namespace {

constexpr std::uint32_t kNone = PortMatchingState::kNone;

// Leaves only the VCs of granted cells; returns how many words have any.
std::size_t keep_granted(SwitchAllocationView p, std::size_t words) {
  std::uint64_t* const granted = p.port_matching().granted.data();
  const SwitchState::Words list = p.switches().words();
  std::size_t kept = 0;
  for (std::size_t word = 0; word != words; ++word) {
    const std::uint32_t first = list.first[word];
    list.vcs[kept] = granted[first / 64];
    list.first[kept] = first;
    kept += granted[first / 64] != 0 ? 1 : 0;
    granted[first / 64] = 0;
  }
  list.vcs[kept] = 0;
  return kept;
}

}  // namespace

void ask_routers(SwitchAllocationView p, std::size_t words) {
  PortMatchingState& state = p.port_matching();
  state.requests.clear();
  state.routers.clear();
  const VcView view = p.store().view();
  const std::uint32_t injection = p.numbering().first_injection(), ejection = p.numbering().first_ejection();
  const SwitchState::Words movable = p.switches().words();
  for (std::size_t word = 0; word != words; ++word) {
    const std::uint32_t first = movable.first[word];
    state.requests.reserve_more(64);
    state.routers.reserve_more(64);
    for (std::uint64_t vcs = movable.vcs[word]; vcs != 0; vcs &= vcs - 1) {
      const VcId vc(first + lowest_bit(vcs));
      if (vc.value() - injection < ejection - injection) {
        state.granted[first / 64] |= vcs & ~(vcs - 1);
        continue;
      }
      const ChannelId input(view.records[vc.value()].sender.feed.value() >> view.shift), output(vc.value() >> view.shift);
      const NodeId node = view.channels[output.value()].from;
      state.taken_by[input] = state.takes[output] = kNone;
      std::uint32_t& last = state.of_router[node];
      state.routers.push_if(node, last == kNone);
      const auto request = static_cast<std::uint32_t>(state.requests.size());
      state.requests.append({vc, input, output, last});
      last = request;
    }
  }
}

std::size_t pick_granted(SwitchAllocationView p, std::size_t words) {
  const std::size_t kept = keep_granted(p, words);
  pick_by_rule(p, kept);
  return list_picks(p, kept);
}

}  // namespace dateline
