#include "sim/cli/mesh/mesh_trace.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dateline {

MeshTrace::MeshTrace(ResultFile& file) : file_(file) { file_.append("step,packet,from,to\n"); }

void MeshTrace::crossed(std::uint32_t /*step*/, const MeshCrossing& crossing) { crossings_.push_back(crossing); }

void MeshTrace::stepped(const MeshMachine& machine) {
  std::sort(crossings_.begin(), crossings_.end(), [](const MeshCrossing& a, const MeshCrossing& b) { return a.packet < b.packet; });
  std::string text;
  for (const MeshCrossing& crossing : crossings_) {
    const NodeId from = neighbour_of(crossing.to, crossing.side, machine.side());
    text += fmt::format("{},{},{},{}\n", machine.clock().step, crossing.packet.value(), from.value(), crossing.to.value());
  }
  crossings_.clear();
  file_.append(text);
}

}  // namespace dateline
