#include "routing/oblivious/dimension_order.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"
#include "routing/oblivious/claimed_symmetries.hpp"

namespace dateline {
namespace {

// The header's state inside a dimension: 64 | 32 if towards + | 16 if in the second class | dimension. Zero before a
// dimension is entered.
// Second class: it has crossed the dateline, or moved to class 1 (relaxed), or will cross it (static).
constexpr std::uint64_t kEntered = 64, kPlus = 32, kSecondClass = 16;
static_assert(kSecondClass == 1U << StepTable::kStateShift && kEntered * 2 == kSecondClass * StepTable::kStates, "the table's states are these");

int classes_of(const CubeTopology& topology, VcPolicy policy, int vcs) {
  if (topology.kind() != CubeTopology::Kind::torus) return 1;
  if (policy != VcPolicy::shared) return 2;
  if (vcs < 2) throw ConfigError("dor", "vcs", std::to_string(vcs), "is too few for vc-policy=shared on a torus; allowed 2..16");
  return vcs;
}

// Of every node, 8 bits a dimension from the lowest; none if they do not fit.
std::vector<std::uint64_t> packed_coordinates(const CubeTopology& topology) {
  bool fits = topology.dimensions() <= 8;
  for (int d = 0; d < topology.dimensions(); ++d) fits = fits && topology.radix(d) <= 256;
  std::vector<std::uint64_t> all;
  for (std::uint32_t v = 0; fits && v < topology.nodes(); ++v) {
    std::uint64_t packed = 0;
    for (int d = 0; d < topology.dimensions(); ++d) packed |= std::uint64_t{topology.coordinate(NodeId(v), d)} << (8 * static_cast<unsigned>(d));
    all.push_back(packed);
  }
  return all;
}

}  // namespace

DimensionOrder::DimensionOrder(const CubeTopology& topology, TieRule tie_rule, VcPolicy vc_policy, int vcs)
    : topology_(topology),
      tie_rule_(tie_rule == TieRule::union_ ? TieRule::split : tie_rule),
      policy_(topology.kind() == CubeTopology::Kind::torus ? vc_policy : VcPolicy::split),
      classes_(classes_of(topology, vc_policy, vcs)),
      dimensions_(static_cast<std::uint32_t>(topology.dimensions())),
      at_half_{tie_rule_ == TieRule::plus ? 1U : 0U, tie_rule_ == TieRule::parity ? 1U : 0U, tie_rule_ == TieRule::split ? 1U : 0U},
      two_classes_(topology.kind() == CubeTopology::Kind::torus ? 1 : 0),
      two_ways_(topology.kind() == CubeTopology::Kind::hypercube ? 0 : 1),
      table_(topology, packed_coordinates(topology)) {
  constexpr std::uint32_t kNoWayRound = 1U << 30U;
  const bool torus = topology.kind() == CubeTopology::Kind::torus;
  for (int d = 0; d < topology.dimensions(); ++d) rings_.push_back(torus ? topology.radix(d) : kNoWayRound);
  rings_.resize(kMaxDimensions, kNoWayRound);
  make_table();
}

StartStates DimensionOrder::start(NodeId /*src*/, NodeId /*dst*/) const { return {StartState{}}; }

HeaderState dimension_order_heading(std::uint32_t dimension, bool plus) { return {kEntered + (plus ? kPlus : 0) + dimension}; }

inline DimensionOrder::Leg DimensionOrder::leg_of(NodeId node, NodeId dst, HeaderState state) const {
  if (const auto& packed = table_.coordinates(); !packed.empty()) {
    const std::uint64_t here = packed[node.value()], there = packed[dst.value()];
    const std::uint64_t differ = here ^ there;
    const unsigned shift = static_cast<unsigned>(__builtin_ctzll(differ | std::uint64_t{1} << 63U)) & ~7U;
    return {node, shift / 8, static_cast<std::uint32_t>(here >> shift & 255U), static_cast<std::uint32_t>(there >> shift & 255U), state, differ == 0};
  }
  const std::uint16_t* const here = topology_.coordinates(node);
  const std::uint16_t* const there = topology_.coordinates(dst);
  std::uint32_t d = 0;
  while (d < dimensions_ && here[d] == there[d]) ++d;
  if (d == dimensions_) return {node, 0, 0, 0, state, true};
  return {node, d, here[d], there[d], state, false};
}

// A mesh is a ring so long that the way round it is never shorter.
inline DimensionOrder::Way DimensionOrder::way_of(const Leg& leg) const {
  const std::uint32_t ring = rings_[leg.dimension];
  std::uint32_t forward = leg.target - leg.at;
  forward += (0U - (forward >> 31U)) & ring;
  const std::uint32_t half = 2 * forward == ring ? 1 : 0;
  const std::uint32_t shorter = (2 * forward < ring ? 1U : 0U) | (half & (at_half_.goes_plus | (at_half_.by_parity & ~leg.at & 1U)));
  const std::uint32_t entered = static_cast<std::uint32_t>(leg.state.word / kEntered) & 1U;
  const std::uint32_t kept = static_cast<std::uint32_t>(leg.state.word / kPlus) & 1U;
  return {(entered & kept) | (~entered & shorter & 1U), half & at_half_.splits & ~entered & 1U, forward};
}

inline void DimensionOrder::take_hop(const Leg& leg, const Way& way, std::uint32_t plus, HeaderStep& step, std::size_t side) const {
  const std::uint32_t ring = rings_[leg.dimension];
  const std::uint32_t backward = ring - way.forward;
  const std::uint32_t left = backward ^ ((backward ^ way.forward) & (0U - plus));
  const std::uint32_t wraps_now = leg.at == ((ring - 1) & (0U - plus)) ? 1 : 0;
  const std::uint32_t was_second = static_cast<std::uint32_t>(leg.state.word / kSecondClass) & 1U;
  const std::uint32_t wraps = (plus != 0 ? leg.target < leg.at : leg.target > leg.at) ? 1 : 0;  // now or later
  const std::uint32_t own = was_second | (policy_ == VcPolicy::static_ ? wraps : 0);
  const std::uint32_t second = (own | wraps_now) & two_classes_;
  const std::uint64_t state = kEntered + plus * kPlus + second * kSecondClass + leg.dimension;
  step.channel[side] = topology_.out(leg.node, Port(static_cast<std::uint16_t>(port_of(leg.dimension, plus))));
  step.classes = static_cast<std::uint16_t>(1U << own);
  step.next[side].word = left == 1 ? 0 : state;
}

// What way_of and take_hop say, for every (dimension, state, coordinate, target), where that is not too much.
void DimensionOrder::make_table() {
  std::size_t entries = 1;
  for (std::uint32_t d = 0; d < dimensions_; ++d) entries += StepTable::entries_of(topology_.radix(static_cast<int>(d)));
  const bool one_class_a_hop = policy_ == VcPolicy::split || policy_ == VcPolicy::static_;
  if (table_.coordinates().empty() || !one_class_a_hop || entries > StepTable::kLargest) return;
  for (std::uint32_t d = 0; d < dimensions_; ++d) {
    table_.add(d, topology_.radix(static_cast<int>(d)), [&](std::uint32_t state, std::uint32_t at, std::uint32_t target) {
      const Leg leg{NodeId(0), d, at, target, HeaderState{state * kSecondClass}, false};
      const Way way = way_of(leg);
      HeaderStep step, minus;
      take_hop(leg, way, way.plus | way.tie, step, 0);
      take_hop(leg, way, 0, minus, 1);
      // Policy static: one of two tied ways crosses the dateline, so they have no class in common, and a short answer
      // has one.
      const bool one_class = step.classes == minus.classes;
      const auto tied = one_class ? HeaderStep::Kind::fork : HeaderStep::Kind::ask;
      StepTable::Entry entry{{0, 0}, step.classes, {0, 0}, way.tie != 0 ? tied : HeaderStep::Kind::single};
      for (std::uint32_t side = 0; side < 2; ++side) {
        entry.next[side] = static_cast<std::uint8_t>((side == 0 ? step : minus).next[side].word);
        entry.port[side] = static_cast<std::uint8_t>(port_of(d, side == 0 ? way.plus | way.tie : 0));
      }
      return entry;
    });
  }
}

void DimensionOrder::steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const {
  if (table_.empty()) return RoutingRelation::steps(queries, count, answers);
  for (std::size_t i = 0; i < count; ++i) {
    const HeaderQuery& query = queries[i];
    const StepTable::Entry& entry = table_.entry(query.node, query.destination, query.state);
    table_.answer(query.node, entry, answers[i]);
    table_.answer_other(query.node, entry, answers[i]);
  }
}

void DimensionOrder::next(NodeId node, ChannelId /*in*/, NodeId dst, HeaderState state, Candidates& out) const {
  const Leg leg = leg_of(node, dst, state);
  if (leg.done) {
    out.emplace_back().exit = Exit::deliver;
    return;
  }
  const Way way = way_of(leg);
  offer_classes(leg, way, way.plus | way.tie, 0, out);
  if (way.tie != 0) offer_classes(leg, way, 0, 1, out);
}

void DimensionOrder::offer_classes(const Leg& leg, const Way& way, std::uint32_t plus, std::uint32_t route, Candidates& out) const {
  HeaderStep step;
  take_hop(leg, way, plus, step, 0);
  Candidate own;
  own.route = route;
  own.channel = step.channel[0];
  own.classes = step.classes;
  own.next = step.next[0];
  if (policy_ == VcPolicy::shared) {
    Candidate free_for_all = own;
    free_for_all.classes = static_cast<std::uint16_t>((1U << static_cast<unsigned>(classes_)) - 4U);
    if (classes_ > 2) out.push_back(free_for_all);
    own.rank = 1;
    own.escape = true;
  }
  out.push_back(own);
  const bool was_second = (leg.state.word & kSecondClass) != 0;
  const bool will_wrap = plus != 0 ? leg.target < leg.at : leg.target > leg.at;
  if (policy_ != VcPolicy::relaxed || was_second || will_wrap) return;
  Leg moved_up = leg;
  moved_up.state.word |= kSecondClass;
  take_hop(moved_up, way, plus, step, 0);
  own.classes = step.classes;
  own.next = step.next[0];
  out.push_back(own);
}

std::vector<Symmetry> DimensionOrder::symmetries() const { return claims(topology_, tie_rule_, Dimensions::in_order); }

}  // namespace dateline
