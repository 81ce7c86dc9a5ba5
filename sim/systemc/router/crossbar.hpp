// Phase 3 of a router (docs/machine.md, sections 2 and 6): every output nominates one of its movable VCs; with a
// per-port crossbar every input port grants one of the nominations that take a flit from it.
#pragma once

#include "sim/core/open_seam.hpp"
#include "sim/systemc/router/ports.hpp"

namespace dateline::router {

struct Move {
  OutputPort* output;
  std::uint32_t vc;
};

class Crossbar {
 public:
  Crossbar(Ports& ports, const OpenSeam& seam) : ports_(ports), seam_(seam) {}
  // The flits that move in cycle t, at most one an output.
  [[nodiscard]] const std::vector<Move>& decide(Cycle t);

 private:
  [[nodiscard]] std::uint32_t pick(const OutputPort& output, std::uint32_t vcs) const;
  void grant(const Move& move, bool moves_pointers);
  template <typename MessageOf>
  [[nodiscard]] std::uint32_t foremost(std::uint32_t vcs, MessageOf message) const;
  void pass(const std::vector<Move>& nominations, bool moves_pointers);
  void iterate(int passes);
  void wavefront(Cycle t);

  Ports& ports_;
  const OpenSeam& seam_;
  std::vector<Move> moves_, nominations_;
  std::vector<OutputPort*> unmatched_;
  std::vector<std::uint8_t> used_;  // by input: it has granted
};

}  // namespace dateline::router
