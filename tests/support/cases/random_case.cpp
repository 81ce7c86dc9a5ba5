#include "tests/support/cases/random_case.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dateline::test {
namespace {

// Half of the cases use the parameters of the short path through the machine: latency 1, depth 2 or more, atomic reuse.
void draw_timing(Dice& dice, RouterConfig& m) {
  m.routing_delay = dice.one_in(2) ? 0 : dice.between(1, 3);
  if (dice.one_in(2)) {
    m.buffer_depth = dice.between(2, 5);
    return;
  }
  m.buffer_depth = dice.between(1, 5);
  m.channel_latency = dice.between(1, 3);
  m.vc_reuse = dice.pick({VcReuse::atomic, VcReuse::tail, VcReuse::whole, VcReuse::place});
}

// Half of the cases have routers with nothing of this. From dice of its own, so that the rest of every case is drawn as
// it would be without.
void draw_router(Dice dice, RouterConfig& m) {
  if (dice.one_in(2)) return;
  m.source = dice.pick({SourcePolicy::interleaved, SourcePolicy::one_at_a_time});
  m.vc_allocation = dice.pick({VcAllocation::one_by_one, VcAllocation::islip});
  m.router_pipeline = dice.one_in(2) ? 0 : dice.between(1, 4);
  m.credit_latency = dice.one_in(2) ? 0 : dice.between(1, 5);
  if (m.ejection == Ejection::channel && dice.one_in(2)) m.ejection_delay = EjectionDelay::router;
  if (m.routing_delay > 0 && dice.one_in(2)) m.vc_stage = VcStage::own;
  if (m.crossbar != Crossbar::per_port) return;
  using Kind = SwitchAllocation::Kind;
  m.allocation.kind = dice.pick({Kind::one_pass, Kind::iterate, Kind::wavefront, Kind::islip});
  if (m.allocation.kind == Kind::islip) m.output_arbitration = OutputArbitration::round_robin;
  if (m.allocation.kind == Kind::iterate || m.allocation.kind == Kind::islip) m.allocation.passes = dice.one_in(4) ? 8 : dice.between(1, 4);
}

std::string describe(const SwitchAllocation& allocation) {
  if (allocation.kind == SwitchAllocation::Kind::iterate) return fmt::format("iterate:{}", allocation.passes);
  if (allocation.kind == SwitchAllocation::Kind::islip) return fmt::format("islip:{}", allocation.passes);
  return allocation.kind == SwitchAllocation::Kind::wavefront ? "wavefront" : "one-pass";
}

}  // namespace

VcReuse beside_free_escapes(VcReuse drawn) { return drawn == VcReuse::place ? VcReuse::whole : drawn == VcReuse::tail ? VcReuse::atomic : drawn; }

const std::vector<Shape>& small_shapes() {
  static const std::vector<Shape> shapes = {torus({2}),       torus({3}),       torus({4}),       torus({5}),      torus({8}),    torus({2, 2}),
                                            torus({3, 2}),    torus({2, 5}),    torus({4, 4}),    torus({5, 3}),   torus({6, 4}), torus({2, 2, 2}),
                                            torus({3, 3, 3}), torus({4, 2, 3}), torus({4, 3, 2}), mesh({2}),       mesh({5}),     mesh({3, 3}),
                                            mesh({4, 2}),     mesh({4, 5}),     mesh({2, 3, 2}),  mesh({3, 3, 3}), hypercube(1),  hypercube(2),
                                            hypercube(3),     hypercube(4),     hypercube(5)};
  return shapes;
}

const std::vector<Shape>& shapes_of_many_dimensions() {
  static const std::vector<Shape> shapes = {hypercube(8),
                                            hypercube(9),
                                            torus({2, 2, 2, 2, 2, 2, 2, 2}),
                                            torus({3, 2, 2, 2, 2, 2, 2, 3}),
                                            mesh({2, 2, 2, 2, 2, 2, 2, 2}),
                                            mesh({2, 3, 2, 2, 2, 2, 2, 3}),
                                            mesh({2, 2, 2, 2, 2, 2, 2, 2, 3})};
  return shapes;
}

RandomCase draw_case(Dice& dice, Choices choices, const std::vector<Shape>& shapes) {
  RandomCase c{shapes[dice.below(static_cast<std::uint32_t>(shapes.size()))], {}, {}, {}};
  const bool random_too = choices == Choices::random_too;
  const bool on_torus = c.shape.kind == CubeTopology::Kind::torus;
  c.tie_rule = random_too ? dice.pick({TieRule::plus, TieRule::parity, TieRule::split}) : dice.pick({TieRule::plus, TieRule::parity});
  c.policy = dice.pick({VcPolicy::split, VcPolicy::static_, VcPolicy::relaxed, VcPolicy::shared});
  RouterConfig& m = c.machine;
  m.vcs = dice.one_in(10) ? 16 : dice.between(on_torus ? 2 : 1, 6);
  m.injection_vcs = dice.pick({m.vcs, 1, dice.between(1, 6)});
  draw_timing(dice, m);
  if (on_torus && c.policy == VcPolicy::shared) m.vc_reuse = beside_free_escapes(m.vc_reuse);
  m.crossbar = dice.pick({Crossbar::per_vc, Crossbar::per_port});
  m.ejection = dice.pick({Ejection::ideal, Ejection::channel});
  m.vc_arbitration = dice.pick({VcArbitration::fcfs, VcArbitration::round_robin, VcArbitration::oldest});
  m.output_arbitration = dice.pick({OutputArbitration::round_robin, OutputArbitration::oldest});
  m.selection =
      random_too ? dice.pick({Selection::random, Selection::lowest, Selection::round_robin}) : dice.pick({Selection::lowest, Selection::round_robin});
  m.seed = dice.below(1U << 30U);
  draw_router(Dice(mix(m.seed ^ 10)), m);
  return c;
}

