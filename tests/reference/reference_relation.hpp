// What the reference machine asks a routing relation other than its own dimension order, in its own terms: routers and
// ports are plain numbers, the state of a header is one word.
#pragma once

#include <cstdint>
#include <vector>

namespace dateline::reference {

// One way on for a header: over `port` on one of `vcs`, into the memory of the node, where it is absorbed, or out of
// the network at its destination.
struct ReferenceExit {
  int rank = 0;
  bool absorb = false, deliver = false;
  int port = -1;
  std::vector<int> vcs;
  std::uint64_t next = 0;  // the state after this hop
  // Of a relation that weighs hops: exits of one route are taken or left together.
  int route = 0, hops = 0;
  bool detour = false;
};

// Whose numbers are drawn: the message, by its source and sequence number, and the network channels it has crossed.
struct ReferenceTraveller {
  int source = 0, sequence = 0, hop = 0;
};

class ReferenceRelation {
 public:
  virtual ~ReferenceRelation() = default;

  [[nodiscard]] virtual std::uint64_t start(const ReferenceTraveller& who, int destination) const = 0;
  // Of several routes of the lowest rank only the cheapest is asked for, found once at each router.
  [[nodiscard]] virtual bool weighs_hops() const { return false; }
  // Of a header at `node` that came from node `from` through its port `from_port`; -1: from the interface. Of routes
  // with weights only those of the one that it draws there.
  [[nodiscard]] virtual std::vector<ReferenceExit> exits(const ReferenceTraveller& who, int node, int from, int from_port, int destination,
                                                         std::uint64_t state) const = 0;
  // The state in which a message goes on that was absorbed at `node`; changes its software header.
  [[nodiscard]] virtual std::uint64_t resume(int node, int destination, std::vector<std::uint32_t>& software) const = 0;
  // For selection random: a number below `bound`, of a header or at injection.
  [[nodiscard]] virtual int draw(const ReferenceTraveller& who, bool injection, int bound) const = 0;

 protected:
  ReferenceRelation() = default;
  ReferenceRelation(const ReferenceRelation&) = default;
  ReferenceRelation& operator=(const ReferenceRelation&) = default;
};

}  // namespace dateline::reference
