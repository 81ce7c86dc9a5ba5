// The algorithms of the reference mesh that move along row-first paths: A0, farthest first, and lumps in two passes.
// Source: section 2 of the specification of the mesh machine; IKM98 is its naive reconstruction there.
// Units: remaining distance in hops of the current dimension; a lump = packets of one source row with one destination
// column.
#pragma once

#include <optional>
#include <vector>

#include "reference_mesh_machine.hpp"

namespace dateline::test {

class RowFirstRule : public MeshRule {
 public:
  enum class Kind { a0, farthest_first, lumps };
  RowFirstRule(Kind kind, MeshHome home, MeshMachine& machine);

  void begin_step(long long step, MeshMachine& machine) override;
  [[nodiscard]] bool completed(const MeshPacket& packet) const override { return packet.at == packet.destination; }
  [[nodiscard]] std::optional<Direction> exit(const MeshPacket& packet) const override;
  [[nodiscard]] long long priority(const MeshPacket& packet, Direction heading) const override;
  [[nodiscard]] int most_packets(int, Direction) const override { return kMeshUnbounded; }
  [[nodiscard]] bool waits(const MeshPacket& packet) const override { return pass_of_[packet.source] <= pass_; }
  void crossed(const MeshPacket&, long long) override {}

 private:
  [[nodiscard]] Direction next(const MeshPacket& packet) const;
  [[nodiscard]] int lump_of(const MeshMachine& machine, const MeshPacket& packet) const;
  [[nodiscard]] bool pass_is_over(const MeshMachine& machine) const;
  void place_pass(int pass, MeshMachine& machine);

  Kind kind_;
  MeshHome home_;
  int side_;
  int pass_ = 1;
  std::vector<int> pass_of_;  // by source: 1 or 2
};

}  // namespace dateline::test
