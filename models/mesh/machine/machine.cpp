#include "models/mesh/machine/machine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"

namespace dateline {
namespace {

constexpr std::uint64_t kLastStep = 0xfffffff0U;  // what 32 bits can count, with a margin

MeshPosition position_of(std::uint32_t index, std::uint32_t side) {
  return {static_cast<std::uint16_t>(index / side), static_cast<std::uint16_t>(index % side)};
}

std::uint32_t neighbours_of(MeshPosition at, std::uint32_t side) {
  const auto bit = [](bool there, Side towards) { return there ? 1U << static_cast<unsigned>(towards) : 0U; };
  return bit(at.column > 0, Side::left) | bit(at.column + 1U < side, Side::right) | bit(at.row > 0, Side::top) |
         bit(at.row + 1U < side, Side::bottom);
}

std::uint32_t longest(const std::vector<std::uint32_t>& lengths) { return lengths.empty() ? 0 : *std::max_element(lengths.begin(), lengths.end()); }

const MeshConfig& checked(const MeshConfig& config, const std::vector<NodeId>& destination) {
  const auto refuse = [](const char* key, std::uint64_t value, const std::string& rule) {
    throw ConfigError("mesh", key, std::to_string(value), rule);
  };
  if (config.side < 2 || config.side > kLongestMeshSide) refuse("side", config.side, fmt::format("is not in 2..{}", kLongestMeshSide));
  if (config.queue < 1 || config.queue > kUnboundedQueue) refuse("queue", config.queue, fmt::format("is not in 1..{}", kUnboundedQueue - 1));
  const std::uint32_t nodes = config.side * config.side;
  if (destination.size() != nodes) {
    refuse("permutation", destination.size(), fmt::format("destinations; a mesh of side {} has {}", config.side, nodes));
  }
  std::vector<bool> taken(nodes, false);
  for (const NodeId to : destination) {
    if (to == kAbsent) continue;
    if (to.value() >= nodes) refuse("permutation", to.value(), fmt::format("is no node; nodes are 0..{}", nodes - 1));
    if (taken[to.value()]) refuse("permutation", to.value(), "is the destination of two packets");
    taken[to.value()] = true;
  }
  return config;
}

}  // namespace

MeshMachine::MeshMachine(const MeshConfig& config, const std::vector<NodeId>& destination, const MeshAlgorithm& algorithm, MeshObserver* observer)
    : algorithm_(algorithm), lengths_(algorithm.phase_lengths()), state_(checked(config, destination), observer, longest(lengths_)) {
  const auto moves = [&](std::uint32_t i) { return destination[i] != kAbsent && destination[i].value() != i; };
  phase_start_.assign(lengths_.size() + 1, 0);
  for (std::uint32_t i = 0; i < destination.size(); ++i) {
    ProcessorQueues& at = state_.queues[i];
    at.position = position_of(i, config.side);
    at.neighbours = neighbours_of(at.position, config.side);
    if (!moves(i)) continue;
    MeshPacket& packet = state_.packets[i];
    packet.destination = position_of(destination[i].value(), config.side);
    const MeshPlan plan = algorithm_.plan(at.position, packet.destination);
    packet.phase = static_cast<std::uint16_t>(plan.phase);
    ++phase_start_.at(plan.phase + 1);
    if (!config.home_register) enter(MeshPacketId(i), plan.first);
  }
  for (std::size_t p = 1; p < phase_start_.size(); ++p) phase_start_[p] += phase_start_[p - 1];
  state_.result.moving = phase_start_.back();
  state_.result.phase_finished.assign(lengths_.size(), 0);
  by_phase_.resize(state_.result.moving);
  std::vector<std::uint32_t> next(phase_start_.begin(), phase_start_.end() - 1);
  for (std::uint32_t i = 0; i < destination.size(); ++i) {
    if (moves(i)) by_phase_[next[state_.packets[i].phase]++] = MeshPacketId(i);
  }
  begin_phase();
}

void MeshMachine::enter(MeshPacketId id, Side first) {
  const Side side = opposite(first);
  ProcessorQueues& at = state_.queues[id.value()];
  const std::size_t queue = ProcessorQueues::input(side);
  if (at.count[queue] >= state_.config.queue) fail(id.value(), fmt::format("its packet cannot enter the full {} input queue", name_of(side)));
  at.append(state_.packets.data(), queue, id);
  std::uint16_t& most = state_.result.max_input[queue];
  most = std::max(most, at.count[queue]);
}

// The packets of the phase wake up at home.
void MeshMachine::begin_phase() {
  const std::uint32_t first = phase_start_[state_.clock.phase], end = phase_start_[state_.clock.phase + 1];
  state_.left = end - first;
  if (state_.left > 0) let_go();  // before any packet enters
  for (std::uint32_t i = first; i < end; ++i) {
    const MeshPacketId id = by_phase_[i];
    MeshPacket& packet = state_.packets[id.value()];
    const MeshPlan plan = algorithm_.plan(state_.queues[id.value()].position, packet.destination);
    if (state_.config.home_register) enter(id, plan.first);
    packet.released = plan.released;
    packet.arrived = phase_begin_;
    state_.agenda.add_next(NodeId(id.value()));
  }
}

// Sets the clock to the next step in which something can happen, and begins the phases on the way.
bool MeshMachine::find_next_step() {
  MeshResult& result = state_.result;
  MeshClock& clock = state_.clock;
  if (result.delivered == result.moving || result.deadlock) return false;
  while (state_.left == 0) {
    const std::uint32_t end = phase_begin_ + std::max(lengths_[clock.phase], result.phase_finished[clock.phase]);
    if (!state_.leaving.empty() && clock.step < end) break;  // the step in which the last ones leave is still of this phase
    phase_begin_ = clock.step = end;
    ++clock.phase;
    state_.agenda.forget_wakes();
    begin_phase();
  }
  ++clock.step;
  if (state_.agenda.idle() && state_.leaving.empty()) {
    const auto wake = state_.agenda.next_wake(clock.step);
    result.deadlock = !wake;
    if (!wake) return false;
    clock.step = *wake;
  }
  if (clock.step >= kLastStep) throw InvariantError(fmt::format("mesh: more than {} steps", kLastStep));
  clock.since = clock.step - phase_begin_;
  let_go();
  return true;
}

bool MeshMachine::advance() {
  if (!find_next_step()) return false;
  state_.agenda.begin(state_.clock.step);
  const bool delivering = state_.left > 0;
  algorithm_.step(state_);
  const std::uint32_t length = lengths_[state_.clock.phase];
  if (delivering && state_.left == 0 && length > 0 && state_.clock.since > length) ++state_.result.overruns;
  if (state_.observer != nullptr) state_.observer->stepped(*this);
  return true;
}

// What arrived at its destination in the step before leaves its input queue. The processor that sent it is on the
// agenda for having done so.
void MeshMachine::let_go() {
  for (const std::uint32_t queue : state_.leaving) --state_.queues[queue / 8].count[queue % 8];
  state_.leaving.clear();
}

std::uint64_t MeshMachine::bytes() const {
  const auto of = [](const auto& list) { return std::uint64_t{list.capacity()} * sizeof(list[0]); };
  return of(state_.queues) + of(state_.packets) + of(state_.leaving) + of(by_phase_) + state_.agenda.bytes();
}

void MeshMachine::fail(std::uint32_t node, const std::string& what) const {
  throw InvariantError(fmt::format("mesh: step {}, processor ({}, {}): {}", state_.clock.step, node / side(), node % side(), what));
}

// The packets of one queue, each seen once.
void MeshMachine::audit_queue(std::uint32_t node, std::size_t queue, std::uint32_t length, std::vector<bool>& seen) const {
  const ProcessorQueues& at = state_.queues[node];
  MeshPacketId id = at.tail[queue];
  for (std::uint32_t i = 0; i < length; ++i) {
    id = state_.packets[id.value()].next;
    if (seen[id.value()]) fail(node, fmt::format("packet {} is in two places", id.value()));
    seen[id.value()] = true;
  }
  if (length > 0 && id != at.tail[queue]) fail(node, fmt::format("queue {} does not hold the {} packets counted", queue, length));
}

void MeshMachine::audit() const {
  std::vector<std::uint32_t> gone(state_.queues.size() * 8, 0);
  std::vector<bool> seen(state_.packets.size(), false);
  for (const std::uint32_t queue : state_.leaving) ++gone[queue];
  std::uint64_t listed = 0;
  for (std::uint32_t node = 0; node < state_.queues.size(); ++node) {
    for (std::size_t q = 0; q < 8; ++q) {
      const std::uint32_t count = state_.queues[node].count[q], left = gone[node * 8 + q];
      if (left > 1 || left > count) fail(node, fmt::format("{} packets leave queue {} of {}", left, q, count));
      if (count > state_.config.queue) fail(node, fmt::format("queue {} holds {} packets", q, count));
      audit_queue(node, q, count - left, seen);
      listed += count - left;
    }
  }
  // With home = register the packets of later phases stand outside.
  const MeshResult& result = state_.result;
  const std::uint64_t outside = state_.config.home_register ? result.moving - phase_start_[state_.clock.phase + 1] : 0;
  if (listed + outside + result.delivered != result.moving) {
    fail(0, fmt::format("{} packets in queues, {} outside, {} delivered of {}", listed, outside, result.delivered, result.moving));
  }
}

}  // namespace dateline
