#include "sim/core/switch_allocation/wavefront_allocation.hpp"

#include "sim/core/switch_allocation/port_matching.hpp"

namespace dateline {
namespace {

constexpr std::uint32_t kNone = PortMatchingState::kNone;

// The requests of a diagonal, from `request` on. Several may be of one cell, and are granted together: arbitration
// picks one of them.
void visit(PortMatchingState& state, std::uint32_t request) {
  while (request != kNone) {
    const PortMatchingState::Request& r = state.requests[request];
    std::uint32_t& taken_by = state.taken_by[r.input];
    std::uint32_t& takes = state.takes[r.output];
    const bool free = (taken_by & takes) == kNone;
    taken_by = free ? r.output.value() : taken_by;
    takes = free ? r.input.value() : takes;
    state.granted[r.vc.value() / 64] |= vc_toggle(r.vc.value(), taken_by == r.output.value() && takes == r.input.value());
    request = r.next;
  }
}

void allocate_router(PortMatchingState& state, std::uint32_t request, std::uint32_t size, std::uint32_t first_diagonal) {
  while (request != kNone) {
    PortMatchingState::Request& r = state.requests.begin()[request];
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

}  // namespace

std::size_t allocate_by_wavefront(SwitchAllocationView p, std::size_t words) {
  PortMatchingState& state = p.port_matching();
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
  return pick_granted(p, words);
}

}  // namespace dateline
