#include "models/analysis/worst_case/limited_traffic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "models/analysis/worst_case/matching.hpp"
#include "models/analysis/worst_case/scaled_values.hpp"
#include "models/base/error.hpp"

namespace dateline {
namespace {

// Rates in units, the largest of which all are multiples, terminal by terminal.
struct Units {
  Rational unit = 1;
  std::vector<std::uint32_t> send, receive;              // per terminal
  std::vector<std::uint32_t> first_send, first_receive;  // the number of its first unit
  std::vector<std::uint32_t> sender, receiver;           // per unit, its terminal
};

void number_units(const std::vector<Rational>& rates, const Rational& unit, std::vector<std::uint32_t>& count, std::vector<std::uint32_t>& first,
                  std::vector<std::uint32_t>& terminal) {
  for (const Rational& rate : rates) {
    const Integer units = numerator(Rational(rate / unit));
    if (units + terminal.size() > kMostUnits) {
      throw ConfigError(
          "worst-case", "rates",
          fmt::format("are more than {} in all, in units of {}, which all are multiples of: choose coarser ones", kMostUnits, to_string(unit)));
    }
    first.push_back(static_cast<std::uint32_t>(terminal.size()));
    count.push_back(static_cast<std::uint32_t>(static_cast<std::uint64_t>(units)));
    terminal.insert(terminal.end(), count.back(), static_cast<std::uint32_t>(first.size() - 1));
  }
}

Units units_of(const TrafficLimits& limits) {
  Units units;
  const Integer kTooMany = Integer(1) << 256U;  // whatever follows
  Integer parts = 1, whole = 0;
  for (const auto* rates : {&limits.send, &limits.receive}) {
    for (const Rational& rate : *rates) {
      if (rate == 0 || parts > kTooMany) continue;
      parts = lcm(parts, denominator(rate));
      whole = gcd(whole, numerator(rate));
    }
  }
  if (whole > 0) units.unit = Rational(whole, parts);
  number_units(limits.send, units.unit, units.send, units.first_send, units.sender);
  number_units(limits.receive, units.unit, units.receive, units.first_receive, units.receiver);
  return units;
}

class Search {
 public:
  Search(const PairLoads& loads, const TrafficLimits& limits, const Units& units) : loads_(loads), limits_(limits), units_(units) {}

  // The heaviest matrix of a channel, times scale and unit; fills `found`, if given, with what proves it.
  [[nodiscard]] Integer heaviest(ChannelId channel, LimitedWorst* found) const {
    const auto most = static_cast<std::uint32_t>(std::max(units_.sender.size(), units_.receiver.size()));
    const ValueRows rows = loads_.rows(channel);
    return std::visit([&](const auto& values) { return solve(rows, values, most, found); }, scale_values(loads_.values(), loads_.scale(), most));
  }

 private:
  [[nodiscard]] bool allowed(std::uint32_t i, std::uint32_t j) const { return limits_.allowed[std::size_t{i} * loads_.terminals() + j]; }

  template <typename Value>
  [[nodiscard]] Integer solve(const ValueRows& rows, const std::vector<Value>& values, std::uint32_t most, LimitedWorst* found) const {
    SparseRows<Value> weights;
    weights.nodes = most;
    weights.begin.push_back(0);
    for (std::uint32_t unit = 0; unit < most; ++unit) {
      if (unit < units_.sender.size()) add_row(rows, values, units_.sender[unit], weights);
      weights.begin.push_back(weights.column.size());
    }
    const Assignment<Value> best = maximum_weight_assignment(weights);
    if (const std::string error = certificate_error(weights, best); !error.empty()) throw InvariantError("a limited worst case: " + error);
    if (found != nullptr) explain(rows, values, best, *found);
    return best.weight;
  }

  template <typename Value>
  void add_row(const ValueRows& rows, const std::vector<Value>& values, std::uint32_t i, SparseRows<Value>& weights) const {
    for (std::size_t e = rows.begin[i]; e < rows.begin[i + 1]; ++e) {
      const std::uint32_t j = rows.column[e];
      if (!allowed(i, j)) continue;
      for (std::uint32_t unit = 0; unit < units_.receive[j]; ++unit) {
        weights.column.push_back(units_.first_receive[j] + unit);
        weights.weight.push_back(values[rows.value[e]]);
      }
    }
  }

