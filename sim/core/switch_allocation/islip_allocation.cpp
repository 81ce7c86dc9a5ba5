#include "sim/core/switch_allocation/islip_allocation.hpp"

#include "sim/core/switch_allocation/port_matching.hpp"

namespace dateline {
namespace {

constexpr std::uint32_t kNone = PortMatchingState::kNone;

// The requests of one router. Of a channel that is not matched, `offered` is the input port that an output grants, or
// the output that an input port accepts.
class RouterMatching {
 public:
  RouterMatching(SwitchAllocationView p, std::uint32_t first) : p_(p), state_(p.port_matching()), pointers_(p.crossbar_pointers()), first_(first) {}

  void run(int passes) {
    for (int pass = 0; pass < passes && match_once(pass == 0); ++pass) {
    }
    pick_vcs();
  }

 private:
  using Request = PortMatchingState::Request;

  template <typename Visit>
  void for_each(Visit visit) const {
    for (std::uint32_t r = first_; r != kNone; r = state_.requests[r].next) visit(state_.requests[r]);
  }
  [[nodiscard]] bool open(const Request& r) const { return state_.taken_by[r.input] == kNone && state_.takes[r.output] == kNone; }
  // How far behind a pointer a port is found, cyclic.
  [[nodiscard]] std::uint32_t input_behind(const Request& r) const { return state_.ports.input[r.input] - pointers_.grants_from[r.output]; }
  [[nodiscard]] std::uint32_t output_behind(const Request& r) const { return state_.ports.output[r.output] - pointers_.accepts_from[r.input]; }

  // Whether any pair was matched.
  bool match_once(bool moves_pointers) {
    std::vector<Request>& granted = state_.chosen;
    granted.clear();
    for_each([&](const Request& r) {
      if (open(r)) keep_nearest(granted, r, &Request::output, input_behind(r));
    });
    std::vector<Request>& accepted = state_.accepted;
    accepted.clear();
    for (Request r : granted) keep_nearest(accepted, r, &Request::input, output_behind(r));
    for (const Request& r : accepted) {
      state_.taken_by[r.input] = r.output.value();
      state_.takes[r.output] = r.input.value();
      if (!moves_pointers) continue;
      pointers_.grants_from[r.output] = state_.ports.input[r.input] + 1U;
      pointers_.accepts_from[r.input] = state_.ports.output[r.output] + 1U;
    }
    return !accepted.empty();
  }

  // Of the requests of one port the one with the least distance; it stands in place of `next`.
  static void keep_nearest(std::vector<Request>& kept, Request r, ChannelId Request::*port, std::uint32_t distance) {
    r.next = distance;
    for (Request& other : kept) {
      if (other.*port != r.*port) continue;
      if (distance < other.next) other = r;
      return;
    }
    kept.push_back(r);
  }

  // The first VC of the input port, from its pointer on, that can move to the output that it is matched with.
  void pick_vcs() {
    std::vector<Request>& picked = state_.chosen;
    picked.clear();
    const auto feed = [&](const Request& r) { return p_.numbering().vc_index(p_.store().record(r.vc).sender.feed); };
    for_each([&](const Request& r) {
      const bool matched = state_.taken_by[r.input] == r.output.value() && state_.takes[r.output] == r.input.value();
      if (matched) keep_nearest(picked, r, &Request::input, feed(r) - pointers_.vcs_from[r.input]);
    });
    for (const Request& r : picked) {
      pointers_.vcs_from[r.input] = feed(r) + 1;
      state_.granted[r.vc.value() / 64] |= vc_bit(r.vc.value());
    }
  }

  const SwitchAllocationView p_;
  PortMatchingState& state_;
  CrossbarPointers& pointers_;
  const std::uint32_t first_;  // request
};

}  // namespace

std::size_t allocate_by_islip(SwitchAllocationView p, std::size_t words, int passes) {
  ask_routers(p, words);
  PortMatchingState& state = p.port_matching();
  for (const NodeId node : state.routers) {
    RouterMatching(p, state.of_router[node]).run(passes);
    state.of_router[node] = kNone;
  }
  return pick_granted(p, words);
}

}  // namespace dateline
