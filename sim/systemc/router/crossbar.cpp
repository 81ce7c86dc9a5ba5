#include "sim/systemc/router/crossbar.hpp"

namespace dateline::router {

const std::vector<Move>& Crossbar::decide(Cycle t) {
  moves_.clear();
  const MachineConfig& config = seam_.config();
  if (config.crossbar == dateline::Crossbar::per_vc) {
    for (OutputPort& output : ports_.outputs) {
      if (output.movable() != 0) grant({&output, pick(output, output.movable())}, true);
    }
  } else if (config.allocation.kind == Allocation::Kind::wavefront) {
    wavefront(t);
  } else {
    iterate(config.allocation.passes);
  }
  return moves_;
}

// Those of some VCs that arbitration chooses among in turn: with `oldest` that of the oldest message, with `priority`
// those of the highest. `message(vc)` is at the front of the VC's buffer.
template <typename MessageOf>
std::uint32_t Crossbar::foremost(std::uint32_t vcs, MessageOf message) const {
  if (seam_.config().channel_arbitration == ChannelArbitration::round_robin) return vcs;
  const bool by_age = seam_.config().channel_arbitration == ChannelArbitration::oldest;
  std::uint32_t best = vcs & ~(vcs - 1);
  for (std::uint32_t rest = vcs & (vcs - 1); rest != 0; rest &= rest - 1) {
    const MessageId one = message(rest), other = message(best);
    const int above = seam_.message(one).order.priority - seam_.message(other).order.priority;
    const bool before = by_age ? seam_.messages().older(one, other) : above > 0;
    if (before) best = 0;
    if (before || (!by_age && above == 0)) best |= rest & ~(rest - 1);
  }
  return best;
}

// Channel arbitration among some movable VCs of an output.
std::uint32_t Crossbar::pick(const OutputPort& output, std::uint32_t vcs) const {
  const auto message = [&](std::uint32_t set) { return output.feed[static_cast<std::size_t>(__builtin_ctz(set))]->front().message; };
  return next_bit(foremost(vcs, message), output.pointer);
}

void Crossbar::grant(const Move& move, bool moves_pointers) {
  if (moves_pointers) move.output->pointer = static_cast<std::uint8_t>(move.vc + 1);
  moves_.push_back(move);
}

// Each input port grants one of the nominations.
void Crossbar::pass(const std::vector<Move>& nominations, bool moves_pointers) {
  for (std::size_t i = 0; i < ports_.inputs.size(); ++i) {
    InputPort& input = ports_.inputs[i];
    std::uint32_t claims = 0;
    for (const Move& m : nominations) claims |= m.output->feed[m.vc]->input == i ? 1U << m.output->feed[m.vc]->vc : 0U;
    if (claims == 0) continue;
    const auto message = [&](std::uint32_t set) { return input.vcs[static_cast<std::size_t>(__builtin_ctz(set))].front().message; };
    const std::uint32_t vc = next_bit(foremost(claims, message), input.pointer);
    if (moves_pointers) input.pointer = static_cast<std::uint8_t>(vc + 1);
    used_[i] = 1;
    for (const Move& m : nominations) {
      if (m.output->feed[m.vc] == &input.vcs[vc]) grant(m, moves_pointers);
    }
  }
}

// Output first; what loses may nominate again among VCs of ports that have granted nothing (iSLIP).
void Crossbar::iterate(int passes) {
  used_.assign(ports_.inputs.size(), 0);
  unmatched_.clear();
  for (OutputPort& output : ports_.outputs) {
    if (output.movable() != 0) unmatched_.push_back(&output);
  }
  for (int i = 0; i < passes && !unmatched_.empty(); ++i) {
    nominations_.clear();
    for (OutputPort* const output : unmatched_) {
      std::uint32_t vcs = 0;
      for (std::uint32_t rest = output->movable(); rest != 0; rest &= rest - 1) {
        if (used_[output->feed[static_cast<std::size_t>(__builtin_ctz(rest))]->input] == 0) vcs |= rest & ~(rest - 1);
      }
      if (vcs != 0) nominations_.push_back({output, pick(*output, vcs)});
    }
    const std::size_t before = moves_.size();
    pass(nominations_, i == 0);
    if (moves_.size() == before) return;
    const auto matched = [&](const OutputPort* o) { return std::any_of(moves_.begin(), moves_.end(), [&](const Move& m) { return m.output == o; }); };
    unmatched_.erase(std::remove_if(unmatched_.begin(), unmatched_.end(), matched), unmatched_.end());
  }
}

// Cells (input, output) along diagonals that turn by one a cycle (wrapped wavefront).
void Crossbar::wavefront(Cycle t) {
  const std::size_t n = std::max(ports_.inputs.size(), ports_.outputs.size());
  used_.assign(n, 0);
  std::vector<std::uint8_t> output_used(n, 0);
  for (std::size_t d = 0; d < n; ++d) {
    for (std::size_t o = 0; o < ports_.outputs.size(); ++o) {
      const std::size_t i = (t % n + d + n - o) % n;
      if (i >= ports_.inputs.size() || used_[i] != 0 || output_used[o] != 0) continue;
      OutputPort& output = ports_.outputs[o];
      std::uint32_t vcs = 0;
      for (std::uint32_t rest = output.movable(); rest != 0; rest &= rest - 1) {
        if (output.feed[static_cast<std::size_t>(__builtin_ctz(rest))]->input == i) vcs |= rest & ~(rest - 1);
      }
      if (vcs == 0) continue;
      used_[i] = output_used[o] = 1;
      grant({&output, pick(output, vcs)}, true);
    }
  }
}

}  // namespace dateline::router
