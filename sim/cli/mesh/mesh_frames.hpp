// --out frames of `dateline mesh run`: how many packets stand in the input and in the output queues of each processor
// at the end of a step, as CSV
//   step,row,column,input,output
// Step 0 is the initial placement. A processor is listed if its numbers changed since the frame before; a step without
// a change has no lines. A packet that has arrived stands in its input queue to the end of that step. With `every` N, a
// frame is the first step from each multiple of N on in which something could happen. Cost: O(N) a frame.
#pragma once

#include "models/mesh/machine/machine.hpp"
#include "sim/cli/output/result_file.hpp"

namespace dateline {

class MeshFrames final : public MeshObserver {
 public:
  // `file` must outlive the object, and be committed after the run.
  MeshFrames(ResultFile& file, std::uint32_t every) : file_(file), every_(every) {}
  void begin(const MeshMachine& machine);  // before the first step
  void stepped(const MeshMachine& machine) override;

 private:
  void write(const MeshMachine& machine);
  ResultFile& file_;
  std::uint32_t every_;
  std::uint32_t due_ = 0;              // the step from which on the next frame is written
  std::vector<std::uint32_t> before_;  // 16 bits of inputs, 16 of outputs
};

}  // namespace dateline
