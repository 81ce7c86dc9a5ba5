#include "models/analysis/worst_case/worst_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

#include "models/analysis/worst_case/sample_error.hpp"
#include "models/analysis/worst_case/scaled_values.hpp"
#include "models/base/error.hpp"
#include "models/network/faults/fault_map.hpp"
#include "models/network/symmetry/orbits.hpp"

namespace dateline {
namespace {

// The rows with their values put in; without pairs i -> i if `skip_self`.
template <typename Value>
SparseRows<Value> weigh(const ValueRows& rows, const std::vector<Value>& values, bool skip_self) {
  SparseRows<Value> weights;
  weights.nodes = static_cast<std::uint32_t>(rows.begin.size() - 1);
  weights.column.reserve(rows.column.size());
  weights.weight.reserve(rows.column.size());
  for (std::uint32_t i = 0; i < weights.nodes; ++i) {
    weights.begin.push_back(weights.column.size());
    for (std::size_t e = rows.begin[i]; e < rows.begin[i + 1]; ++e) {
      if (skip_self && rows.column[e] == i) continue;
      weights.column.push_back(rows.column[e]);
      weights.weight.push_back(values[rows.value[e]]);
    }
  }
  weights.begin.push_back(weights.column.size());
  return weights;
}

template <typename Value>
Assignment<Value> certified(const SparseRows<Value>& weights) {
  Assignment<Value> best = maximum_weight_assignment(weights);
  const std::string error = certificate_error(weights, best);
  if (!error.empty()) throw InvariantError("the certificate of a matching fails: " + error);
  return best;
}

bool has_load(const ValueRows& rows, std::uint32_t i, std::uint32_t j) {
  const auto row = [&](std::size_t index) { return rows.column.begin() + static_cast<std::ptrdiff_t>(rows.begin[index]); };
  return std::binary_search(row(i), row(i + 1), j);
}

}  // namespace

WorstCaseSearch::WorstCaseSearch(const Topology& topology, const RoutingRelation& relation, WorstCaseOptions options)
    : topology_(topology), relation_(relation), options_(std::move(options)) {
  const auto symmetries = options_.all_channels ? std::vector<Symmetry>{} : usable_symmetries(topology, relation);
  const std::uint64_t paths = options_.sample.paths;
  if (paths == 1) throw ConfigError("worst-case", "sample", "1", "is too few for a standard error; allowed 2 or more");
  const double cost = pair_loads_cost(topology, relation, symmetries, options_.sample);
  if (cost > options_.budget) {
    const std::string what = paths > 0 ? fmt::format("for {} paths a pair", paths) : "for exact pair loads";
    const char* const remedy = paths > 0 ? "" : "; worst-case --sample-paths N estimates them from N paths a pair";
    throw ConfigError("worst-case", "topology", topology.name(),
                      fmt::format("needs about {:.1e} steps {}; the budget is {:.1e}{}", cost, what, options_.budget, remedy));
  }
  verified_ = verify_symmetries(topology, relation, symmetries);
  const Orbits orbits(topology, symmetries);
  std::vector<bool> seen(orbits.channel_orbits(), false);
  if (options_.channel) focus_.push_back({*options_.channel, 1});
  for (std::uint32_t c = 0; c < topology.channels() && !options_.channel; ++c) {
    const std::uint32_t orbit = orbits.orbit_of(ChannelId(c));
    if (seen[orbit]) continue;
    seen[orbit] = true;
    focus_.push_back({ChannelId(c), orbits.channel_orbit_size(orbit)});
  }
  loads_ = std::make_unique<PairLoads>(topology, relation, symmetries, options_.sample);
}

Rational WorstCaseSearch::heaviest(ChannelId channel) const {
  const ValueRows rows = loads_->rows(channel);
  const auto solve = [&](const auto& values) { return certified(weigh(rows, values, false)).weight; };
  return Rational(std::visit(solve, scale_values(loads_->values(), loads_->scale(), loads_->terminals())), loads_->scale()) /
         to_rational(topology_.channel(channel).bandwidth);
}

// A permutation that has as many messages as possible absorbed at one node, and the own one of its first terminal.
Rational WorstCaseSearch::heaviest_injection() const {
  Rational heaviest = 1;
  for (const NodeId node : loads_->reinjecting()) {
    const ValueRows rows = loads_->reinjections(node);
    const auto solve = [&](const auto& values) { return certified(weigh(rows, values, false)).weight; };
    const Rational again(std::visit(solve, scale_values(loads_->values(), loads_->scale(), loads_->terminals())), loads_->scale());
    if (!topology_.terminals_of(node).empty()) heaviest = std::max(heaviest, 1 + again);
  }
  return heaviest;
}

WorstCase WorstCaseSearch::run() const {
  WorstCase result;
  for (const Focus& f : focus_) result.focus.push_back({f.channel, f.orbit, 0});
  std::atomic<std::size_t> next{0};
  std::size_t done = 0;
  std::mutex mutex;
  std::exception_ptr failure;
  const auto work = [&] {
    for (std::size_t i = next++; i < focus_.size(); i = next++) {
      try {
        result.focus[i].gamma = heaviest(focus_[i].channel);
      } catch (...) {
        const std::lock_guard lock(mutex);
        failure = std::current_exception();
        return;
      }
      const std::lock_guard lock(mutex);
      if (options_.tick) options_.tick(++done, focus_.size());
    }
  };
  std::vector<std::thread> threads;
  try {
    for (int j = 1; j < options_.jobs && static_cast<std::size_t>(j) < focus_.size(); ++j) threads.emplace_back(work);
  } catch (const std::system_error&) {
    // the machine has no more of them: those that there are do the work
  }
  work();
  for (std::thread& t : threads) t.join();
  if (failure) std::rethrow_exception(failure);
  result.gamma = -1;
  for (const FocusChannel& f : result.focus) {
    if (f.gamma <= result.gamma) continue;
    result.gamma = f.gamma;
    result.channel = f.channel;
  }
  explain(result);
  result.injection = heaviest_injection();
  return result;
}

// Terminals of failed nodes go to themselves; what went to one goes to where one of them went. All these pairs load
// nothing: those of failed terminals are not walked, and a pair that did load the channel would make the matching
// heavier.
void WorstCaseSearch::leave_failed_alone(std::vector<std::uint32_t>& column_of) const {
  const FaultMap* const faults = relation_.faults();
  if (faults == nullptr) return;
  const auto failed = [&](std::uint32_t t) { return faults->failed(topology_.router_of(TerminalId(t))); };
  std::vector<std::uint32_t> free;
  for (std::uint32_t i = 0; i < column_of.size(); ++i) {
    if (failed(i) && !failed(column_of[i])) free.push_back(column_of[i]);
  }
  std::size_t next = 0;
  for (std::uint32_t i = 0; i < column_of.size(); ++i) {
    if (failed(i)) {
      column_of[i] = i;
    } else if (failed(column_of[i])) {
      column_of[i] = free[next++];
    }
  }
}

// The permutation and the certificate of the channel found.
void WorstCaseSearch::explain(WorstCase& result) const {
  const ValueRows rows = loads_->rows(result.channel);
  const auto solve = [&](const auto& values) {
    const auto weights = weigh(rows, values, false);
    const auto best = certified(weights);
    for (const auto& u : best.u) result.u.emplace_back(u);
    for (const auto& v : best.v) result.v.emplace_back(v);
    auto column_of = best.column_of;
    const auto apart = certified(weigh(rows, values, true));
    if (apart.weight == best.weight) column_of = apart.column_of;
    leave_failed_alone(column_of);
    for (const std::uint32_t j : column_of) result.permutation.emplace_back(j);
  };
  std::visit(solve, scale_values(loads_->values(), loads_->scale(), loads_->terminals()));
  result.fixed_points_may_load = loads_->self_pairs_cross();
  for (std::uint32_t i = 0; i < loads_->terminals(); ++i) {
    if (result.permutation[i] == TerminalId(i) && has_load(rows, i, i)) ++result.loaded_fixed_points;
  }
  if (options_.sample.paths > 0) {
    const double error = sampled_load_error(topology_, relation_, *loads_, options_.sample, result.channel, result.permutation);
    result.standard_error = error / to_double(to_rational(topology_.channel(result.channel).bandwidth));
  }
}

std::string WorstCaseSearch::weights_text(ChannelId channel, const std::vector<bool>* allowed) const {
  const ValueRows rows = loads_->rows(channel);
  std::vector<std::string> numbers;
  for (const Rational& value : loads_->values()) numbers.push_back(to_string(Rational(value * loads_->scale())));
  std::string text =
      fmt::format("# {} {} scale {}\n", topology_.one_terminal_a_router() ? "nodes" : "terminals", loads_->terminals(), loads_->scale().str());
  for (std::uint32_t i = 0; i < loads_->terminals(); ++i) {
    for (std::size_t e = rows.begin[i]; e < rows.begin[i + 1]; ++e) {
      if (allowed != nullptr && !(*allowed)[std::size_t{i} * loads_->terminals() + rows.column[e]]) continue;
      text += fmt::format("{} {} {}\n", i, rows.column[e], numbers[rows.value[e]]);
    }
  }
  return text;
}

}  // namespace dateline
