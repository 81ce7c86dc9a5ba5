#include "reference_mesh.hpp"

#include <stdexcept>

#include "reference_mesh_baselines.hpp"
#include "reference_mesh_machine.hpp"
#include "reference_mesh_phased.hpp"

namespace dateline::test {

namespace {

MeshOutput run_row_first(const MeshInput& input, RowFirstRule::Kind kind) {
  MeshMachine machine(input);
  RowFirstRule rule(kind, input.home, machine);
  machine.record_placement();
  while (!machine.all_delivered()) {
    if (!machine.step(rule)) {
      machine.output().deadlock = true;
      break;
    }
  }
  return machine.output();
}

MeshOutput run_phased(const MeshInput& input, bool merged) {
  MeshMachine machine(input);
  PhasedRule rule(input, merged, machine);
  machine.record_placement();
  while (!machine.all_delivered()) {
    const bool moved = machine.step(rule);
    if (!moved && rule.is_late()) {
      machine.output().deadlock = true;
      break;
    }
  }
  rule.report(machine.output());
  return machine.output();
}

}  // namespace

MeshOutput run_reference_mesh(const MeshInput& input) {
  if (input.side < 2 || input.capacity < 1 || input.spacing < 0) throw std::invalid_argument("reference mesh: side, capacity or spacing");
  if (input.algorithm == "a0") return run_row_first(input, RowFirstRule::Kind::a0);
  if (input.algorithm == "farthest-first") return run_row_first(input, RowFirstRule::Kind::farthest_first);
  if (input.algorithm == "lumps") return run_row_first(input, RowFirstRule::Kind::lumps);
  if (input.algorithm == "new") return run_phased(input, false);
  if (input.algorithm == "new-merged") return run_phased(input, true);
  throw std::invalid_argument("reference mesh: unknown algorithm " + input.algorithm);
}

}  // namespace dateline::test
