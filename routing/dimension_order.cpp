#include "routing/dimension_order.hpp"

#include <fmt/format.h>

#include "models/network/error.hpp"
#include "routing/translations.hpp"

namespace dateline {
namespace {

// The header's state inside a dimension; zero before a dimension is entered.
struct InDimension {
  bool entered;
  int dimension;
  bool plus;
  bool second_class;  // crossed the dateline, or moved to class 1 (relaxed)
};

constexpr std::uint64_t kEntered = 64, kPlus = 32, kSecondClass = 16, kDimensionMask = 15;

InDimension decode(HeaderState state) {
  return {(state.word & kEntered) != 0, static_cast<int>(state.word & kDimensionMask), (state.word & kPlus) != 0,
          (state.word & kSecondClass) != 0};
}

HeaderState encode(int dimension, bool plus, bool second_class) {
  return {kEntered | static_cast<std::uint64_t>(dimension) | (plus ? kPlus : 0) | (second_class ? kSecondClass : 0)};
}

}  // namespace

DimensionOrder::DimensionOrder(const CubeTopology& topology, TieRule tie_rule, VcPolicy vc_policy, int vcs)
    : topology_(topology), tie_rule_(tie_rule), vc_policy_(vc_policy), classes_(1) {
  if (topology.kind() != CubeTopology::Kind::torus) return;
  classes_ = vc_policy == VcPolicy::shared ? vcs : 2;
  if (classes_ < 2) throw ConfigError("dor", "vcs", std::to_string(vcs), "is too few for vc-policy=shared on a torus; allowed 2..16");
}

std::vector<StartState> DimensionOrder::start(NodeId /*src*/, NodeId /*dst*/) const { return {StartState{}}; }

void DimensionOrder::next(NodeId node, ChannelId /*in*/, NodeId dst, HeaderState state, Candidates& out) const {
  const int dimensions = topology_.dimensions();
  int d = 0;
  while (d < dimensions && topology_.coordinate(node, d) == topology_.coordinate(dst, d)) ++d;
  if (d == dimensions) {
    out.emplace_back().exit = Exit::deliver;
    return;
  }
  const Leg leg{node, d, topology_.coordinate(node, d), topology_.coordinate(dst, d), topology_.radix(d)};
  const InDimension now = decode(state);
  if (now.entered && now.dimension == d) return add_hop(leg, now.plus, now.second_class, 0, out);
  if (topology_.kind() != CubeTopology::Kind::torus) return add_hop(leg, leg.target > leg.at, false, 0, out);

  const std::uint32_t forward = leg.target > leg.at ? leg.target - leg.at : leg.target + leg.radix - leg.at;
  if (2 * forward != leg.radix) return add_hop(leg, 2 * forward < leg.radix, false, 0, out);
  switch (tie_rule_) {
    case TieRule::plus: return add_hop(leg, true, false, 0, out);
    case TieRule::parity: return add_hop(leg, leg.at % 2 == 0, false, 0, out);
    case TieRule::split:
      add_hop(leg, true, false, 0, out);
      add_hop(leg, false, false, 1, out);
      return;
  }
}

void DimensionOrder::add_hop(const Leg& leg, bool plus, bool second_class, std::uint32_t route, Candidates& out) const {
  const std::uint32_t last = leg.radix - 1;
  const std::uint32_t reached = plus ? (leg.at == last ? 0 : leg.at + 1) : (leg.at == 0 ? last : leg.at - 1);
  const ChannelId channel = topology_.out(leg.node, topology_.port(leg.dimension, plus ? 1 : -1));
  const auto offer = [&](std::uint32_t classes, std::uint8_t rank, bool escape, bool second_class_next) {
    Candidate& hop = out.emplace_back();
    hop.route = route;
    hop.channel = channel;
    hop.classes = static_cast<std::uint16_t>(classes);
    hop.rank = rank;
    hop.escape = escape;
    if (reached != leg.target) hop.next = encode(leg.dimension, plus, second_class_next);
  };
  if (topology_.kind() != CubeTopology::Kind::torus) return offer(1, 0, false, false);

  const bool wraps_now = plus ? reached == 0 : leg.at == 0;
  const std::uint32_t own_class = second_class ? 2U : 1U;
  const bool second_class_next = second_class || wraps_now;
  switch (vc_policy_) {
    case VcPolicy::split: return offer(own_class, 0, false, second_class_next);
    case VcPolicy::relaxed: {
      const bool will_wrap = plus ? leg.target < leg.at : leg.target > leg.at;
      offer(own_class, 0, false, second_class_next);
      if (!second_class && !will_wrap) offer(2, 0, false, true);
      return;
    }
    case VcPolicy::shared:
      if (classes_ > 2) offer((1U << static_cast<unsigned>(classes_)) - 4U, 0, false, second_class_next);
      return offer(own_class, 1, true, second_class_next);
  }
}

std::vector<Symmetry> DimensionOrder::symmetries() const {
  return translations(topology_, topology_.kind() == CubeTopology::Kind::torus && tie_rule_ == TieRule::parity);
}

}  // namespace dateline
