// Fully adaptive minimal routing with escape channels: Duato's protocol on tori, meshes and hypercubes.
// A header takes any free adaptive VC of any channel that brings it nearer; only if there is none, the escape VC of the
// channel that dimension order takes.
// Source: J. Duato 1993; F. Safaei et al. 2006, section 3 (their adaptive routing with nothing failed).
// VC classes: on a torus VC 0 and VC 1 are the escape of dateline class 0 and 1, all others adaptive; on a mesh or
// hypercube VC 0 is the escape. So the classes are of unequal size, and their number does not grow with the VCs.
// At distance k/2 both ways are offered; the escape goes + from an even coordinate, - from an odd one (parity).
// With `escape` sticky a packet that has taken an escape stays on escapes; bit 62 of the header's state says so.
// Cost of next(): O(n).
#pragma once

#include "models/network/relation/relation.hpp"
#include "models/network/topology/cube.hpp"
#include "routing/adaptive/escape_use.hpp"
#include "routing/adaptive/minimal_ways.hpp"

namespace dateline {

class Duato final : public RoutingRelation {
 public:
  // `topology` must outlive the relation.
  explicit Duato(const CubeTopology& topology, EscapeUse escape = EscapeUse::free) : ways_(topology), escape_(escape) {}

  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override;
  [[nodiscard]] bool starts_plain() const override { return true; }
  // The header's state: its dateline bits (minimal_ways.hpp), and bit 62.
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  void steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const override;
  [[nodiscard]] HeaderState after(const HeaderQuery& query, ChannelId way) const override { return ways_.after(query, way); }
  // Parity of a coordinate and direction change together: where there are ties, k is even.
  [[nodiscard]] bool by_reflection() const override { return true; }
  [[nodiscard]] int classes() const override { return adaptive_class() + 1; }
  [[nodiscard]] int class_of_vc(int vc, int vcs) const override;

 private:
  [[nodiscard]] int adaptive_class() const { return ways_.dateline_classes(); }

  // The only way on of a header that stays on escapes.
  void next_on_escapes(NodeId node, NodeId dst, HeaderState state, Candidates& out) const;

  NearerHops ways_;
  EscapeUse escape_;
};

}  // namespace dateline
