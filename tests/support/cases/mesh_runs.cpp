#include "tests/support/cases/mesh_runs.hpp"

#include <algorithm>
#include <numeric>

#include "models/mesh/permutations/permutation_rules.hpp"

namespace dateline::test {
namespace {

class Recorder final : public MeshObserver {
 public:
  Recorder(MeshRecord& log, bool frames) : log_(log), frames_(frames) {}
  void crossed(std::uint32_t step, const dateline::MeshCrossing& crossing) override {
    const std::uint32_t from = neighbour_of(crossing.to, crossing.side, log_.config.side).value();
    log_.moves.push_back({step, crossing.packet.value(), from, crossing.to.value()});
  }
  void stepped(const dateline::MeshMachine& machine) override {
    if (!frames_) return;
    QueueCounts counts;
    for (std::uint32_t node = 0; node < machine.side() * machine.side(); ++node) {
      for (const Side side : kSides) counts.push_back(static_cast<std::uint16_t>(machine.in_input(NodeId(node), side)));
      for (const Side side : kSides) counts.push_back(static_cast<std::uint16_t>(machine.in_output(NodeId(node), side)));
    }
    log_.frames.emplace(machine.clock().step, std::move(counts));
  }

 private:
  MeshRecord& log_;
  bool frames_;
};

}  // namespace

MeshCase mesh_case(std::uint32_t side, const std::string& algorithm, const std::string& permutation, std::optional<std::uint32_t> queue,
                   bool home_register) {
  MeshCase c{algorithm, {}, mesh_permutation(permutation, side)};
  c.request.side = side;
  c.request.queue = queue;
  c.request.home_register = home_register;
  return c;
}

std::string describe(const MeshCase& c) {
  std::string text = c.algorithm + ", side " + std::to_string(c.request.side) + ", queue " +
                     (c.request.queue ? std::to_string(*c.request.queue) : "auto") + (c.request.home_register ? ", register" : "") + ", spacing " +
                     std::to_string(c.request.spacing) + ", order " + std::to_string(static_cast<int>(c.request.order.kind)) + ", to";
  for (const NodeId to : c.destination) text += " " + (to == kAbsent ? "-" : std::to_string(to.value()));
  return text;
}

Side MeshMove::side(std::uint32_t mesh_side) const {
  for (const Side s : kSides) {
    if (neighbour_of(NodeId(from), s, mesh_side).value() == to && (is_horizontal(s) == (from / mesh_side == to / mesh_side))) return s;
  }
  throw std::logic_error("a packet crossed where there is no channel");
}

std::vector<QueueCounts> MeshRecord::every_frame() const {
  std::vector<QueueCounts> all;
  for (std::uint32_t step = 0; step <= result.steps; ++step) {
    const auto found = frames.find(step);
    all.push_back(found != frames.end() ? found->second : all.at(step - 1));
  }
  return all;
}

std::map<std::uint32_t, std::vector<std::uint32_t>> MeshRecord::paths() const {
  std::map<std::uint32_t, std::vector<std::uint32_t>> paths;
  for (const MeshMove& move : moves) paths[move.packet].push_back(move.to);
  return paths;
}

std::map<std::uint32_t, std::vector<std::uint32_t>> MeshRecord::times() const {
  std::map<std::uint32_t, std::vector<std::uint32_t>> times;
  for (const MeshMove& move : moves) times[move.packet].push_back(move.step);
  return times;
}

MeshRecord record(const MeshConfig& config, const std::vector<NodeId>& destination, const MeshAlgorithm& algorithm, Recorded what) {
  MeshRecord log;
  log.config = config;
  log.destination = destination;
  Recorder recorder(log, what != Recorded::moves);
  dateline::MeshMachine machine(config, destination, algorithm, &recorder);
  recorder.stepped(machine);  // the initial placement
  if (what == Recorded::audited) machine.audit();
  while (machine.advance()) {
    if (what == Recorded::audited) machine.audit();
  }
  log.result = machine.result();
  std::sort(log.moves.begin(), log.moves.end());
  return log;
}

MeshRecord record(const MeshCase& c, Recorded what) {
  const MeshSetup setup = make_mesh_setup(c.algorithm, c.request, c.destination);
  MeshRecord log = record(setup.config, c.destination, *setup.algorithm, what);
  if (setup.schedule != nullptr) {
    log.budget = setup.schedule->budget();
    log.sort_steps = setup.schedule->sort_steps();
    log.critical_steps = setup.schedule->critical_steps();
    log.longest_critical = longest_critical_stage(*setup.schedule, log.result);
  }
  return log;
}

MeshResult result_of(const MeshCase& c) {
  const MeshSetup setup = make_mesh_setup(c.algorithm, c.request, c.destination);
  dateline::MeshMachine machine(setup.config, c.destination, *setup.algorithm);
  while (machine.advance()) {
  }
  return machine.result();
}

std::vector<NodeId> random_packets(Dice& dice, std::uint32_t side, std::uint32_t absent_in, std::uint32_t fixed_in) {
  std::vector<NodeId> destination(side * side);
  for (std::uint32_t i = 0; i < destination.size(); ++i) destination[i] = NodeId(i);
  std::vector<std::uint32_t> moving;
  for (std::uint32_t i = 0; i < destination.size(); ++i) {
    if (fixed_in == 0 || !dice.one_in(fixed_in)) moving.push_back(i);
  }
  for (std::size_t i = moving.size(); i > 1; --i) {
    std::swap(destination[moving[i - 1]], destination[moving[dice.below(static_cast<std::uint32_t>(i))]]);
  }
  for (NodeId& to : destination) {
    if (absent_in != 0 && dice.one_in(absent_in)) to = kAbsent;
  }
  return destination;
}

std::vector<NodeId> packets_of(std::uint32_t side, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs) {
  std::vector<NodeId> destination(side * side, kAbsent);
  for (const auto& [from, to] : pairs) destination[from] = NodeId(to);
  return destination;
}

}  // namespace dateline::test
