// Oblivious routing in O(sqrt N) steps with constant queues (E. Miyano and K. Iwama, section 4), algorithms `new` (256
// phases) and `new-merged` (64 rounds, the same paths). The side is 4n. A packet moves from its subplane S to the
// temporary zone T without a wait (columns first, then rows), its row is sorted by distance and inverse-sorted on the
// way to T', spaced out, led through the critical zone to its column, and along that to its destination. Links of the
// columns send turning packets before straight ones; otherwise the oldest first. The path depends on source and
// destination only; it is neither minimal nor source-oblivious, and the scheduling is not pure. Stage 2 needs places
// for a packet that is held and one that passes, beside a waiting one: queue >= 3 with home = queue, 2 with home =
// register.
#pragma once

#include "models/mesh/algorithms/row_order.hpp"
#include "models/mesh/algorithms/zone_schedule.hpp"
#include "models/mesh/machine/algorithm.hpp"

namespace dateline {

inline constexpr std::uint32_t kSpacing = 3;  // empty steps between packets that enter the critical zone

struct ZoneOptions {
  bool merged = false;
  OrderChoice order;
  std::uint32_t spacing = kSpacing;
};
[[nodiscard]] constexpr std::uint32_t least_zone_queue(bool home_register) { return home_register ? 2 : 3; }

class ZoneRouting final : public LocalMeshAlgorithm<ZoneRouting> {
 public:
  // `side` a multiple of 4, else ConfigError.
  ZoneRouting(std::uint32_t side, const ZoneOptions& options);
  [[nodiscard]] const ZoneSchedule& schedule() const { return schedule_; }

  [[nodiscard]] std::vector<std::uint32_t> phase_lengths() const override { return schedule_.phase_lengths(); }
  [[nodiscard]] MeshPlan plan(MeshPosition source, MeshPosition destination) const override;
  void accept(MeshInputs& processor) const;
  void send(MeshLinks& processor) const;

 private:
  struct Place {          // of a processor along the way of a packet through T and T'
    std::uint32_t u = 0;  // 1..2n
    bool in_temporary = false;
  };
  [[nodiscard]] Subplane subplane(MeshPosition at) const { return {block_[at.row], block_[at.column]}; }
  [[nodiscard]] Side travel(const MeshPacket& packet) const { return packet.destination.column < 2 * n_ ? Side::left : Side::right; }
  [[nodiscard]] Place place(MeshPosition at, const MeshPacket& packet) const;
  [[nodiscard]] std::uint32_t in_row(MeshPosition at, Side travel) const;  // 1..n, counted along the way

  void shift(MeshInputs& processor, const ZoneStages& stages) const;
  void sort(MeshInputs& processor, const ZoneStages& stages) const;
  void keep(MeshInputs& processor) const;
  void cross(MeshInputs& processor, const ZoneStages& stages) const;
  [[nodiscard]] bool stops(const MeshInputs& processor, const MeshPacket& packet, const ZoneStages& stages, std::uint32_t u) const;

  std::uint32_t n_;
  RowOrder order_;
  ZoneSchedule schedule_;
  std::vector<std::uint8_t> block_;  // of a row or column: 0..3
};

}  // namespace dateline
