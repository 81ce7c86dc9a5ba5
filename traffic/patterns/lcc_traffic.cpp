#include "traffic/patterns/lcc_traffic.hpp"

#include <algorithm>

#include "models/base/text/name_table.hpp"
#include "models/lcc/lcc_set.hpp"
#include "traffic/patterns/rules_on_grids.hpp"

namespace dateline {

LccTraffic::LccTraffic(const Lcc& lcc) {
  const auto terminals = static_cast<std::uint32_t>(bit(lcc.dimensions()));
  const auto each_message = [&](auto use) {
    for (std::uint32_t end = 0; end < terminals; ++end) {
      const auto other = static_cast<std::uint32_t>(lcc.image(end));
      if (other != end) use(lcc.scatter ? other : end, lcc.scatter ? end : other);
    }
  };
  first_.assign(terminals + 1, 0);
  each_message([&](std::uint32_t source, std::uint32_t /*destination*/) { ++first_[source + 1]; });
  most_ = *std::max_element(first_.begin(), first_.end());
  for (std::uint32_t t = 0; t < terminals; ++t) first_[t + 1] += first_[t];
  copies_.assign(first_.back(), TerminalId(0));
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  each_message([&](std::uint32_t source, std::uint32_t destination) { copies_[next[source]++] = TerminalId(destination); });
}

LccTraffic LccTraffic::named(const Topology& topology, std::string_view text) {
  const Grid& cube = grid_for_rule(topology, text);
  if (!cube.bits()) refuse_rule(text, topology, "needs a hypercube");
  return LccTraffic(read_lcc("traffic", std::string(argument_of(text)), cube.dimensions(), topology.name()));
}

std::vector<Demand> LccTraffic::row(TerminalId source) const {
  std::vector<Demand> demands;
  for (std::uint32_t i = first_[source.value()]; i < first_[source.value() + 1]; ++i) demands.push_back({copies_[i], Rational(1, most_)});
  return demands;
}

TerminalId LccTraffic::sample(TerminalId source, RandomStream& random) const {
  const std::uint32_t count = copies(source);
  return copies_[first_[source.value()] + (count > 1 ? random.below(count) : 0)];
}

Rational LccTraffic::share(TerminalId source) const { return most_ == 0 ? Rational(0) : Rational(copies(source), most_); }

}  // namespace dateline
