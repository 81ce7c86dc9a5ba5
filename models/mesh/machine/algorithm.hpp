// A routing algorithm of the synchronous mesh machine. It decides for one processor at a time and sees only what the
// views show: that processor's queues, its position, the clock, its counter. Time is cut into phases; every packet
// belongs to one, and waits at home until it begins.
// A new algorithm derives from LocalMeshAlgorithm<itself> and has
//   void accept(MeshInputs&) const   half (i) of a step of one processor
//   void send(MeshLinks&) const      half (ii)
// Contract: the decisions are functions of what the view shows, so that the machine may skip a processor as long as
// nothing changes there and it has not asked to be woken. The path of a packet must depend on its source and
// destination only (an oblivious algorithm).
#pragma once

#include <vector>

#include "models/mesh/machine/inputs.hpp"
#include "models/mesh/machine/links.hpp"

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

  // The steps of each phase; 0: until its packets are delivered. A phase whose packets are not delivered in time runs
  // on until they are.
  [[nodiscard]] virtual std::vector<std::uint32_t> phase_lengths() const = 0;
  // Of a packet with source != destination.
  [[nodiscard]] virtual MeshPlan plan(MeshPosition source, MeshPosition destination) const = 0;
  // Both halves of a step, for every processor that has something to do.
  virtual void step(MeshState& mesh) const = 0;
};

template <typename Self>
class LocalMeshAlgorithm : public MeshAlgorithm {
 public:
  void step(MeshState& mesh) const final {
    const Self& self = static_cast<const Self&>(*this);
    MeshInputs inputs(mesh);
    mesh.agenda.visit([&](NodeId node, ProcessorQueues& at) {
      if (!at.holds_inputs()) return;
      inputs.stand_at(node, at);
      self.accept(inputs);
    });
    MeshLinks links(mesh);
    mesh.agenda.finish([&](NodeId node, ProcessorQueues& at) {
      if (!at.holds_outputs()) return;
      links.stand_at(node, at);
      links.begin();
      self.send(links);
      if (links.has_sent() && (at.holds_outputs() || at.holds_inputs())) mesh.agenda.add_next(node);
    });
  }
};

}  // namespace dateline
