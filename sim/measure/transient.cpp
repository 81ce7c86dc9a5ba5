#include "sim/measure/transient.hpp"

#include <algorithm>
#include <tuple>

#include "models/base/numbers/integer.hpp"

namespace dateline {

// With m = n - d, P and Q the sums of z and of z^2 behind d: the quotient is (m Q - P^2) / m^3.
std::size_t mser(const std::vector<std::uint64_t>& sums) {
  const std::size_t n = sums.size();
  Integer sum = 0, squares = 0, least_top = 0, least_bottom = 0;
  std::size_t best = 0;
  for (std::size_t d = n; d-- > 0;) {
    sum += Integer(sums[d]);
    squares += Integer(sums[d]) * Integer(sums[d]);
    if (d > n / 2) continue;
    const Integer m = n - d;
    const Integer top = m * squares - sum * sum, bottom = m * m * m;
    // From the largest d down: of equals the smaller wins.
    if (least_bottom == Integer(0) || !(least_top * bottom < top * least_bottom)) {
      least_top = top;
      least_bottom = bottom;
      best = d;
    }
  }
  return best;
}

Cycle TransientProbe::execute(CompiledNetwork& network, Cycle now) {
  const Cycle next = run_.execute(network, now);
  ended_ = next >= cycles_;
  if (finished()) close_cycle();
  return next;
}

void TransientProbe::delivered(const Delivery& delivery) {
  if (delivery.ejected != last_) close_cycle();
  last_ = delivery.ejected;
  arrivals_.push_back({delivery.packet.source.value(), delivery.packet.sequence, delivery.latency()});
  run_.delivered(delivery);
}

void TransientProbe::close_cycle() {
  std::sort(arrivals_.begin(), arrivals_.end(),
            [](const Arrival& a, const Arrival& b) { return std::tie(a.source, a.sequence) < std::tie(b.source, b.sequence); });
  for (const Arrival& arrival : arrivals_) {
    sum_ += arrival.latency;
    if (++deliveries_ % 5 != 0) continue;
    sums_.push_back(sum_);
    ends_.push_back(last_);
    sum_ = 0;
  }
  arrivals_.clear();
}

Transient TransientProbe::transient() const {
  const std::size_t d = mser(sums_);
  Transient t;
  t.deliveries = deliveries_;
  t.discarded = 5 * std::uint64_t{d};
  t.end = d == 0 ? 0 : ends_[d - 1] + 1;
  t.steady = d < sums_.size() / 2 && t.end < cycles_;
  return t;
}

}  // namespace dateline
