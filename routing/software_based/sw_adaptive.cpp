#include "routing/software_based/sw_adaptive.hpp"

#include <algorithm>

namespace dateline {

StartStates SwAdaptive::start(NodeId src, NodeId dst) const { return duato_.start(src, dst); }

void SwAdaptive::next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const {
  if (on_segment(state)) return next_on_segment(node, dst, state, out);
  const std::size_t first = out.size();
  duato_.next(node, in, dst, state, out);
  const FaultMap* const map = faults();
  if (map == nullptr || out[first].exit != Exit::channel) return;
  const auto begin = out.begin() + static_cast<std::ptrdiff_t>(first);
  const Candidate escape = out.back();
  out.erase(std::remove_if(begin, out.end(), [&](const Candidate& c) { return map->failed(c.channel); }), out.end());
  const bool all_failed = out.size() == first;
  if (!all_failed && (blocked_ == BlockedEscape::wait || out.back().escape)) return;
  Candidate absorb;
  absorb.exit = Exit::absorb;
  absorb.weight = 0;
  absorb.route = escape.route;
  absorb.rank = all_failed ? 0 : 2;
  out.push_back(absorb);
}

void SwAdaptive::next_on_segment(NodeId node, NodeId dst, HeaderState state, Candidates& out) const {
  segments_.next(faults(), node, dst, state, out);
  Candidate& only = out.back();  // policy split has one
  if (only.exit != Exit::channel) return;
  Candidate escape = only;
  escape.escape = true;
  if (escape_ == EscapeUse::sticky) escape.next.word |= kOnEscapes;
  if ((state.word & kOnEscapes) != 0) {
    only = escape;
    return;
  }
  escape.rank = 1;
  only.classes = static_cast<std::uint16_t>(1U << static_cast<unsigned>(duato_.classes() - 1));
  out.push_back(escape);
}

void SwAdaptive::steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const {
  duato_.steps(queries, count, answers);
  const FaultMap* const map = faults();
  for (std::size_t i = 0; i < count; ++i) {  // with nothing failed too: what has been repaired leaves headers on segments
    if (on_segment(queries[i].state)) {
      answers[i].kind = HeaderStep::Kind::ask;
    } else if (map != nullptr && answers[i].kind == HeaderStep::Kind::choice) {
      leave_out_failed(*map, answers[i]);
    }
  }
}

// Where only the escape has failed, or all has, the choice is no longer one among channels alone.
void SwAdaptive::leave_out_failed(const FaultMap& map, HeaderStep& answer) const {
  for (std::uint32_t rest = answer.ways; rest != 0; rest &= rest - 1) {
    const auto way = static_cast<std::uint32_t>(__builtin_ctz(rest));
    if (map.failed(ChannelId(answer.channel[0].value() + way))) answer.ways = static_cast<std::uint16_t>(answer.ways & ~(1U << way));
  }
  if (!map.failed(answer.channel[1])) return;
  answer.escape_classes = 0;
  if (answer.ways == 0 || blocked_ == BlockedEscape::absorb) answer.kind = HeaderStep::Kind::ask;
}

Resumption SwAdaptive::resume(NodeId node, NodeId dst, const SoftwareHeader& header) const { return segments_.resume(faults(), node, dst, header); }

std::vector<Symmetry> SwAdaptive::symmetries() const {
  if (faults() != nullptr) return {};
  return duato_.symmetries();
}

}  // namespace dateline
