// What a generator of a schedule is given, and how a row of their table is made (registry.hpp). A generator names the
// operations of one rank at a time; spec: docs/guide/workloads/generators.md.
#pragma once

#include <string>
#include <vector>

#include "models/base/text/parse.hpp"
#include "models/network/topology/topology.hpp"
#include "traffic/schedules/generators/rank_rounds.hpp"

namespace dateline {

struct GeneratorInput {
  std::uint32_t ranks = 1;
  std::uint64_t bytes = 0;
  std::vector<Rational> times = {};         // cycles, not rounded: of its own times, in their order; empty: none was given
  std::vector<std::uint64_t> numbers = {};  // of its own whole numbers, in their order
  std::vector<std::uint32_t> radices = {};  // of the ranks' grid, their product the ranks; rank = x0 + k0 (x1 + k1 (...))
  std::vector<std::uint32_t> counts = {};   // a table of a generator's own, made once for all ranks
};

// What the user asked for, for a generator to be prepared by, and for error lines.
struct GeneratorCall {
  ValueSource source;
  std::string text;      // the whole name as given, parameters included
  std::string argument;  // "4096" of fft:4096
  const Topology* topology;
  // Throws ConfigError.
  [[noreturn]] void refuse(const std::string& rule) const;
};

// A parameter that is a whole number: from 1 on, at most `most`; `left_out`: its value then, 0: it is needed.
struct WholeParameter {
  std::string key;
  std::uint64_t most, left_out;
};

enum class Takes : std::uint8_t { nothing, bytes, bytes_in_chunks };

struct ScheduleGenerator {
  std::string name;  // "all-reduce:ring"; "fft:M" takes an argument
  std::string summary;
  Takes takes;
  ComputesBefore computes;
  // Of all ranks, once; what the generator must come to.
  std::uint64_t (*messages)(const GeneratorInput&);
  void (*rank)(const GeneratorInput&, RankRounds&);
  // Sets radices, bytes or counts; throws where the generator is not defined. Null: there is nothing to set.
  void (*prepare)(GeneratorInput&, const GeneratorCall&) = nullptr;
  std::vector<std::string> times = {};  // parameters of its own that are times, 0 if left out; beside one there is no compute
  std::vector<WholeParameter> numbers = {};
};

// The rows of each family, in the order of lists.
[[nodiscard]] std::vector<ScheduleGenerator> all_reduce_generators();
[[nodiscard]] std::vector<ScheduleGenerator> ring_generators();
[[nodiscard]] std::vector<ScheduleGenerator> swing_generators();
[[nodiscard]] std::vector<ScheduleGenerator> double_tree_generators();
[[nodiscard]] std::vector<ScheduleGenerator> all_to_all_generators();
[[nodiscard]] std::vector<ScheduleGenerator> tree_generators();
[[nodiscard]] std::vector<ScheduleGenerator> grid_generators();
[[nodiscard]] std::vector<ScheduleGenerator> fft_generators();

// Floor and ceiling of log2; `ranks` is 1 or more.
[[nodiscard]] constexpr unsigned floor_log2(std::uint64_t ranks) {
  unsigned bits = 0;
  while (ranks > 1) ranks /= 2, ++bits;
  return bits;
}
[[nodiscard]] constexpr unsigned ceiling_log2(std::uint64_t ranks) { return ranks < 2 ? 0 : floor_log2(ranks - 1) + 1; }

}  // namespace dateline
