// The new algorithm on the reference mesh: rounds of stages 1 (to the temporary subplane), 2 (inverse sort) and 3+4
// (rows, then columns).
// Source: section 4 of the specification of the mesh machine; `new` has 256 rounds of one pair, `new-merged` 64 rounds
// of four pairs.
// Units: steps. A place counts along the direction of travel, 1..n in T, n + 1..2n in T'.
// Throws std::logic_error if a packet is not at its place when stage 3 begins (queues too small for stage 2).
#pragma once

#include <optional>
#include <vector>

#include "reference_mesh_machine.hpp"
#include "reference_mesh_schedule.hpp"

namespace dateline::test {

class PhasedRule : public MeshRule {
 public:
  PhasedRule(const MeshInput& input, bool merged, MeshMachine& machine);

  void begin_step(long long step, MeshMachine& machine) override;
  [[nodiscard]] bool completed(const MeshPacket& packet) const override;
  [[nodiscard]] std::optional<Direction> exit(const MeshPacket& packet) const override;
  [[nodiscard]] long long priority(const MeshPacket& packet, Direction heading) const override;
  [[nodiscard]] int most_packets(int processor, Direction heading) const override;
  [[nodiscard]] bool waits(const MeshPacket& packet) const override;
  void crossed(const MeshPacket& packet, long long step) override;

  // Nothing can begin to move any more in this round: the budget is spent and every packet has started.
  [[nodiscard]] bool is_late() const;
  void report(MeshOutput& output) const;

 private:
  enum class Stage { vertical, horizontal, sort, rows_and_columns };
  struct Plan {  // of a packet
    int round = -1;
    int row_t = 0;     // of the row in which it travels through T, T' and C
    int column_t = 0;  // where it waits in T
    int t_column = 0;  // of subplane T
    Direction travel = kLeft;
    int stop = 0;  // its place in T', n + 1..2n; 0 while unknown
  };

  [[nodiscard]] Plan plan_of(const MeshPacket& packet) const;
  [[nodiscard]] Direction first_direction(const MeshPacket& packet) const;
  [[nodiscard]] MeshSubplane subplane(int processor) const;
  [[nodiscard]] int place(const Plan& plan, int column) const;
  [[nodiscard]] long long stage_1_steps() const;
  [[nodiscard]] long long round_steps(const MeshRound& round) const;
  [[nodiscard]] long long step_of_sort() const;  // 1 = first step of stage 2
  [[nodiscard]] long long step_of_rows() const;  // 1 = first step of stage 3
  [[nodiscard]] Stage stage() const;
  [[nodiscard]] bool round_is_over(const MeshMachine& machine) const;
  void check_sorted(const MeshMachine& machine) const;
  [[nodiscard]] std::optional<Direction> exit_while_sorting(const MeshPacket& packet, const Plan& plan) const;
  [[nodiscard]] std::optional<Direction> exit_to_destination(const MeshPacket& packet, const Plan& plan) const;

  MeshInput input_;
  int side_;
  int n_;
  std::vector<MeshRound> rounds_;
  std::vector<int> stops_;  // by rank - 1; empty: unsorted
  int t2_;
  int t34_;
  std::vector<Plan> plans_;  // by source
  int round_ = 0;
  long long step_ = 0;  // within the round, from 1
  long long max_stage34_ = 0;
  std::vector<bool> over_;  // by round
};

}  // namespace dateline::test
