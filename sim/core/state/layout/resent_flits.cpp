#include "sim/core/state/layout/resent_flits.hpp"

#include <algorithm>

namespace dateline {

std::uint64_t ResentFlits::tries_before(const Flit& flit, Cycle now) const {
  if (now <= flit.tried) return 0;
  return std::min<std::uint64_t>(flit.errors, (now - flit.tried - 1) / link_.round_trip + 1);
}

// Flit number m behind it begins ceil((1 + m q) / p) - 1 cycles later: the wire was free.
std::uint64_t ResentFlits::most_behind() const {
  const std::int64_t begin = (static_cast<std::int64_t>(link_.round_trip) * link_.p - 1) / link_.q;
  return std::min(link_.window - 1, static_cast<std::uint64_t>(begin));
}

// visit(flit, cycle) for the flits sent behind try number `tries` of flit i, before its answer comes.
template <typename Visit>
void ResentFlits::behind(std::uint64_t i, std::uint64_t tries, Visit visit) const {
  Cycle at = flit(i).tried + link_.round_trip * tries;
  const Cycle answer = at + link_.round_trip;
  std::int64_t wire = tries == 0 ? flit(i).wire : 1 - link_.p + link_.q;
  for (std::uint64_t next = i + 1; next < taken_ && next - i < link_.window; ++next) {
    Cycle sent = std::max(at + static_cast<Cycle>((wire + link_.p - 1) / link_.p), flit(next).crossed);
    if (next >= link_.window + renewed_) sent = std::max(sent, through(flit(next - link_.window)) + link_.round_trip);
    if (sent >= answer) return;
    const Cycle gone = sent - at;
    const bool idle = gone > static_cast<Cycle>(wire / link_.p) + 1;
    wire = std::max(idle ? 1 - link_.p : wire - link_.p * static_cast<std::int64_t>(gone), 1 - link_.p) + link_.q;
    at = sent;
    visit(next, sent);
  }
}

// visit(i) for the flits below `end` with tries in vain that are answered after cycle `now`.
template <typename Visit>
void ResentFlits::pending(std::uint64_t end, Cycle now, Visit visit) const {
  for (std::uint64_t i = end; i > renewed_ && end - i < link_.window + link_.replay;) {
    const Flit& of = flit(--i);
    if (through(of) <= now) return;
    if (of.errors > 0) visit(i);
  }
}

void ResentFlits::take(Cycle crossed, Cycle tried, std::int64_t wire, std::uint64_t errors) {
  const std::uint64_t own = taken_++;
  last_[own % last_.size()] = {crossed, tried, wire, errors};
  all_ += errors;
  pending(own, crossed, [&](std::uint64_t i) {
    const Flit& late = flit(i);
    // The try whose answer comes first, which may be behind it already; behind those that follow all are sent at once.
    const std::uint64_t tries = crossed < late.tried ? 0 : (crossed - late.tried) / link_.round_trip;
    behind(i, tries, [&](std::uint64_t sent, Cycle) { all_ += sent == own ? 1 : 0; });
    if (own - i <= most_behind()) all_ += late.errors - 1 - tries;
  });
}

std::uint64_t ResentFlits::from(Cycle end) const {
  std::uint64_t later = 0;
  pending(taken_, end, [&](std::uint64_t i) {
    const Flit& late = flit(i);
    later += late.errors - tries_before(late, end);
    const std::uint64_t tries = end < late.tried ? 0 : (end - late.tried) / link_.round_trip;
    behind(i, tries, [&](std::uint64_t, Cycle sent) { later += sent >= end ? 1 : 0; });
    later += (late.errors - 1 - tries) * std::min(most_behind(), taken_ - 1 - i);
  });
  return later;
}

void ResentFlits::renew(Cycle now) {
  all_ -= from(now);
  renewed_ = taken_;
}

}  // namespace dateline
