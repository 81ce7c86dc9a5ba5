#include "reference_mesh_phased.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace dateline::test {

namespace {

std::vector<MeshRound> rounds_of(const MeshInput& input, bool merged) {
  const std::vector<MeshRound> all = reference_rounds(merged);
  if (input.only_round < 0) return all;
  return {all.at(static_cast<std::size_t>(input.only_round))};
}

}  // namespace

PhasedRule::PhasedRule(const MeshInput& input, bool merged, MeshMachine& machine)
    : input_(input),
      side_(input.side),
      n_(input.side / 4),
      rounds_(rounds_of(input, merged)),
      stops_(reference_stops(n_, input.order)),
      t2_(reference_t2(n_, input.order)),
      t34_(reference_t34(n_)),
      plans_(machine.packets().size()),
      over_(rounds_.size(), false) {
  if (side_ % 4 != 0) throw std::invalid_argument("reference mesh: the side is no multiple of 4");
  for (const MeshPacket& packet : machine.packets()) {
    if (packet.where != MeshPacket::Where::outside) continue;
    plans_[packet.source] = plan_of(packet);
    if (input.home == MeshHome::queue) machine.place(packet.source, first_direction(packet));
  }
}

MeshSubplane PhasedRule::subplane(int processor) const { return {processor / side_ / n_, processor % side_ / n_}; }

PhasedRule::Plan PhasedRule::plan_of(const MeshPacket& packet) const {
  const MeshSubplane source = subplane(packet.source), destination = subplane(packet.destination);
  const MeshZones zones = reference_mesh_zones(destination);
  Plan plan;
  for (std::size_t round = 0; round < rounds_.size(); ++round) {
    for (const MeshRound::Pair& pair : rounds_[round].pairs) {
      if (pair.source == source && pair.destination == destination) plan.round = static_cast<int>(round);
    }
  }
  if (plan.round < 0) throw std::invalid_argument("reference mesh: a packet of another round");
  plan.row_t = zones.temporary.row * n_ + packet.source / side_ % n_;
  plan.column_t = zones.temporary.column * n_ + packet.source % side_ % n_;
  plan.t_column = zones.temporary.column;
  plan.travel = zones.critical.column < zones.temporary.column ? kLeft : kRight;
  if (stops_.empty()) plan.stop = n_ + place(plan, plan.column_t);
  return plan;
}

int PhasedRule::place(const Plan& plan, int column) const {
  return plan.travel == kRight ? column - plan.t_column * n_ + 1 : (plan.t_column + 1) * n_ - column;
}

Direction PhasedRule::first_direction(const MeshPacket& packet) const {
  const Plan& plan = plans_[packet.source];
  const int row = packet.source / side_, column = packet.source % side_;
  if (row != plan.row_t) return plan.row_t < row ? kUp : kDown;
  if (column != plan.column_t) return plan.column_t < column ? kLeft : kRight;
  return plan.travel;
}

long long PhasedRule::stage_1_steps() const {
  const MeshRound& round = rounds_[round_];
  return n_ * (round.vertical + round.horizontal);
}
long long PhasedRule::round_steps(const MeshRound& round) const { return n_ * (round.vertical + round.horizontal) + t2_ + t34_; }
long long PhasedRule::step_of_sort() const { return step_ - stage_1_steps(); }
long long PhasedRule::step_of_rows() const { return step_of_sort() - t2_; }

PhasedRule::Stage PhasedRule::stage() const {
  if (step_ <= n_ * rounds_[round_].vertical) return Stage::vertical;
  if (step_ <= stage_1_steps()) return Stage::horizontal;
  if (step_ <= stage_1_steps() + t2_) return Stage::sort;
  return Stage::rows_and_columns;
}

bool PhasedRule::round_is_over(const MeshMachine& machine) const {
  if (step_ < round_steps(rounds_[round_])) return false;
  return std::none_of(machine.packets().begin(), machine.packets().end(),
                      [&](const MeshPacket& packet) { return plans_[packet.source].round == round_ && packet.delivered < 0; });
}

void PhasedRule::begin_step(long long, MeshMachine& machine) {
  if (round_is_over(machine)) {
    ++round_;
    step_ = 0;
  }
  ++step_;
  if (step_ == 1 && input_.home == MeshHome::in_register) {
    for (const MeshPacket& packet : machine.packets()) {
      if (packet.where == MeshPacket::Where::outside && plans_[packet.source].round == round_) {
        machine.place(packet.source, first_direction(packet));
      }
    }
  }
  if (step_of_rows() == 1) check_sorted(machine);
}

