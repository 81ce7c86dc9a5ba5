// Phase 2: what the relation answers to all new head flits of a cycle, by the kind of answer.
#include "sim/core/route_computation/route_computation.hpp"

namespace dateline {

void RouteComputation::make_room() {
  const std::size_t count = scratch_.at.size();
  if (scratch_.queries.size() < count) {
    scratch_.queries.resize(2 * count);
    scratch_.steps.resize(2 * count);
    for (auto& list : scratch_.of_kind) {
      list.clear();
      list.reserve_more(2 * count + 1);
    }
  }
  p_.crossing().reserve(count + 1);
}

// By the kind of answer, without a branch: no predictor knows which. Those with a single way on ask for its channel.
class RouteComputation::ByKind {
 public:
  explicit ByKind(const RouteComputation& of) : of_(of), channels_(of.p_.store().channels()), network_(of.p_.numbering().network_channels()) {
    for (std::size_t kind = 0; kind < ends_.size(); ++kind) ends_[kind] = of.scratch_.of_kind[kind].begin();
  }
  // Head flit `i`. Returns the channel that it asks for, if it has a single way on.
  [[gnu::always_inline]] const ChannelState& put(std::uint32_t i, const HeaderStep& step) {
    *ends_[static_cast<std::size_t>(step.kind)]++ = i;
    const std::uint32_t single = is_single(step);
    const std::uint32_t channel = step.channel[0].value() & (0U - single);
    if (channel >= network_) of_.refuse(i);
    channels_[channel].wanted += single;
    return channels_[channel];
  }
  [[nodiscard]] static std::uint32_t is_single(const HeaderStep& step) { return step.kind == HeaderStep::Kind::single ? 1 : 0; }
  void close() {
    for (std::size_t kind = 0; kind < ends_.size(); ++kind) of_.scratch_.of_kind[kind].end_at(ends_[kind]);
  }

 private:
  const RouteComputation& of_;
  ChannelState* const channels_;
  const std::uint32_t network_;
  std::array<std::uint32_t*, HeaderStep::kKinds> ends_{};
};

// The relation is asked about all of them in one call.
void RouteComputation::ask() {
  HeaderQuery* query = scratch_.queries.data();
  for (const VcId at : scratch_.at) *query++ = p_.query_of(at);
  const auto count = static_cast<std::uint32_t>(scratch_.at.size());
  if (p_.routing().vc_sets.several()) {
    ask_by_set();
  } else {
    p_.routing().relation->steps(scratch_.queries.data(), count, scratch_.steps.data());
  }
  const HeaderStep* const steps = scratch_.steps.data();
  const HeaderQuery* const queries = scratch_.queries.data();
  ByKind by_kind(*this);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t from = by_kind.put(i, steps[i]).from.value();
    if (((from ^ queries[i].node.value()) & (0U - ByKind::is_single(steps[i]))) != 0) refuse(i);
  }
  by_kind.close();
}

// Each head flit of the relation of its set.
void RouteComputation::ask_by_set() {
  for (std::size_t i = 0; i < scratch_.at.size(); ++i) {
    const Packet& packet = p_.packets()[p_.store().packets(scratch_.at[i]).front];
    scratch_.steps[i] = p_.routing().vc_sets.step(scratch_.queries[i], packet.order.vc_set);
  }
}

// What the relation would answer is read from its table, whose channels leave the node. In one loop with ByKind this
// takes as many instructions and more time.
void RouteComputation::answer_by_table(const StepTable& table) {
  const auto count = static_cast<std::uint32_t>(scratch_.at.size());
  const VcView view = p_.store().view();
  const VcId* const heads = scratch_.at.begin();
  const Delivery* const packets = p_.packets().slots();
  const NodeId* const router_of = p_.routing().router_of.data();
  HeaderStep* const steps = scratch_.steps.data();
  for (std::uint32_t i = 0; i < count; ++i) {
    const Packet& packet = packets[view.packets[heads[i].value()].front.value()].packet;
    const NodeId node = view.channel(heads[i]).to;
    table.answer(node, table.entry(node, router_of[packet.order.destination.value()], packet.state), steps[i]);
  }
  ByKind by_kind(*this);
  for (std::uint32_t i = 0; i < count; ++i) by_kind.put(i, steps[i]);
  by_kind.close();
  complete_forks(table);
}

// The other sides of forks, which answer_by_table leaves out.
void RouteComputation::complete_forks(const StepTable& table) {
  for (const std::uint32_t i : scratch_.of(HeaderStep::Kind::fork)) {
    const HeaderQuery query = p_.query_of(scratch_.at[i]);
    table.answer_other(query.node, table.entry(query.node, query.destination, query.state), scratch_.steps[i]);
  }
}

}  // namespace dateline
