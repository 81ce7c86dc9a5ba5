#include "models/analysis/latency/latency_model.hpp"

#include <map>

#include "models/analysis/loads/capacity.hpp"
#include "models/network/topology/grid.hpp"

namespace dateline {
namespace {

constexpr int kMostSteps = 10'000;
constexpr double kTolerance = 1e-9;

// The mean wait of an M/G/1 queue with mean service S and the deviation S - M.
double wait(double rate, double service, double length) {
  return rate * (service * service + (service - length) * (service - length)) / (2 * (1 - rate * service));
}

// The birth-death chain of busy VCs: q_v = r^v, the last one holds the tail of the geometric series. r < 1.
struct BusyVcs {
  double all_busy;  // probability of the last state
  double multiplexing;
};

BusyVcs busy_vcs(int vcs, double r) {
  double power = 1, sum = 0, first = 0, second = 0;
  for (int v = 0; v <= vcs; ++v) {
    if (v == vcs) power /= 1 - r;
    sum += power;
    first += v * power;
    second += static_cast<double>(v) * v * power;
    if (v < vcs) power *= r;
  }
  return {power / sum, first > 0 ? second / first : 1};
}

}  // namespace

LatencyModel::LatencyModel(const ChannelLoads& loads, const LatencyModelInput& input) : input_(input) {
  std::map<Rational, std::uint64_t> count;
  for (const Rational& load : loads.load) {
    if (load > 0) ++count[load];
  }
  for (const auto& [load, channels] : count) classes_.push_back({to_double(load), to_double(Rational(load * channels / loads.demand))});
}

std::optional<double> LatencyModel::network_latency(double rate) const {
  double service = input_.zero_load_latency;
  for (int step = 0; step < kMostSteps; ++step) {
    double next = input_.zero_load_latency;
    for (const LoadClass& c : classes_) {
      const double channel_rate = rate * c.gamma;
      const double rho = channel_rate * service;
      if (rho >= 1) return std::nullopt;
      next += c.crossings * busy_vcs(input_.class_vcs, input_.class_share * rho).all_busy * wait(channel_rate, service, input_.packet_length);
    }
    const bool settled = next - service <= kTolerance * service;  // it only grows
    service = next;
    if (settled) return service;
  }
  return std::nullopt;
}

std::optional<double> LatencyModel::latency(double load) const {
  const double rate = load / input_.packet_length;
  const std::optional<double> service = network_latency(rate);
  if (!service) return std::nullopt;
  const double source_rate = rate / input_.vcs;
  if (source_rate * *service >= 1) return std::nullopt;
  double multiplexing = 0, crossings = 0;
  for (const LoadClass& c : classes_) {
    const double rho = rate * c.gamma * *service;
    if (rho >= 1) return std::nullopt;
    multiplexing += c.crossings * busy_vcs(input_.vcs, rho).multiplexing;
    crossings += c.crossings;
  }
  if (crossings == 0) multiplexing = crossings = 1;
  return (*service + wait(source_rate, *service, input_.packet_length)) * multiplexing / crossings;
}

double LatencyModel::divergence(double highest) const {
  if (latency(highest)) return highest;
  double low = 0, high = highest;
  while (high - low > 1e-6 * high) {
    const double middle = (low + high) / 2;
    (latency(middle) ? low : high) = middle;
  }
  return low;
}

std::optional<ModelValidity> model_validity(const Topology& topology, int vcs, std::uint32_t packet_length) {
  const Grid* const grid = topology.grid();
  const bool torus = grid != nullptr && grid->lines() == Grid::Lines::rings;
  if (!torus || !topology.one_terminal_a_router() || packet_length != 32 || vcs < 4) return std::nullopt;
  const std::uint32_t k = grid->radix(0);
  for (int d = 1; d < grid->dimensions(); ++d) {
    if (grid->radix(d) != k) return std::nullopt;
  }
  const Rational capacity = 1 / *capacity_load(topology);
  if (grid->dimensions() == 2 && k >= 8 && k <= 16) return ModelValidity{capacity / (vcs < 10 && k > 9 ? 10 : 5), 0.05};
  if (grid->dimensions() == 3 && k == 8) return ModelValidity{capacity / 5, 0.11};
  return std::nullopt;
}

}  // namespace dateline
