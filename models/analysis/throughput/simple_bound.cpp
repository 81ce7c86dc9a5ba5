#include "models/analysis/throughput/simple_bound.hpp"

#include <utility>

#include "models/base/error.hpp"
#include "models/network/topology/grid.hpp"

namespace dateline {
namespace {

// k x k numbers, added up over rows and columns.
class RowSums {
 public:
  explicit RowSums(std::uint32_t k) : width_(k + 1), sum_(std::size_t{width_} * width_) {}
  // Before add_up().
  Rational& at(std::uint32_t row, std::uint32_t column) { return sum_[place(row + 1, column + 1)]; }
  void add_up() {
    for (std::uint32_t r = 1; r < width_; ++r) {
      Rational of_row = 0;
      for (std::uint32_t c = 1; c < width_; ++c) {
        of_row += sum_[place(r, c)];
        sum_[place(r, c)] = sum_[place(r - 1, c)] + of_row;
      }
    }
  }
  // From rows first..last-1 to others, and from others to them.
  [[nodiscard]] Rational leaving(std::uint32_t first, std::uint32_t last) const {
    return sum_[place(last, width_ - 1)] - sum_[place(first, width_ - 1)] - inside(first, last);
  }
  [[nodiscard]] Rational entering(std::uint32_t first, std::uint32_t last) const {
    return sum_[place(width_ - 1, last)] - sum_[place(width_ - 1, first)] - inside(first, last);
  }

 private:
  [[nodiscard]] std::size_t place(std::uint32_t r, std::uint32_t c) const { return std::size_t{r} * width_ + c; }
  [[nodiscard]] Rational inside(std::uint32_t first, std::uint32_t last) const {
    return sum_[place(last, last)] - sum_[place(first, last)] - sum_[place(last, first)] + sum_[place(first, first)];
  }

  std::uint32_t width_;
  std::vector<Rational> sum_;
};

// Calls visit(first, last) for sources first..last-1 that send the same amount and follow each other: as a rule all do.
template <typename Visit>
void for_alike(const FlowDemand& demand, Visit visit) {
  for (std::size_t first = 0, last = 1; first < demand.sources.size(); first = last++) {
    while (last < demand.sources.size() && demand.amounts[last] == demand.amounts[first]) ++last;
    visit(first, last);
  }
}

class SimpleBounds {
 public:
  explicit SimpleBounds(const FlowProblem& problem) : problem_(problem), topology_(problem.topology()) {}

  [[nodiscard]] SimpleBound run() && {
    by_hops();
    by_routers();
    if (const Grid* const grid = topology_.grid()) {
      for (int d = 0; d < grid->dimensions(); ++d) by_rows(*grid, d);
    }
    if (found_.priced.empty()) throw InvariantError("a concurrent flow without demands");
    return std::move(found_);
  }

 private:
  // Where nothing is sent a cut bounds nothing. `priced`: whether a channel has the price 1.
  template <typename Priced>
  void lower(const Rational& bandwidth, const Rational& asked, Priced priced) {
    if (asked == 0) return;
    const Rational theta = bandwidth / asked;
    if (!found_.priced.empty() && theta >= found_.theta) return;
    found_.theta = theta;
    found_.priced.clear();
    for (std::uint32_t c = 0; c < topology_.channels(); ++c) {
      if (problem_.usable(ChannelId(c)) && priced(topology_.channel(ChannelId(c)))) found_.priced.emplace_back(c);
    }
  }
  [[nodiscard]] Rational bandwidth_of(ChannelId c) const { return to_rational(topology_.channel(c).bandwidth); }

  void by_hops() {
    Rational bandwidth = 0, asked = 0;
    for (std::uint32_t c = 0; c < topology_.channels(); ++c) {
      if (problem_.usable(ChannelId(c))) bandwidth += bandwidth_of(ChannelId(c));
    }
    for (std::size_t d = 0; d < problem_.demands().size(); ++d) {
      const FlowDemand& demand = problem_.demands()[d];
      for_alike(demand, [&](std::size_t first, std::size_t last) {
        std::uint64_t hops = 0;
        for (std::size_t i = first; i < last; ++i) hops += problem_.hops(d, demand.sources[i]);
        asked += demand.amounts[first] * hops;
      });
    }
    lower(bandwidth, asked, [](const Channel&) { return true; });
  }

  void by_routers() {
    std::vector<Rational> sent(topology_.nodes()), received(topology_.nodes());
    for (const FlowDemand& demand : problem_.demands()) {
      for (std::size_t i = 0; i < demand.sources.size(); ++i) {
        sent[demand.sources[i].value()] += demand.amounts[i];
        received[demand.destination.value()] += demand.amounts[i];
      }
    }
    for (std::uint32_t v = 0; v < topology_.nodes(); ++v) {
      Rational out = 0, in = 0;
      for (const ChannelId c : problem_.leaving(NodeId(v))) out += bandwidth_of(c);
      for (const ChannelId c : problem_.arriving(NodeId(v))) in += bandwidth_of(c);
      lower(out, sent[v], [v](const Channel& c) { return c.from == NodeId(v); });
      lower(in, received[v], [v](const Channel& c) { return c.to == NodeId(v); });
    }
  }

  void by_rows(const Grid& grid, int dimension) {
    const std::uint32_t radix = grid.radix(dimension);
    std::vector<std::uint32_t> row;
    for (std::uint32_t v = 0; v < topology_.nodes(); ++v) {
      row.push_back(static_cast<std::uint32_t>(grid.coordinates(v)[static_cast<std::size_t>(dimension)]));
    }
    RowSums asked(radix), bandwidth(radix);
    std::vector<std::uint64_t> alike(radix, 0);
    for (const FlowDemand& demand : problem_.demands()) {
      const std::uint32_t to = row[demand.destination.value()];
      for_alike(demand, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) ++alike[row[demand.sources[i].value()]];
        for (std::size_t i = first; i < last; ++i) {
          const std::uint32_t from = row[demand.sources[i].value()];
          if (alike[from] != 0) asked.at(from, to) += demand.amounts[first] * std::exchange(alike[from], 0);
        }
      });
    }
    for (std::uint32_t c = 0; c < topology_.channels(); ++c) {
      const Channel& channel = topology_.channel(ChannelId(c));
      if (problem_.usable(ChannelId(c))) bandwidth.at(row[channel.from.value()], row[channel.to.value()]) += bandwidth_of(ChannelId(c));
    }
    asked.add_up();
    bandwidth.add_up();
    for (std::uint32_t first = 0; first < radix; ++first) {
      for (std::uint32_t last = first + 1; last <= radix; ++last) {
        const auto inside = [&](NodeId v) { return row[v.value()] >= first && row[v.value()] < last; };
        lower(bandwidth.leaving(first, last), asked.leaving(first, last), [&](const Channel& c) { return inside(c.from) && !inside(c.to); });
        lower(bandwidth.entering(first, last), asked.entering(first, last), [&](const Channel& c) { return !inside(c.from) && inside(c.to); });
      }
    }
  }

  const FlowProblem& problem_;
  const Topology& topology_;
  SimpleBound found_;
};

}  // namespace

SimpleBound simple_bound(const FlowProblem& problem) { return SimpleBounds(problem).run(); }

}  // namespace dateline
