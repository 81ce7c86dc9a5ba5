#include "reference_mesh_baselines.hpp"

#include <cstdlib>

namespace dateline::test {

RowFirstRule::RowFirstRule(Kind kind, MeshHome home, MeshMachine& machine)
    : kind_(kind), home_(home), side_(machine.side()), pass_of_(machine.packets().size(), 1) {
  if (kind == Kind::lumps) {
    for (const MeshPacket& packet : machine.packets()) {
      const int lump = lump_of(machine, packet);
      const bool is_long = lump * lump >= side_;  // lump >= N^(1/4)
      pass_of_[packet.source] = is_long ? 1 : 2;
    }
  }
  place_pass(1, machine);
  if (home == MeshHome::queue) place_pass(2, machine);
}

// A packet that is where it has to be belongs to its lump, too.
int RowFirstRule::lump_of(const MeshMachine& machine, const MeshPacket& packet) const {
  int lump = 0;
  for (const MeshPacket& other : machine.packets()) {
    const bool is_there = other.where != MeshPacket::Where::absent;
    if (is_there && other.source / side_ == packet.source / side_ && other.destination % side_ == packet.destination % side_) ++lump;
  }
  return lump;
}

void RowFirstRule::place_pass(int pass, MeshMachine& machine) {
  for (const MeshPacket& packet : machine.packets()) {
    if (packet.where == MeshPacket::Where::outside && pass_of_[packet.source] == pass) machine.place(packet.source, next(packet));
  }
}

bool RowFirstRule::pass_is_over(const MeshMachine& machine) const {
  for (const MeshPacket& packet : machine.packets()) {
    const bool moves = packet.where != MeshPacket::Where::absent && packet.source != packet.destination;
    if (moves && pass_of_[packet.source] == pass_ && packet.delivered < 0) return false;
  }
  return true;
}

void RowFirstRule::begin_step(long long, MeshMachine& machine) {
  if (pass_ == 2 || kind_ != Kind::lumps || !pass_is_over(machine)) return;
  pass_ = 2;
  if (home_ == MeshHome::in_register) place_pass(2, machine);
}

Direction RowFirstRule::next(const MeshPacket& packet) const {
  const int row = packet.at / side_, column = packet.at % side_;
  const int goal_row = packet.destination / side_, goal_column = packet.destination % side_;
  if (column != goal_column) return goal_column < column ? kLeft : kRight;
  return goal_row < row ? kUp : kDown;
}

std::optional<Direction> RowFirstRule::exit(const MeshPacket& packet) const {
  if (pass_of_[packet.source] > pass_) return std::nullopt;
  return next(packet);
}

long long RowFirstRule::priority(const MeshPacket& packet, Direction heading) const {
  if (kind_ != Kind::farthest_first) return 0;
  const int rows = std::abs(packet.destination / side_ - packet.at / side_);
  const int columns = std::abs(packet.destination % side_ - packet.at % side_);
  return vertical(heading) ? -rows : -columns;
}

}  // namespace dateline::test
