// What a schedule is as a graph, asked without its builder's help: sizes, waits, depth, and runs of it in any order
// that its edges allow.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "models/network/topology/topology.hpp"
#include "traffic/schedules/schedule.hpp"

namespace dateline::test {

[[nodiscard]] Schedule generated(const std::string& text, std::uint32_t ranks, const Topology* topology = nullptr);
// What generate_schedule says of it; empty if it refuses nothing.
[[nodiscard]] std::string generator_refusal(const std::string& text, std::uint32_t ranks, const Topology* topology = nullptr);

struct ScheduleGraph {
  explicit ScheduleGraph(const Schedule& schedule);
  [[nodiscard]] bool is(std::uint32_t i, OperationKind kind) const { return schedule[i].kind() == kind; }
  // The operations of a kind of a rank, in the order of the file.
  [[nodiscard]] std::vector<std::uint32_t> of(std::uint32_t rank, OperationKind kind) const;
  [[nodiscard]] std::uint32_t peer(std::uint32_t i) const { return schedule[schedule[i].partner].rank; }
  [[nodiscard]] std::uint64_t bytes() const;  // of all messages
  // Most messages on a chain in which each one's send or recv waits for the send or recv of the one before.
  [[nodiscard]] std::uint64_t depth() const;
  // Per rank a bit for each rank whose beginning some operation of it waits for, through any messages; up to 64 ranks.
  [[nodiscard]] std::vector<std::uint64_t> heard() const;
  // Every operation once, each as early or as late as chance has it. `starts` sees operations as they start, `ends` as
  // they end; a recv ends after its send has ended. Fails the test if some never end.
  void run(std::uint64_t seed, const std::function<void(std::uint32_t)>& starts, const std::function<void(std::uint32_t)>& ends) const;

  const Schedule& schedule;
  std::vector<std::vector<std::uint32_t>> waits;  // for whose ends an operation waits, ascending
};

}  // namespace dateline::test
