#include "models/mesh/algorithms/algorithms.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/mesh/algorithms/lumps.hpp"

namespace dateline {
namespace {

constexpr std::uint32_t kBaselineQueue = 2;

[[noreturn]] void refuse_queue(std::uint32_t queue, const std::string& rule) {
  throw ConfigError("mesh", "queue", queue == kUnboundedQueue ? "unbounded" : std::to_string(queue), rule);
}

MeshSetup zone_setup(const MeshRequest& request, bool merged) {
  const std::uint32_t least = least_zone_queue(request.home_register);
  if (request.queue.value_or(least) < least) {
    refuse_queue(*request.queue,
                 fmt::format("is too small: stage 2 of new holds one packet and passes another; it needs {} with home=queue, where a waiting "
                             "packet takes a place too, and {} with home=register",
                             least_zone_queue(false), least_zone_queue(true)));
  }
  auto algorithm = std::make_unique<ZoneRouting>(request.side, ZoneOptions{merged, request.order, request.spacing});
  MeshSetup setup{{request.side, request.queue.value_or(least), request.home_register}, nullptr, &algorithm->schedule()};
  setup.algorithm = std::move(algorithm);
  return setup;
}

}  // namespace

const std::vector<MeshAlgorithmEntry>& mesh_algorithms() {
  static const std::vector<MeshAlgorithmEntry> table = {
      {"a0", "", "dimension order, row first; turning packets have priority", true, true, true, 1},
      {"farthest-first", "ff", "dimension order with unbounded queues, farthest packet first", true, true, true, 1},
      {"lumps", "ikm", "a0 in two passes, long lumps then the others (a reconstruction of Iwama, Kambayashi and Miyano 1998)", true, true, false, 4},
      {"new", "", "Miyano and Iwama: 16 subplanes, 256 phases; shift, inverse sort, spacing, critical zone", true, false, false, 4},
      {"new-merged", "", "the paths of new in 64 rounds of four disjoint phases each", true, false, false, 4},
  };
  return table;
}

const MeshAlgorithmEntry& mesh_algorithm(std::string_view name) {
  std::vector<std::string> names;
  for (const MeshAlgorithmEntry& entry : mesh_algorithms()) {
    if (entry.name == name || (!entry.alias.empty() && entry.alias == name)) return entry;
    names.push_back(entry.name);
    if (!entry.alias.empty()) names.push_back(entry.alias);
  }
  throw ConfigError("mesh", "algorithm", name, unknown_name(name, names));
}

MeshSetup make_mesh_setup(std::string_view algorithm, const MeshRequest& request, const std::vector<NodeId>& destination) {
  const MeshAlgorithmEntry& entry = mesh_algorithm(algorithm);
  if (request.side % entry.side_divisor != 0) {
    throw ConfigError("mesh", "side", std::to_string(request.side),
                      fmt::format("is not a multiple of {}, as {} needs", entry.side_divisor, entry.name));
  }
  if (entry.name == "new" || entry.name == "new-merged") return zone_setup(request, entry.name == "new-merged");
  if (request.order.kind != OrderKind::inverse_sort || request.spacing != kSpacing) {
    throw ConfigError("mesh", "algorithm", entry.name, "has no stages: order and spacing are for new and new-merged");
  }
  MeshSetup setup{{request.side, request.queue.value_or(kBaselineQueue), request.home_register}, nullptr, nullptr};
  if (entry.name == "farthest-first") {
    if (request.queue.value_or(kUnboundedQueue) != kUnboundedQueue)
      refuse_queue(*request.queue, "is a bound, and farthest-first has none: unbounded");
    setup.config.queue = kUnboundedQueue;
    setup.algorithm = std::make_unique<FarthestFirst>();
  } else if (entry.name == "lumps") {
    setup.algorithm = std::make_unique<Lumps>(request.side, destination);
  } else {
    setup.algorithm = std::make_unique<MeshDimensionOrder>();
  }
  return setup;
}

std::uint32_t longest_critical_stage(const ZoneSchedule& schedule, const MeshResult& result) {
  std::uint32_t longest = 0;
  for (std::uint32_t phase = 0; phase < result.phase_finished.size(); ++phase) {
    if (result.phase_finished[phase] > 0) longest = std::max(longest, result.phase_finished[phase] - schedule.stages(phase).sorted);
  }
  return longest;
}

}  // namespace dateline