  // Duals of terminals without units cost nothing: as large as needed.
  template <typename Value>
  void explain(const ValueRows& rows, const std::vector<Value>& values, const Assignment<Value>& best, LimitedWorst& found) const {
    const std::uint32_t n = loads_.terminals();
    found.u.assign(n, 0);
    found.v.assign(n, 0);
    const auto for_pairs = [&](const auto& visit) {
      for (std::uint32_t i = 0; i < n; ++i) {
        for (std::size_t e = rows.begin[i]; e < rows.begin[i + 1]; ++e) {
          if (allowed(i, rows.column[e])) visit(i, rows.column[e], Integer(values[rows.value[e]]));
        }
      }
    };
    for (std::uint32_t t = 0; t < n; ++t) {
      if (units_.send[t] > 0) found.u[t] = best.u[units_.first_send[t]];
      if (units_.receive[t] > 0) found.v[t] = best.v[units_.first_receive[t]];
    }
    for_pairs([&](std::uint32_t, std::uint32_t j, const Integer& weight) {
      if (units_.receive[j] == 0) found.v[j] = std::max(found.v[j], weight);
    });
    for_pairs([&](std::uint32_t i, std::uint32_t j, const Integer& weight) {
      if (units_.send[i] == 0) found.u[i] = std::max(found.u[i], Integer(weight - found.v[j]));
    });
    for_pairs([&](std::uint32_t i, std::uint32_t j, const Integer& weight) {
      if (found.u[i] + found.v[j] < weight) throw InvariantError("duals of a limited worst case sum to less than a weight");
    });
    Integer duals = 0;
    for (std::uint32_t t = 0; t < n; ++t) duals += found.u[t] * units_.send[t] + found.v[t] * units_.receive[t];
    if (duals != best.weight) throw InvariantError("duals of a limited worst case do not sum to its load");
    fill_matrix(rows, best.column_of, found);
  }

  void fill_matrix(const ValueRows& rows, const std::vector<std::uint32_t>& column_of, LimitedWorst& found) const {
    const std::uint32_t n = loads_.terminals();
    for (std::uint32_t i = 0; i < n; ++i) {
      std::vector<std::uint32_t> count(n, 0);
      for (std::uint32_t unit = 0; unit < units_.send[i]; ++unit) {
        const std::uint32_t column = column_of[units_.first_send[i] + unit];
        if (column < units_.receiver.size()) ++count[units_.receiver[column]];
      }
      for (std::size_t e = rows.begin[i]; e < rows.begin[i + 1]; ++e) {
        const std::uint32_t j = rows.column[e];
        if (count[j] > 0 && allowed(i, j)) found.matrix.push_back({TerminalId(i), TerminalId(j), Rational(Integer(count[j])) * units_.unit});
      }
    }
  }

  const PairLoads& loads_;
  const TrafficLimits& limits_;
  const Units& units_;
};

}  // namespace

LimitedWorst limited_worst_case(const Topology& topology, const PairLoads& loads, const TrafficLimits& limits, const std::vector<ChannelId>& channels,
                                const std::function<void(std::size_t, std::size_t)>& tick) {
  const Units units = units_of(limits);
  const Search search(loads, limits, units);
  LimitedWorst worst;
  worst.gamma = -1;
  for (const ChannelId c : channels) {
    if (tick) tick(worst.channels.size(), channels.size());
    const Rational load = Rational(search.heaviest(c, nullptr)) * units.unit / loads.scale();
    worst.channels.push_back({c, Rational(load / to_rational(topology.channel(c).bandwidth))});
    if (worst.channels.back().gamma <= worst.gamma) continue;
    worst.gamma = worst.channels.back().gamma;
    worst.channel = c;
  }
  (void)search.heaviest(worst.channel, &worst);
  return worst;
}

}  // namespace dateline
