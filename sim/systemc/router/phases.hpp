// Phases 2 and 3 of a router (docs/reference/router-cycle.md, section 2), as functions over what it holds.
#pragma once

#include "sim/core/external/router_interface.hpp"
#include "sim/systemc/router/ports.hpp"

namespace dateline::router {

// Head flits that have arrived are routed, and those that wait are given VCs in the order of VC arbitration (sections
// 4, 5 and 9).
void serve_headers(Headers& heads, Ports& ports, RouterInterface& seam, Cycle t);

// VC allocation as a stage: head flits that were given their VCs in the last cycle may cross from now on.
inline void let_cross(Headers& heads) {
  for (const auto& [output, vcs] : heads.held_back) output->waiting |= vcs;
  heads.held_back.clear();
}

struct Move {
  OutputPort* output;
  std::uint32_t vc;
};
// Every output nominates one of its movable VCs; with a per-port crossbar every input port grants one of the
// nominations that take a flit from it (section 6). Sets the flits that move, at most one an output.
void decide(Ports& ports, const RouterInterface& seam, Cycle t, std::vector<Move>& moves);

}  // namespace dateline::router