void PhasedRule::check_sorted(const MeshMachine& machine) const {
  for (const MeshPacket& packet : machine.packets()) {
    const Plan& plan = plans_[packet.source];
    if (plan.round != round_) continue;
    const bool there = packet.at / side_ == plan.row_t && plan.stop > 0 && place(plan, packet.at % side_) == plan.stop;
    if (!there) throw std::logic_error("reference mesh: a packet is not at its place after stage 2");
  }
}

// The last leg is a column; the destination's subplane is none of T, T' and C, but stages 1 to 3 may pass through it.
bool PhasedRule::completed(const MeshPacket& packet) const {
  return stage() == Stage::rows_and_columns && packet.at == packet.destination && vertical(packet.side);
}

std::optional<Direction> PhasedRule::exit(const MeshPacket& packet) const {
  const Plan& plan = plans_[packet.source];
  if (plan.round != round_ || packet.delivered >= 0) return std::nullopt;
  const int row = packet.at / side_, column = packet.at % side_;
  switch (stage()) {
    case Stage::vertical:
      if (row == plan.row_t) return std::nullopt;
      return plan.row_t < row ? kUp : kDown;
    case Stage::horizontal:
      if (column == plan.column_t) return std::nullopt;
      return plan.column_t < column ? kLeft : kRight;
    case Stage::sort:
      return exit_while_sorting(packet, plan);
    case Stage::rows_and_columns:
      return exit_to_destination(packet, plan);
  }
  return std::nullopt;
}

std::optional<Direction> PhasedRule::exit_while_sorting(const MeshPacket& packet, const Plan& plan) const {
  const int here = place(plan, packet.at % side_);
  if (here == plan.stop) return std::nullopt;
  const bool sorts = !stops_.empty();
  if (sorts && here <= n_ && step_of_sort() < here) return std::nullopt;
  return plan.travel;
}

std::optional<Direction> PhasedRule::exit_to_destination(const MeshPacket& packet, const Plan& plan) const {
  const int p = plan.stop - n_;
  if (step_of_rows() < input_.spacing * (n_ - p) + 1) return std::nullopt;
  if (packet.at % side_ != packet.destination % side_) return plan.travel;
  return packet.destination / side_ < packet.at / side_ ? kUp : kDown;
}

// While sorting: the farthest destination column, then the place in T nearest to the exit. Later: turning before
// straight.
long long PhasedRule::priority(const MeshPacket& packet, Direction heading) const {
  if (stage() == Stage::sort) {
    const Plan& plan = plans_[packet.source];
    return -(place(plan, packet.destination % side_) * static_cast<long long>(side_) + place(plan, plan.column_t));
  }
  const bool turns = vertical(heading) && !vertical(packet.side);
  return turns ? 0 : 1;
}

int PhasedRule::most_packets(int, Direction) const { return stage() == Stage::sort ? 1 : kMeshUnbounded; }

bool PhasedRule::waits(const MeshPacket& packet) const {
  if (stage() != Stage::rows_and_columns) return false;
  return packet.where == MeshPacket::Where::output || exit(packet).has_value();
}

void PhasedRule::crossed(const MeshPacket& packet, long long) {
  Plan& plan = plans_[packet.source];
  if (stage() == Stage::sort && !stops_.empty() && place(plan, packet.at % side_) == n_ + 1) {
    const long long rank = 2 * n_ - step_of_sort();  // arriving in step n + q: rank n - q
    if (rank < 1 || rank > n_) throw std::logic_error("reference mesh: a packet leaves T out of time");
    plan.stop = n_ + stops_[static_cast<std::size_t>(rank - 1)];
  }
  if (completed(packet)) {
    max_stage34_ = std::max(max_stage34_, step_of_rows());
    if (step_of_rows() > t34_) over_[round_] = true;
  }
}

bool PhasedRule::is_late() const {
  return step_ > round_steps(rounds_[round_]) && step_of_rows() > static_cast<long long>(input_.spacing) * (n_ - 1) + 1;
}

void PhasedRule::report(MeshOutput& output) const {
  for (const MeshRound& round : rounds_) output.budget += round_steps(round);
  output.t2 = t2_;
  output.t34 = t34_;
  output.max_stage34_steps = max_stage34_;
  output.rounds_over_t34 = static_cast<int>(std::count(over_.begin(), over_.end(), true));
}

}  // namespace dateline::test
