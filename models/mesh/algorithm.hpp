// A routing algorithm of the synchronous mesh machine. It decides for one processor at a time and sees only what the views show: that processor's
// queues, its position, the clock, its counter. Time is cut into phases; every packet belongs to one, and waits at home until it begins.
// Contract: the decisions are functions of what the view shows, so that the machine may skip a processor as long as nothing changes there and it has
// not asked to be woken. The path of a packet must depend on its source and destination only (an oblivious algorithm).
#pragma once

#include <vector>

#include "models/mesh/inputs.hpp"
#include "models/mesh/links.hpp"

namespace dateline {

struct MeshPlan {
  std::uint32_t phase = 0;
  Side first = Side::left;  // the first hop; the packet's home is the input queue opposite
  bool released = true;     // when its phase begins; else the algorithm releases it
};

class MeshAlgorithm {
 public:
  MeshAlgorithm() = default;
  MeshAlgorithm(const MeshAlgorithm&) = delete;
  MeshAlgorithm& operator=(const MeshAlgorithm&) = delete;
  virtual ~MeshAlgorithm() = default;

  // The steps of each phase; 0: until its packets are delivered. A phase whose packets are not delivered in time runs on until they are.
  [[nodiscard]] virtual std::vector<std::uint32_t> phase_lengths() const = 0;
  // Of a packet with source != destination.
  [[nodiscard]] virtual MeshPlan plan(MeshPosition source, MeshPosition destination) const = 0;
  virtual void accept(MeshInputs& processor) const = 0;  // half (i)
  virtual void send(MeshLinks& processor) const = 0;     // half (ii)
};

}  // namespace dateline
