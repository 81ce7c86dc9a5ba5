#include "models/analysis/reliability/disconnection.hpp"

namespace dateline {

Rational exact_disconnection_time(const Components& components) {
  const std::uint32_t n = components.size();
  // Per set, as bits: the orders of its components after each of which the network is connected.
  std::vector<std::uint64_t> orders(std::size_t{1} << n, 0);
  std::vector<std::uint64_t> by_faults(n + 1, 0);
  ComponentSet set;
  for (std::uint32_t bits = 0; bits < orders.size(); ++bits) {
    set.clear();
    std::uint64_t before = bits == 0 ? 1 : 0;
    for (std::uint32_t c = 0; c < n; ++c) {
      if ((bits >> c & 1U) == 0) continue;
      set.push_back(c);
      before += orders[bits ^ 1U << c];
    }
    if (before == 0 || !components.connected_without(set)) continue;
    orders[bits] = before;
    by_faults[set.size()] += before;
  }
  Rational time = 0;
  Rational all = 1;  // orders of f of n components
  for (std::uint32_t f = 0; f < n; ++f) {
    time += Rational(by_faults[f]) / all / Rational(n - f);
    all *= Rational(n - f);
  }
  return time;
}

double disconnection_time(const std::vector<std::uint8_t>& connected_after) {
  double time = 0;
  const std::size_t n = connected_after.size() - 1;
  for (std::size_t f = 0; f < n && connected_after[f] != 0; ++f) time += 1.0 / static_cast<double>(n - f);
  return time;
}

}  // namespace dateline
