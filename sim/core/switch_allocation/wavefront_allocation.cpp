#include "sim/core/switch_allocation/wavefront_allocation.hpp"

#include "sim/core/switch_allocation/output_arbitration.hpp"

namespace dateline {
namespace {

constexpr std::uint32_t kNone = WavefrontState::kNone;

// What can move asks at its router. Injection channels are fed by no port: they have a crossing of their own.
void ask_routers(SwitchAllocationView p, std::size_t words) {
  WavefrontState& state = p.wavefront();
  const VcView view = p.store().view();
  const std::uint32_t injection = p.numbering().first_injection(), ejection = p.numbering().first_ejection();
  for (const SwitchState::WordPick* word = p.switches().words(); word != p.switches().words() + words; ++word) {
    state.requests.reserve_more(64);
    state.routers.reserve_more(64);
    for (std::uint64_t vcs = word->vcs; vcs != 0; vcs &= vcs - 1) {
      const VcId vc(word->first + lowest_bit(vcs));
      if (vc.value() - injection < ejection - injection) {
        state.granted[word->first / 64] |= vcs & ~(vcs - 1);
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

// The requests of a diagonal, from `request` on. Several may be of one cell, and are granted together: arbitration
// picks one of them.
void visit(WavefrontState& state, std::uint32_t request) {
  while (request != kNone) {
    const WavefrontState::Request& r = state.requests[request];
    std::uint32_t& taken_by = state.taken_by[r.input];
    std::uint32_t& takes = state.takes[r.output];
    const bool free = (taken_by & takes) == kNone;
    taken_by = free ? r.output.value() : taken_by;
    takes = free ? r.input.value() : takes;
    state.granted[r.vc.value() / 64] |= vc_toggle(r.vc.value(), taken_by == r.output.value() && takes == r.input.value());
    request = r.next;
  }
}

void allocate_router(WavefrontState& state, std::uint32_t request, std::uint32_t size, std::uint32_t first_diagonal) {
  while (request != kNone) {
    WavefrontState::Request& r = state.requests.begin()[request];
    const std::uint32_t cell = std::uint32_t{state.ports.input[r.input]} + state.ports.output[r.output];
    std::uint32_t diagonal = cell - first_diagonal;  // how many are visited before it
    diagonal += cell < first_diagonal ? size : 0;
    diagonal -= diagonal >= size ? size : 0;
    const std::uint32_t next = r.next;
    r.next = state.of_diagonal[diagonal];
    state.of_diagonal[diagonal] = request;
    state.diagonals[diagonal / 64] |= vc_bit(diagonal);
    request = next;
  }
  for (std::uint32_t first = 0; first < size; first += 64) {
    for (std::uint64_t rest = state.diagonals[first / 64]; rest != 0; rest &= rest - 1) {
      std::uint32_t& of_diagonal = state.of_diagonal[first + lowest_bit(rest)];
      visit(state, of_diagonal);
      of_diagonal = kNone;
    }
    state.diagonals[first / 64] = 0;
  }
}

// Leaves only the VCs of granted cells; returns how many words have any.
std::size_t keep_granted(SwitchAllocationView p, std::size_t words) {
  std::uint64_t* const granted = p.wavefront().granted.data();
  SwitchState::WordPick* out = p.switches().words();
  const SwitchState::WordPick* const end = out + words;
  for (const SwitchState::WordPick* word = out; word != end; ++word) {
    const std::uint32_t first = word->first;
    *out = {granted[first / 64], 0, first};
    out += granted[first / 64] != 0 ? 1 : 0;
    granted[first / 64] = 0;
  }
  out->vcs = 0;
  return static_cast<std::size_t>(out - p.switches().words());
}

}  // namespace

std::size_t allocate_by_wavefront(SwitchAllocationView p, std::size_t words) {
  WavefrontState& state = p.wavefront();
  state.requests.clear();
  state.routers.clear();
  ask_routers(p, words);
  std::uint32_t size = 1, first_diagonal = 0;
  for (const NodeId node : state.routers) {
    if (state.ports.size[node] != size) {
      size = state.ports.size[node];
      first_diagonal = static_cast<std::uint32_t>(p.now() % size);
    }
    std::uint32_t& requests = state.of_router[node];
    if (state.requests[requests].next == kNone) {
      const VcId vc = state.requests[requests].vc;  // alone
      state.granted[vc.value() / 64] |= vc_bit(vc.value());
    } else {
      allocate_router(state, requests, size, first_diagonal);
    }
    requests = kNone;
  }
  const std::size_t kept = keep_granted(p, words);
  pick_by_rule(p, kept);
  return list_picks(p, kept);
}

}  // namespace dateline
