// The settings of the analyses: topology, loads, worst-case, average, optimal, throughput, bounds, verify, faults,
// reliability.
#pragma once

#include <cstdint>
#include <string>

#include "models/analysis/reliability/components.hpp"
#include "sim/options/network_settings.hpp"
#include "sim/options/router_settings.hpp"

namespace dateline {

enum class ThroughputPaths { any, minimal, relation };
constexpr std::array<EnumName<ThroughputPaths>, 3> enum_names(ThroughputPaths) {
  return {{{ThroughputPaths::any, "any"}, {ThroughputPaths::minimal, "minimal"}, {ThroughputPaths::relation, "relation"}}};
}

enum class OptimalPaths { any, two_turn };
constexpr std::array<EnumName<OptimalPaths>, 2> enum_names(OptimalPaths) { return {{{OptimalPaths::any, "any"}, {OptimalPaths::two_turn, "2turn"}}}; }

struct TopologySettings : CommonSettings {
  NetworkSettings network;  // topology alone
  RouterSettings router;    // channel_latency alone
  struct {
    OutputSetting graph;
  } out;
  void declare(Declarations& declarations);
};

struct LoadsSettings : CommonSettings {
  NetworkSettings network;
  TrafficSettings traffic;
  Setting<std::uint64_t> sample_paths;
  struct {
    OutputSetting channels, channel_pairs;
  } out;
  void declare(Declarations& declarations);
};

struct WorstCaseSettings : CommonSettings {
  NetworkSettings network;
  Setting<FixedPoints> fixed_points{FixedPoints::silent};
  Setting<bool> all_channels{false}, against_optimum{false};
  Setting<std::uint64_t> sample_paths, random_permutations, within;
  Setting<std::string> rates, senders, receivers, forbid, channel;
  Setting<int> jobs{1};
  struct {
    OutputSetting permutation, weights, traffic_table;
  } out;
  void declare(Declarations& declarations);
};

struct AverageSettings : CommonSettings {
  NetworkSettings network;  // topology alone
  Setting<std::string> routing{"dor"};
  Setting<std::uint64_t> samples{10'000};
  Setting<std::string> measure{"permutations"};
  Setting<bool> enumerate{false};
  void declare(Declarations& declarations);
};

struct OptimalSettings : CommonSettings {
  NetworkSettings network;
  Setting<OptimalPaths> paths{OptimalPaths::any};
  Setting<std::uint64_t> points{1}, effort{1'000'000}, average;
  Setting<bool> minimal_only{false}, competitive{false};
  Setting<Rational> gamma_limit;
  struct {
    OutputSetting table;
  } out;
  void declare(Declarations& declarations);
};

struct ThroughputSettings : CommonSettings {
  NetworkSettings network;
  TrafficSettings traffic;
  Setting<ThroughputPaths> paths{ThroughputPaths::any};
  Setting<std::uint64_t> effort{200'000}, starts{3};
  Setting<Rational> gap{Rational(1, 100)};
  Setting<bool> worst{false};
  struct {
    OutputSetting prices, table, permutation;
  } out;
  void declare(Declarations& declarations);
};

struct BoundsSettings : CommonSettings {
  NetworkSettings network;
  TrafficSettings traffic;
  RouterSettings router;
  struct {
    OutputSetting certificate;
  } out;
  void declare(Declarations& declarations);
};

struct VerifySettings : CommonSettings {
  NetworkSettings network;
  TrafficSettings traffic;  // packet-length alone
  RouterSettings router;    // router.vc-reuse alone
  Setting<NumberOrWord> vcs{NumberOrWord{{}, "auto"}};
  Setting<std::uint64_t> sample_pairs;
  void declare(Declarations& declarations);
};

struct FaultsSettings : CommonSettings {
  NetworkSettings network;
  void declare(Declarations& declarations);
};

struct ReliabilitySettings : CommonSettings {
  NetworkSettings network;
  Setting<std::string> routing{"none"};
  Setting<std::uint64_t> vcs;
  Setting<FaultKind> fault_kind{FaultKind::nodes};
  Setting<std::string> region;
  Setting<std::string> counts{"1"};
  Setting<Rational> lifetime;
  Setting<std::string> times;
  Setting<Rational> repair;
  Setting<std::uint64_t> sample_orders;
  struct {
    OutputSetting csv;
  } out;
  void declare(Declarations& declarations);
};

}  // namespace dateline
