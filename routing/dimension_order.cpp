#include "routing/dimension_order.hpp"

#include <fmt/format.h>

#include "models/network/error.hpp"
#include "routing/claims.hpp"

namespace dateline {
namespace {

// The header's state inside a dimension: 64 | 32 if towards + | 16 if in the second class | dimension. Zero before a dimension is entered.
// Second class: it has crossed the dateline, or moved to class 1 (relaxed).
constexpr std::uint64_t kEntered = 64, kPlus = 32, kSecondClass = 16, kDimensionMask = 15;

}  // namespace

DimensionOrder::DimensionOrder(const CubeTopology& topology, TieRule tie_rule, VcPolicy vc_policy, int vcs)
    : topology_(topology), tie_rule_(tie_rule == TieRule::union_ ? TieRule::split : tie_rule), policy_(Classes::one), classes_(1) {
  if (topology.kind() != CubeTopology::Kind::torus) return;
  switch (vc_policy) {
    case VcPolicy::split:
      policy_ = Classes::split;
      break;
    case VcPolicy::shared:
      policy_ = Classes::shared;
      break;
    case VcPolicy::relaxed:
      policy_ = Classes::relaxed;
      break;
  }
  classes_ = vc_policy == VcPolicy::shared ? vcs : 2;
  if (classes_ < 2) throw ConfigError("dor", "vcs", std::to_string(vcs), "is too few for vc-policy=shared on a torus; allowed 2..16");
}

StartStates DimensionOrder::start(NodeId /*src*/, NodeId /*dst*/) const { return {StartState{}}; }

inline Candidate DimensionOrder::hop(const Leg& leg, bool plus, std::uint32_t route) const {
  const std::uint32_t last = leg.radix - 1;
  const std::uint32_t reached = plus ? (leg.at == last ? 0 : leg.at + 1) : (leg.at == 0 ? last : leg.at - 1);
  const bool wraps_now = leg.at == (plus ? last : 0);
  const bool second = policy_ != Classes::one && (leg.second_class || wraps_now);
  Candidate c;
  c.route = route;
  c.channel = topology_.out(leg.node, topology_.port(leg.dimension, plus ? 1 : -1));
  c.classes = leg.second_class ? 2 : 1;
  if (reached != leg.target) {
    c.next.word = kEntered | (plus ? kPlus : 0) | (second ? kSecondClass : 0) | static_cast<std::uint64_t>(leg.dimension);
  }
  return c;
}

void DimensionOrder::next(NodeId node, ChannelId /*in*/, NodeId dst, HeaderState state, Candidates& out) const {
  const std::uint16_t* const here = topology_.coordinates(node);
  const std::uint16_t* const there = topology_.coordinates(dst);
  const bool entered = (state.word & kEntered) != 0;  // then its dimension is the one in progress
  int d = static_cast<int>(state.word & kDimensionMask);
  while (!entered && d < topology_.dimensions() && here[d] == there[d]) ++d;
  if (d == topology_.dimensions()) {
    out.emplace_back().exit = Exit::deliver;
    return;
  }
  const Leg leg{node, d, here[d], there[d], topology_.radix(d), (state.word & kSecondClass) != 0};
  bool plus = (state.word & kPlus) != 0;
  if (!entered) {
    plus = leg.target > leg.at;
    if (policy_ != Classes::one) {
      const std::uint32_t forward = plus ? leg.target - leg.at : leg.target + leg.radix - leg.at;
      plus = 2 * forward < leg.radix;
      if (2 * forward == leg.radix) {
        if (tie_rule_ == TieRule::split) {
          offer_classes(leg, true, 0, out);
          return offer_classes(leg, false, 1, out);
        }
        plus = tie_rule_ == TieRule::plus || leg.at % 2 == 0;
      }
    }
  }
  if (policy_ >= Classes::shared) return offer_classes(leg, plus, 0, out);
  out.push_back(hop(leg, plus, 0));
}

void DimensionOrder::offer_classes(const Leg& leg, bool plus, std::uint32_t route, Candidates& out) const {
  const Candidate own = hop(leg, plus, route);
  if (policy_ == Classes::shared) {
    Candidate escape = own;
    escape.rank = 1;
    escape.escape = true;
    Candidate free_for_all = own;
    free_for_all.classes = static_cast<std::uint16_t>((1U << static_cast<unsigned>(classes_)) - 4U);
    if (classes_ > 2) out.push_back(free_for_all);
    out.push_back(escape);
    return;
  }
  out.push_back(own);
  const bool will_wrap = plus ? leg.target < leg.at : leg.target > leg.at;
  if (policy_ == Classes::relaxed && !leg.second_class && !will_wrap) {
    Leg moved_up = leg;
    moved_up.second_class = true;
    out.push_back(hop(moved_up, plus, route));
  }
}

std::vector<Symmetry> DimensionOrder::symmetries() const { return claims(topology_, tie_rule_, Dimensions::in_order); }

}  // namespace dateline
