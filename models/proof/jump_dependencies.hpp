// What decides where some VCs that are no escapes are reused by place (vc_reuse.hpp): a head flit behind another packet
// waits for that packet's ways, so a walk that comes to such a VC may go on as any packet that can be there (a jump).
// Extended by jumps, the dependencies of escapes must have no cycle: no cycle of dependencies through escapes and
// `place` VCs contains an escape. docs/theory/deadlock-proof.md has the theorem and its proof.
// Vertices as in DependencySets. Cost: that of EscapeDependencies, and O(escapes x dependencies).
#pragma once

#include <cstdint>
#include <vector>

#include "models/proof/escape_dependencies.hpp"

namespace dateline {

class JumpDependencies {
 public:
  // Per channel, the classes that are escapes for some header, and those others that are reused by place.
  JumpDependencies(const std::vector<std::uint16_t>& escapes, const std::vector<std::uint16_t>& place, int classes);
  void add(const HeaderGraph& graph) { stops_.add(graph); }

  struct Found {
    std::uint64_t dependencies;        // pairs of escapes, the second of which the walks after the first come to
    std::vector<std::uint32_t> cycle;  // a shortest one, `place` VCs in it; empty if there is none
  };
  [[nodiscard]] Found find();

 private:
  std::vector<bool> is_escape_;  // by vertex
  EscapeDependencies stops_;     // among escapes and `place` VCs, through all others
};

}  // namespace dateline
