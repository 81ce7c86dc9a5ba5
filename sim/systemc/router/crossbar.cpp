#include "sim/core/switch_allocation/arbitration.hpp"
#include "sim/systemc/router/phases.hpp"

namespace dateline::router {
namespace {

struct Crossbar {
  Ports& ports;
  const RouterInterface& seam;
  std::vector<Move>& moves;

  // Output first; what loses may nominate again among VCs of ports that have granted nothing (iSLIP).
  void iterate(int passes) {
    std::vector<Move> nominations;
    for (int i = 0; i < passes; ++i) {
      nominations.clear();
      for (OutputPort& output : ports.outputs) {
        const std::uint32_t vcs = output.granted ? 0 : open_vcs(output, nullptr);
        if (vcs != 0) nominations.push_back({&output, pick(output, vcs)});
      }
      if (nominations.empty()) return;
      for (InputPort& input : ports.inputs) {
        std::uint32_t claims = 0;
        for (const Move& m : nominations) claims |= m.output->feed[m.vc]->input == &input ? 1U << m.output->feed[m.vc]->vc : 0U;
        if (claims == 0) continue;
        const std::uint32_t vc = next_bit(foremost(claims, [&](std::size_t v) { return &input.vcs[v]; }), input.pointer);
        if (i == 0) input.pointer = static_cast<std::uint8_t>(vc + 1);
        for (const Move& m : nominations) {
          if (m.output->feed[m.vc] == &input.vcs[vc]) grant(m, i == 0);
        }
      }
    }
  }

  // Cells (input, output) along diagonals that turn by one a cycle (wrapped wavefront).
  void wavefront(Cycle t) {
    const std::size_t n = std::max(ports.inputs.size(), ports.outputs.size());
    for (std::size_t d = 0; d < n; ++d) {
      for (std::size_t o = 0; o < ports.outputs.size(); ++o) {
        OutputPort& output = ports.outputs[o];
        const std::size_t i = (t % n + d + n - o) % n;
        if (i >= ports.inputs.size() || output.granted) continue;
        const std::uint32_t vcs = open_vcs(output, &ports.inputs[i]);
        if (vcs != 0) grant({&output, pick(output, vcs)}, true);
      }
    }
  }

  // Outputs grant input ports, input ports accept outputs (iSLIP); the input port's pointer chooses among its VCs.
  void islip(int passes) {
    for (int i = 0; i < passes; ++i) {
      std::vector<std::vector<std::size_t>> granting(ports.inputs.size());  // outputs, by input port
      for (std::size_t o = 0; o < ports.outputs.size(); ++o) {
        if (ports.outputs[o].granted) continue;
        std::vector<std::size_t> asking;
        for (std::size_t n = 0; n < ports.inputs.size(); ++n) {
          if (!ports.inputs[n].granted && open_vcs(ports.outputs[o], &ports.inputs[n]) != 0) asking.push_back(n);
        }
        if (!asking.empty()) granting[first_from(asking, ports.outputs[o].port_from)].push_back(o);
      }
      bool any = false;
      for (std::size_t n = 0; n < ports.inputs.size(); ++n) {
        if (granting[n].empty()) continue;
        any = true;
        InputPort& input = ports.inputs[n];
        const std::size_t o = first_from(granting[n], input.accepts_from);
        OutputPort& output = ports.outputs[o];
        const std::uint32_t open = open_vcs(output, &input);
        std::uint32_t own = 0;  // VCs of the input port
        for (std::uint32_t rest = open; rest != 0; rest &= rest - 1) own |= 1U << output.feed[lowest_bit(rest)]->vc;
        const std::uint32_t vc = next_bit(own, input.pointer);
        input.pointer = static_cast<std::uint8_t>(vc + 1);
        std::uint32_t over = lowest_bit(open);
        for (std::uint32_t rest = open; rest != 0; rest &= rest - 1) over = output.feed[lowest_bit(rest)] == &input.vcs[vc] ? lowest_bit(rest) : over;
        grant({&output, over}, false);
        if (i > 0) continue;
        output.port_from = n + 1;
        input.accepts_from = o + 1;
      }
      if (!any) return;
    }
  }
  // Of some numbers, ascending, the first at or after `from`, cyclic.
  static std::size_t first_from(const std::vector<std::size_t>& numbers, std::size_t from) {
    const auto it = std::lower_bound(numbers.begin(), numbers.end(), from);
    return it == numbers.end() ? numbers.front() : *it;
  }

  void grant(const Move& move, bool moves_pointer) {
    if (moves_pointer) move.output->pointer = static_cast<std::uint8_t>(move.vc + 1);
    move.output->granted = move.output->feed[move.vc]->input->granted = true;
    moves.push_back(move);
  }

  // Movable VCs of an output that are fed from ports without a grant, or from one such port alone.
  std::uint32_t open_vcs(const OutputPort& output, const InputPort* from) {
    std::uint32_t vcs = 0;
    for (std::uint32_t rest = output.movable(); rest != 0; rest &= rest - 1) {
      const InputPort* const input = output.feed[lowest_bit(rest)]->input;
      if (!input->granted && (from == nullptr || from == input)) vcs |= 1U << lowest_bit(rest);
    }
    return vcs;
  }

  // Channel arbitration among some movable VCs of an output.
  std::uint32_t pick(const OutputPort& output, std::uint32_t vcs) {
    return next_bit(foremost(vcs, [&](std::size_t v) { return output.feed[v]; }), output.pointer);
  }

  // Those of some VCs that arbitration chooses among in turn. vc_of(v) has a flit of v's packet at the front of its
  // buffer.
  template <typename VcOf>
  [[nodiscard]] std::uint32_t foremost(std::uint32_t vcs, VcOf vc_of) const {
    const auto packet_of = [&](std::uint32_t v) { return vc_of(v)->packet; };
    return with_rule(seam.config().output_arbitration, [&](auto rule) { return foremost_of(rule, vcs, packet_of, seam.packets()); });
  }
};

}  // namespace

void decide(Ports& ports, const RouterInterface& seam, Cycle t, std::vector<Move>& moves) {
  const RouterConfig& config = seam.config();
  Crossbar crossbar{ports, seam, moves};
  moves.clear();
  if (config.crossbar == dateline::Crossbar::per_vc) {
    for (OutputPort& output : ports.outputs) {
      const std::uint32_t vcs = output.movable();
      if (vcs != 0 && !seam.rests(output.channel, t)) crossbar.grant({&output, crossbar.pick(output, vcs)}, true);
    }
    return;
  }
  for (InputPort& input : ports.inputs) input.granted = false;
  for (OutputPort& output : ports.outputs) output.granted = seam.rests(output.channel, t);
  if (config.allocation.kind == SwitchAllocation::Kind::wavefront) {
    crossbar.wavefront(t);
  } else if (config.allocation.kind == SwitchAllocation::Kind::islip) {
    crossbar.islip(config.allocation.passes);
  } else {
    crossbar.iterate(config.allocation.passes);
  }
}

}  // namespace dateline::router
