#include "models/mesh/algorithms/zone_routing.hpp"

#include <fmt/format.h>

#include <optional>

#include "models/base/error.hpp"

namespace dateline {
namespace {

std::uint32_t quarter(std::uint32_t side) {
  if (side < 4 || side % 4 != 0 || side > kLongestMeshSide) {
    throw ConfigError("mesh", "side", std::to_string(side),
                      fmt::format("is not a multiple of 4 in 4..{}, as the 16 subplanes of this algorithm need", kLongestMeshSide));
  }
  return side / 4;
}

// A packet that cannot go on before step `when` of its phase; its processor is woken then. Once a stop: in the step
// after it came.
Hop park(MeshInputs& processor, const MeshPacket& packet, std::uint32_t when) {
  const MeshClock& clock = processor.clock();
  if (packet.arrived + 1 == clock.step) processor.wake_after(when - clock.since);
  return Hop::stay;
}

}  // namespace

ZoneRouting::ZoneRouting(std::uint32_t side, const ZoneOptions& options)
    : n_(quarter(side)), order_(options.order, n_, side), schedule_(n_, options.merged, order_.steps(), options.spacing), block_(side) {
  for (std::uint32_t x = 0; x < side; ++x) block_[x] = static_cast<std::uint8_t>(x / n_);
}

MeshPlan ZoneRouting::plan(MeshPosition source, MeshPosition destination) const {
  const Subplane from = subplane(source), to = subplane(destination);
  const Zones zones = zones_of(to);
  Side first = zones.horizontal;
  if (from.row != zones.temporary.row) {
    first = from.row < zones.temporary.row ? Side::bottom : Side::top;
  } else if (from.column != zones.temporary.column) {
    first = from.column < zones.temporary.column ? Side::right : Side::left;
  }
  return {schedule_.phase_of(from, to), first, false};
}

void ZoneRouting::accept(MeshInputs& processor) const {
  const MeshClock& clock = processor.clock();
  const ZoneStages& stages = schedule_.stages(clock.phase);
  if (clock.since <= stages.horizontal) {
    shift(processor, stages);
  } else if (clock.since > stages.sorted) {
    cross(processor, stages);
  } else if (order_.is_kept()) {
    keep(processor);
  } else {
    sort(processor, stages);
  }
}

// Turning packets leave before straight ones in the columns; otherwise the oldest first.
void ZoneRouting::send(MeshLinks& processor) const {
  processor.for_each_sendable([&](Side side) {
    if (is_horizontal(side)) {
      processor.send_oldest(side);
    } else {
      processor.send_largest(side, [](const MeshPacket& packet) { return packet.from_row; });
    }
  });
}

// Stage 1, in lock step: |dr| n hops along the column from the first step on, |dc| n along the row from the end of the
// vertical slot on.
void ZoneRouting::shift(MeshInputs& processor, const ZoneStages& stages) const {
  const MeshClock& clock = processor.clock();
  const bool vertical_slot = clock.since <= stages.vertical;
  const std::uint32_t done = vertical_slot ? 0 : stages.vertical;  // steps before this slot
  processor.move_each([&](Side, MeshPacketId id, const MeshPacket& packet) {
    if (packet.phase != clock.phase) return Hop::stay;
    const Subplane from = subplane(processor.source(id));
    const Subplane to = zones_of(subplane(packet.destination)).temporary;
    const std::uint32_t a = vertical_slot ? from.row : from.column, b = vertical_slot ? to.row : to.column;
    const std::uint32_t hops = n_ * (a < b ? b - a : a - b);
    if (clock.since - done <= hops) {
      if (vertical_slot) return a < b ? Hop::bottom : Hop::top;
      return a < b ? Hop::right : Hop::left;
    }
    const bool goes_on = vertical_slot && from.column != to.column;
    const std::uint32_t first = order_.is_kept() ? 1 : in_row(processor.position(), travel(packet));
    return park(processor, packet, goes_on ? stages.vertical + 1 : stages.horizontal + first);
  });
}

std::uint32_t ZoneRouting::in_row(MeshPosition at, Side travel) const {
  const std::uint32_t from_left = at.column - n_ * block_[at.column];
  return travel == Side::right ? from_left + 1 : n_ - from_left;
}

ZoneRouting::Place ZoneRouting::place(MeshPosition at, const MeshPacket& packet) const {
  const bool in_temporary = block_[at.column] == (block_[packet.destination.column] + 2) % 4;
  return {in_row(at, travel(packet)) + (in_temporary ? 0 : n_), in_temporary};
}

// The packet arrived at place u of T' in step a of stage 2, so it entered T' in step n + q, q = a - u + 1, and has rank
// n - q. The clock says it all.
bool ZoneRouting::stops(const MeshInputs& processor, const MeshPacket& packet, const ZoneStages& stages, std::uint32_t u) const {
  const MeshClock& clock = processor.clock();
  const std::uint32_t arrived = packet.arrived - (clock.step - clock.since) - stages.horizontal;
  const std::uint32_t rank = n_ + u - 1 - arrived;
  if (rank < 1 || rank > n_) throw InvariantError(fmt::format("mesh: step {}, a packet of rank {} of {} in stage 2", clock.step, rank, n_));
  return u == n_ + order_.position(processor.position().row, rank);
}

// Stage 2. In T, place u sends from step u on, one packet a step: that with the farthest destination column, ties: that
// from the place nearest the exit. In T' each packet goes on to the place of its rank.
void ZoneRouting::sort(MeshInputs& processor, const ZoneStages& stages) const {
  const MeshClock& clock = processor.clock();
  const MeshPosition at = processor.position();
  const std::uint32_t step = clock.since - stages.horizontal;
  struct Best {
    MeshPacketId id;
    Side queue, travel;
    std::uint32_t distance, source_place;
  };
  std::optional<Best> best;
  processor.move_each([&](Side side, MeshPacketId id, const MeshPacket& packet) {
    if (packet.phase != clock.phase) return Hop::stay;
    const auto [u, in_temporary] = place(at, packet);
    const Side travel = this->travel(packet);
    if (!in_temporary) {
      if (!stops(processor, packet, stages, u)) return hop_to(travel);
      return park(processor, packet, stages.sorted + schedule_.start_of(u - n_));
    }
    if (step < u) return park(processor, packet, stages.horizontal + u);
    const std::uint32_t column = packet.destination.column;
    const std::uint32_t distance = travel == Side::right ? column : kLongestMeshSide - column;
    const std::uint32_t source_place = in_row(processor.source(id), travel);
    if (!best || distance > best->distance || (distance == best->distance && source_place > best->source_place)) {
      best = Best{id, side, travel, distance, source_place};
    }
    return Hop::stay;
  });
  if (best) processor.move(best->queue, best->id, best->travel);
}

// Stage 2 without reordering: the whole row goes n places on, in lock step.
void ZoneRouting::keep(MeshInputs& processor) const {
  const std::uint32_t phase = processor.clock().phase;
  processor.move_each([&](Side, MeshPacketId, const MeshPacket& packet) { return packet.phase == phase ? hop_to(travel(packet)) : Hop::stay; });
}

// Stages 3 and 4: along the row to the destination's column and along that, turning packets first; from each place of
// T' not before its start.
void ZoneRouting::cross(MeshInputs& processor, const ZoneStages& stages) const {
  const MeshClock& clock = processor.clock();
  const MeshPosition at = processor.position();
  processor.move_each([&](Side, MeshPacketId id, const MeshPacket& packet) {
    if (packet.phase != clock.phase) return Hop::stay;
    if (!packet.released) {
      const std::uint32_t start = stages.sorted + schedule_.start_of(in_row(at, travel(packet)));
      if (clock.since < start) return park(processor, packet, start);
      processor.release(id);
    }
    const bool along_row = at.column != packet.destination.column;
    const Side vertical = at.row < packet.destination.row ? Side::bottom : Side::top;
    return processor.hop_if_place(along_row ? travel(packet) : vertical);
  });
}

}  // namespace dateline
