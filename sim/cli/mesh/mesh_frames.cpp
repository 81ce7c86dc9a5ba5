#include "sim/cli/mesh/mesh_frames.hpp"

#include <fmt/format.h>

namespace dateline {

void MeshFrames::begin(const MeshMachine& machine) {
  file_.append("step,row,column,input,output\n");
  before_.assign(std::size_t{machine.side()} * machine.side(), 0);
  write(machine);
}

void MeshFrames::stepped(const MeshMachine& machine) {
  if (machine.clock().step >= due_) write(machine);
}

void MeshFrames::write(const MeshMachine& machine) {
  const std::uint32_t step = machine.clock().step, side = machine.side();
  due_ = (step / every_ + 1) * every_;
  std::string text;
  for (std::uint32_t node = 0; node < before_.size(); ++node) {
    std::uint32_t input = 0, output = 0;
    for (const Side s : kSides) {
      input += machine.in_input(NodeId(node), s);
      output += machine.in_output(NodeId(node), s);
    }
    const std::uint32_t now = input << 16U | output;
    if (now == before_[node]) continue;
    before_[node] = now;
    text += fmt::format("{},{},{},{},{}\n", step, node / side, node % side, input, output);
  }
  file_.append(text);
}

}  // namespace dateline
