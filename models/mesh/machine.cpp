#include "models/mesh/machine.hpp"

#include <algorithm>

namespace dateline {
namespace {

constexpr std::uint64_t kLastStep = 0xffffffffU;

MeshPosition position_of(std::uint32_t index, std::uint32_t side) {
  return {static_cast<std::uint16_t>(index / side), static_cast<std::uint16_t>(index % side)};
}

std::uint32_t longest(const std::vector<std::uint32_t>& lengths) { return lengths.empty() ? 0 : *std::max_element(lengths.begin(), lengths.end()); }

// What the machine cannot do without; the names of options are added where they are read.
MeshConfig checked(const MeshConfig& config, const std::vector<NodeId>& destination) {
  const auto refuse = [](const char* key, std::uint64_t value, const std::string& rule) {
    throw ConfigError("mesh", key, std::to_string(value), rule);
  };
  if (config.side < 2 || config.side > kLongestMeshSide) refuse("side", config.side, fmt::format("is not in 2..{}", kLongestMeshSide));
  if (config.queue < 1 || config.queue > kUnboundedQueue) refuse("queue", config.queue, fmt::format("is not in 1..{}", kUnboundedQueue - 1));
  const std::uint32_t nodes = config.side * config.side;
  if (destination.size() != nodes)
    refuse("permutation", destination.size(), fmt::format("destinations; a mesh of side {} has {}", config.side, nodes));
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
    : config_(checked(config, destination)),
      algorithm_(algorithm),
      observer_(observer),
      queues_(destination.size()),
      packets_(destination.size()),
      lengths_(algorithm.phase_lengths()),
      agenda_(queues_, longest(lengths_)),
      inputs_(clock_, config.side, config.queue, packets_, agenda_),
      links_(clock_, config.side, config.queue, packets_, queues_, crossings_) {
  phase_start_.assign(lengths_.size() + 1, 0);
  for (std::uint32_t i = 0; i < destination.size(); ++i) {
    queues_[i].position = position_of(i, config_.side);
    if (destination[i] == kAbsent || destination[i].value() == i) continue;
    packets_[i].destination = position_of(destination[i].value(), config_.side);
    const MeshPlan plan = algorithm_.plan(queues_[i].position, packets_[i].destination);
    packets_[i].phase = static_cast<std::uint16_t>(plan.phase);
    ++phase_start_.at(plan.phase + 1);
    if (!config_.home_register) enter(PacketId(i), plan.first);
  }
  for (std::size_t p = 1; p < phase_start_.size(); ++p) phase_start_[p] += phase_start_[p - 1];
  result_.moving = phase_start_.back();
  by_phase_.resize(result_.moving);
  std::vector<std::uint32_t> next(phase_start_.begin(), phase_start_.end() - 1);
  for (std::uint32_t i = 0; i < destination.size(); ++i) {
    if (destination[i] != kAbsent && destination[i].value() != i) by_phase_[next[packets_[i].phase]++] = PacketId(i);
  }
  result_.phase_finished.assign(lengths_.size(), 0);
  begin_phase();
}

void MeshMachine::enter(PacketId id, Side first) {
  const Side side = opposite(first);
  ProcessorQueues& at = queues_[id.value()];
  const std::size_t queue = ProcessorQueues::input(side);
  if (at.count[queue] >= config_.queue) {
    throw InvariantError(
        fmt::format("mesh: step {}, packet {} cannot enter the full {} input queue of its home", clock_.step, id.value(), name_of(side)));
  }
  append(packets_, at.tail[queue], id);
  result_.max_input[queue] = std::max(result_.max_input[queue], ++at.count[queue]);
}

// The packets of the phase wake up at home.
void MeshMachine::begin_phase() {
  const std::uint32_t first = phase_start_[clock_.phase], end = phase_start_[clock_.phase + 1];
  left_ = end - first;
  for (std::uint32_t i = first; i < end; ++i) {
    const PacketId id = by_phase_[i];
    MeshPacket& packet = packets_[id.value()];
    const MeshPlan plan = algorithm_.plan(queues_[id.value()].position, packet.destination);
    if (config_.home_register) enter(id, plan.first);
    packet.released = plan.released;
    packet.arrived = phase_begin_;
    agenda_.visit(NodeId(id.value()));
  }
}

// Sets the clock to the next step in which something can happen, and begins the phases on the way.
bool MeshMachine::find_next_step() {
  if (result_.delivered == result_.moving || result_.deadlock) return false;
  while (left_ == 0) {
    const std::uint32_t finished = result_.phase_finished[clock_.phase];
    if (lengths_[clock_.phase] > 0 && finished > lengths_[clock_.phase]) ++result_.overruns;
    const std::uint32_t length = std::max(lengths_[clock_.phase], finished);
    if (std::uint64_t{phase_begin_} + length >= kLastStep) throw InvariantError("mesh: more than 2^32 steps");
    phase_begin_ += length;
    ++clock_.phase;
    clock_.step = phase_begin_;
    agenda_.forget_wakes();
    begin_phase();
  }
  if (clock_.step == kLastStep) throw InvariantError("mesh: more than 2^32 steps");
  ++clock_.step;
  if (agenda_.idle() && leaving_.empty()) {
    const auto wake = agenda_.next_wake(clock_.step);
    if (!wake) {
      result_.deadlock = true;
      return false;
    }
    clock_.step = *wake;
  }
  clock_.since = clock_.step - phase_begin_;
  return true;
}

bool MeshMachine::advance() {
  if (!find_next_step()) return false;
  let_go();
  agenda_.wake_all(clock_.step);
  for (const NodeId node : agenda_.take_visits()) {
    ProcessorQueues& at = queues_[node.value()];
    inputs_.stand_at(node, at);
    algorithm_.accept(inputs_);
    if (!at.holds_outputs()) continue;
    for (const Side side : kSides) {
      std::uint16_t& most = result_.max_output[static_cast<std::size_t>(side)];
      most = std::max(most, at.count[ProcessorQueues::output(side)]);
    }
    agenda_.link(node);
  }
  crossings_.clear();
  for (const NodeId node : agenda_.take_links()) {
    const std::size_t sent = crossings_.size();
    links_.stand_at(node);
    algorithm_.send(links_);
    if (crossings_.size() == sent) continue;
    const ProcessorQueues& at = queues_[node.value()];
    if (at.holds_outputs()) agenda_.link(node);
    if (at.holds_inputs()) agenda_.visit(node);
  }
  for (const MeshCrossing& crossing : crossings_) arrive(crossing);
  if (observer_ != nullptr) observer_->stepped(*this);
  return true;
}

// What arrived in the step before leaves its input queue.
void MeshMachine::let_go() {
  for (const std::uint32_t queue : leaving_) {
    ProcessorQueues& at = queues_[queue / 8];
    if (at.count[queue % 8]-- < config_.queue) continue;
    agenda_.link(neighbour_of(NodeId(queue / 8), static_cast<Side>(queue % 8), config_.side));
  }
  leaving_.clear();
}

void MeshMachine::count_wait(const MeshPacket& packet, bool horizontal) {
  const std::uint32_t wait = clock_.step - packet.arrived - 1;
  if (wait == 0) return;
  MeshWaits& waits = result_.waits;
  std::uint64_t& sum = horizontal ? waits.row : packet.turned ? waits.turn : waits.column;
  std::uint32_t& most = horizontal ? waits.max_row : packet.turned ? waits.max_turn : waits.max_column;
  sum += wait;
  most = std::max(most, wait);
}

void MeshMachine::arrive(const MeshCrossing& crossing) {
  const NodeId to = neighbour_of(crossing.from, crossing.side, config_.side);
  ProcessorQueues& at = queues_[to.value()];
  MeshPacket& packet = packets_[crossing.packet.value()];
  const std::size_t queue = ProcessorQueues::input(opposite(crossing.side));
  if (at.count[queue] >= config_.queue)
    throw InvariantError(fmt::format("mesh: step {}, a packet arrives at a full queue of {}", clock_.step, to.value()));
  result_.max_input[queue] = std::max(result_.max_input[queue], ++at.count[queue]);
  ++result_.moves;
  if (packet.released) count_wait(packet, is_horizontal(crossing.side));
  packet.arrived = clock_.step;
  if (observer_ != nullptr) observer_->crossed(clock_.step, crossing);
  if (packet.released && packet.destination == at.position) {
    leaving_.push_back(to.value() * 8 + static_cast<std::uint32_t>(queue));
    ++result_.delivered;
    --left_;
    result_.steps = clock_.step;
    result_.phase_finished[clock_.phase] = clock_.since;
    return;
  }
  append(packets_, at.tail[queue], crossing.packet);
  agenda_.visit(to);
}

std::uint64_t MeshMachine::bytes() const {
  const auto of = [](const auto& list) { return std::uint64_t{list.capacity()} * sizeof(list[0]); };
  return of(queues_) + of(packets_) + of(by_phase_) + of(leaving_) + of(crossings_) + agenda_.bytes();
}

void MeshMachine::audit() const {
  const auto fail = [&](std::uint64_t node, const std::string& what) {
    throw InvariantError(fmt::format("mesh: step {}, processor {}: {}", clock_.step, node, what));
  };
  std::vector<std::uint8_t> gone(queues_.size() * 8, 0), seen(packets_.size(), 0);
  for (const std::uint32_t queue : leaving_) ++gone[queue];
  std::uint64_t listed = 0;
  for (std::uint32_t node = 0; node < queues_.size(); ++node) {
    for (std::size_t q = 0; q < 8; ++q) {
      std::uint32_t length = 0;
      const PacketId tail = queues_[node].tail[q];
      for (PacketId id = tail; id != kNoPacket; id = packets_[id.value()].next) {
        if (length > 0 && id == tail) break;
        if (seen[id.value()]++ != 0) fail(node, fmt::format("packet {} is in two places", id.value()));
        ++length;
      }
      listed += length;
      if (gone[node * 8 + q] > 1) fail(node, "two packets leave one queue");
      if (length + gone[node * 8 + q] != queues_[node].count[q])
        fail(node, fmt::format("queue {} holds {} of {} counted", q, length, queues_[node].count[q]));
      if (queues_[node].count[q] > config_.queue) fail(node, fmt::format("queue {} holds {} packets", q, queues_[node].count[q]));
    }
  }
  // In register mode the packets of later phases stand outside.
  const std::uint64_t outside = config_.home_register ? result_.moving - phase_start_[clock_.phase + 1] : 0;
  if (listed + outside + result_.delivered != result_.moving)
    fail(0, fmt::format("{} packets in queues, {} outside, {} delivered of {}", listed, outside, result_.delivered, result_.moving));
}

}  // namespace dateline