std::string describe(const RandomCase& c) {
  static const char* const ties[] = {"split", "plus", "parity", "union"};
  static const char* const selections[] = {"random", "lowest", "round-robin"};
  const RouterConfig& m = c.machine;
  std::string bandwidths;
  for (const Bandwidth& b : c.bandwidths) bandwidths += to_string(b) + " ";
  return fmt::format(
      "{} tie {} policy {} V {} injection-vcs {} depth {} delay {} latency {} {} {} ejection {} {} headers {} channels {} selection {} source {} "
      "pipeline {} "
      "credits {} VC allocation {} allocation {} seed {}{}{} tiles {} threads {} latencies {} bandwidths {}",
      c.shape.name(), ties[static_cast<int>(c.tie_rule)], name_of(c.policy), m.vcs, m.injection_vcs, m.buffer_depth, m.routing_delay,
      m.channel_latency, m.crossbar == Crossbar::per_vc ? "per-vc" : "per-port", name_of(m.vc_reuse),
      m.ejection == Ejection::ideal ? "ideal" : "channel", name_of(m.ejection_delay), name_of(m.vc_arbitration), name_of(m.output_arbitration),
      selections[static_cast<int>(m.selection)], m.source == SourcePolicy::interleaved ? "interleaved" : "one-at-a-time", m.router_pipeline,
      m.credit_latency, fmt::format("{} stage {}", name_of(m.vc_allocation), name_of(m.vc_stage)), describe(m.allocation), m.seed,
      m.execution.reverse_order ? " reverse" : "", m.execution.general_path ? " general" : "", m.execution.tiles, m.execution.threads,
      fmt::join(c.latencies, ","), bandwidths);
}

void draw_tiles(RouterConfig& machine) {
  Dice dice(mix(machine.seed ^ 11));
  if (dice.one_in(2)) return;
  machine.execution.tiles = dice.between(2, 7);
}

void draw_channels(Dice& dice, RandomCase& c) {
  const std::size_t dimensions = c.shape.radices.size();
  const int what = dice.between(0, 2);
  if (what != 1) {
    for (std::size_t d = 0; d < dimensions; ++d) c.latencies.push_back(dice.between(1, dice.pick({2, 4, 12})));
  }
  if (what != 0) {
    for (std::size_t d = 0; d < dimensions; ++d) c.bandwidths.push_back(dice.pick({Bandwidth(1), {1, 2}, {2, 3}, {1, 3}, {3, 4}, {1, 7}, {5, 8}}));
  }
  c.machine.buffer_depth = dice.between(1, dice.pick({2, 5, 14}));
}

Wiring wiring_of(const RandomCase& c, const Topology& topology) {
  Wiring wiring = Wiring::of(topology);
  for (std::uint32_t i = 0; i < topology.channels(); ++i) {
    const auto dimension = static_cast<std::size_t>(topology.channel(ChannelId(i)).dimension);
    if (!c.latencies.empty()) wiring.channels[i].latency = static_cast<std::uint16_t>(c.latencies[dimension]);
    if (!c.bandwidths.empty()) wiring.set_bandwidth(i, c.bandwidths[dimension]);
  }
  return wiring;
}

std::vector<Send> draw_sends(Dice& dice, const Shape& shape, std::uint32_t most) {
  const std::uint32_t nodes = shape.nodes();
  const std::uint32_t count = 1 + dice.below(most);
  const std::uint32_t span = dice.pick({1U, 8U, 1 + count, 1 + 4 * count / nodes});  // cycles of generation
  const std::uint32_t longest = dice.pick({1U, 8U, 40U});
  const bool single_source = dice.one_in(6);
  const std::uint32_t hot = dice.below(nodes);
  const std::uint32_t to_hot = dice.pick({0U, 0U, 2U, 4U});  // quarters
  const bool near = dice.one_in(6);
  std::vector<Send> sends;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t source = single_source ? hot : dice.below(nodes);
    std::uint32_t destination = near ? (source + 1) % nodes : dice.below(nodes);
    if (dice.below(4) < to_hot) destination = hot;
    sends.push_back({dice.below(span), TerminalId(source), TerminalId(destination), 1 + dice.below(longest)});
  }
  std::stable_sort(sends.begin(), sends.end(), [](const Send& a, const Send& b) { return a.generated < b.generated; });
  return sends;
}

std::string describe(const std::vector<Send>& sends) {
  std::string text = fmt::format("{} messages", sends.size());
  if (sends.size() > 8) return text;
  for (const Send& s : sends) text += fmt::format("; cycle {} {}->{} {} flits", s.generated, s.source.value(), s.destination.value(), s.length);
  return text;
}

}  // namespace dateline::test
