#include "tests/support/as_reference.hpp"

namespace dateline::test {
namespace {

reference::ReferenceConfig::SwitchAllocation as_reference(const SwitchAllocation& allocation) {
  using R = reference::ReferenceConfig::SwitchAllocation;
  using Kind = SwitchAllocation::Kind;
  return {allocation.kind == Kind::one_pass  ? R::Kind::one_pass
          : allocation.kind == Kind::iterate ? R::Kind::iterate
          : allocation.kind == Kind::islip   ? R::Kind::islip
                                             : R::Kind::wavefront,
          allocation.passes};
}

reference::ReferenceConfig::VcReuse as_reference(VcReuse reuse) {
  using R = reference::ReferenceConfig::VcReuse;
  switch (reuse) {
    case VcReuse::atomic:
      return R::atomic;
    case VcReuse::whole:
      return R::whole;
    case VcReuse::place:
      return R::place;
    case VcReuse::tail:
      return R::tail;
  }
  return R::atomic;
}

}  // namespace

reference::ReferenceConfig as_reference(const RandomCase& c) {
  using R = reference::ReferenceConfig;
  const RouterConfig& m = c.machine;
  R r;
  r.kind = c.shape.kind == CubeTopology::Kind::torus ? R::Kind::torus : c.shape.kind == CubeTopology::Kind::mesh ? R::Kind::mesh : R::Kind::hypercube;
  for (const std::uint32_t k : c.shape.radices) r.radices.push_back(static_cast<int>(k));
  r.vcs = m.vcs;
  r.injection_vcs = m.injection_vcs;
  for (const VcSet& set : m.vc_sets) r.vc_sets.push_back(set.vcs);
  r.buffer_depth = m.buffer_depth;
  r.routing_delay = m.routing_delay;
  r.channel_latency = m.channel_latency;
  r.latencies = c.latencies;
  for (const Bandwidth& b : c.bandwidths) r.rates.push_back({static_cast<int>(b.numerator()), static_cast<int>(b.denominator())});
  r.detour_bias = m.ugal.bias.value_or(0);
  r.weigh_channels = m.ugal.occupancy == UgalOccupancy::channel;
  r.tie_rule = c.tie_rule == TieRule::plus ? R::TieRule::plus : R::TieRule::parity;
  switch (c.policy) {
    case VcPolicy::split:
      r.vc_policy = R::VcPolicy::split;
      break;
    case VcPolicy::static_:
      r.vc_policy = R::VcPolicy::fixed;
      break;
    case VcPolicy::relaxed:
      r.vc_policy = R::VcPolicy::relaxed;
      break;
    case VcPolicy::shared:
      r.vc_policy = R::VcPolicy::shared;
      break;
  }
  r.crossbar = m.crossbar == Crossbar::per_vc ? R::Crossbar::per_vc : R::Crossbar::per_port;
  r.vc_reuse = as_reference(m.vc_reuse);
  r.ejection = m.ejection == Ejection::ideal ? R::Ejection::ideal : R::Ejection::channel;
  r.vc_allocation = m.vc_allocation == VcAllocation::islip ? R::VcAllocation::islip : R::VcAllocation::one_by_one;
  r.vc_arbitration = m.vc_arbitration == VcArbitration::fcfs     ? R::VcArbitration::fcfs
                     : m.vc_arbitration == VcArbitration::oldest ? R::VcArbitration::oldest
                                                                 : R::VcArbitration::round_robin;
  r.ejection_delay = m.ejection_delay == EjectionDelay::router ? R::EjectionDelay::router : R::EjectionDelay::none;
  r.vc_stage = m.vc_stage == VcStage::own ? R::VcStage::own : R::VcStage::merged;
  r.output_arbitration = m.output_arbitration == OutputArbitration::oldest     ? R::OutputArbitration::oldest
                         : m.output_arbitration == OutputArbitration::priority ? R::OutputArbitration::priority
                                                                               : R::OutputArbitration::round_robin;
  r.selection = m.selection == Selection::lowest   ? R::Selection::lowest
                : m.selection == Selection::random ? R::Selection::random
                                                   : R::Selection::round_robin;
  r.source = m.source == SourcePolicy::interleaved ? R::Source::interleaved : R::Source::one_at_a_time;
  r.router_pipeline = m.router_pipeline;
  r.credit_latency = m.credit_latency;
  r.reinjection_delay = static_cast<long long>(m.absorption.delay);
  r.absorb_limit = static_cast<int>(m.absorption.limit);
  r.allocation = as_reference(m.allocation);
  return r;
}

std::vector<reference::ReferencePacket> as_reference(const std::vector<Send>& sends) {
  std::vector<reference::ReferencePacket> messages;
  for (const Send& s : sends) {
    messages.push_back({static_cast<long long>(s.generated), static_cast<int>(s.source.value()), static_cast<int>(s.destination.value()),
                        static_cast<int>(s.length), s.vc_set, s.priority});
  }
  return messages;
}

}  // namespace dateline::test
