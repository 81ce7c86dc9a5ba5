// --out trace of `dateline mesh run`: every crossing of a channel, as CSV
//   step,packet,from,to
// by step, then by packet. A packet's number is the node it starts from. So paths, delivery times and the use of
// channels can be checked from outside.
#pragma once

#include <vector>

#include "models/mesh/machine/machine.hpp"
#include "sim/cli/output/result_file.hpp"

namespace dateline {

class MeshTrace final : public MeshObserver {
 public:
  // `file` must outlive the object, and be committed after the run.
  explicit MeshTrace(ResultFile& file);
  void crossed(std::uint32_t step, const MeshCrossing& crossing) override;
  void stepped(const MeshMachine& machine) override;

 private:
  ResultFile& file_;
  std::vector<MeshCrossing> crossings_;  // of this step
};

}  // namespace dateline
