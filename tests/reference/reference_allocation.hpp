// Phase 3 of a router of the reference machine with crossbar=per-port: which of the VCs whose flit could move does
// move.
// Source: docs/reference/router-cycle.md section 6; iterated rounds: N. McKeown, iSLIP (1999); wavefront: Y. Tamir and
// H.-C. Chi (1993), wrapped.
// Units: input ports and outputs of one router are numbered from 0; pointers are VC numbers.
// Cost: O(rounds x (inputs + outputs) x claims).
#pragma once

#include <tuple>
#include <vector>

#include "reference_machine.hpp"

namespace dateline::reference {

using Age = std::tuple<long long, int, int>;  // generation cycle, source, sequence number; the smaller is the older

// A VC of an output that could move a flit, and the VC of the input port whose buffer holds the flit.
struct Claim {
  int input = 0, input_vc = 0;
  int output = 0, output_vc = 0;
  Age age;
  int priority = 0;
};

using Arbitration = ReferenceConfig::OutputArbitration;

// The claim granted by an arbiter over `claims` (at least one): the oldest, or the first whose VC, as member `vc`, is
// at or after the pointer, cyclic; by priority the first of those of the highest.
[[nodiscard]] Claim arbitrate(const std::vector<Claim>& claims, Arbitration arbitration, int Claim::*vc, int pointer);

struct RouterPointers {
  std::vector<int> outputs;  // by output
  std::vector<int> inputs;   // by input port
  // islip: of an output the input port, of an input port the output from which its search begins.
  std::vector<int> grants_from = {}, accepts_from = {};
};

// The claims granted in cycle t, at most one of each input port and of each output. Moves the pointers, which have an
// entry per port.
[[nodiscard]] std::vector<Claim> allocate(const ReferenceConfig::SwitchAllocation& allocation, Arbitration arbitration,
                                          const std::vector<Claim>& claims, long long t, RouterPointers& pointers);

}  // namespace dateline::reference
