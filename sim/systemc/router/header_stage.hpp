// Phase 2 of a router (docs/machine.md, sections 2, 4, 5 and 9): headers at the front of their buffers are routed, and
// given VCs in the order of header arbitration.
#pragma once

#include "sim/core/open_seam.hpp"
#include "sim/systemc/router/ports.hpp"

namespace dateline::router {

class HeaderStage {
 public:
  HeaderStage(Ports& ports, OpenSeam& seam) : ports_(ports), seam_(seam) {}

  // A header has come to the front of its buffer; it begins to wait in the next run().
  void arrived(InputVc& at) { arrived_.push_back(&at); }
  // A VC can be allocated again.
  void look_again() { changed_ = true; }
  void run(Cycle t);
  // Worms that are being handed over to the node (ideal ejection).
  [[nodiscard]] std::vector<InputVc*>& ejecting() { return ejecting_; }

  [[nodiscard]] const std::vector<InputVc*>& waiting() const { return waiting_; }
  // No header waits or has come, no worm is handed over.
  void forget() {
    arrived_.clear();
    waiting_.clear();
    ejecting_.clear();
  }

 private:
  void route(InputVc& at, Cycle t);
  void leave_network(InputVc& at, ChannelId ejection);
  [[nodiscard]] Offer offer(const Candidate& candidate);
  void serve(Cycle t);
  [[nodiscard]] bool try_header(InputVc& at);
  [[nodiscard]] bool try_offers(InputVc& at);
  void grant(InputVc& at, const Offer& offer, std::uint32_t lane);
  void tell_blocked(InputVc& at);
  [[nodiscard]] std::uint32_t place(const InputVc& at) const { return static_cast<std::uint32_t>(at.port) << 4U | at.vc; }

  Ports& ports_;
  OpenSeam& seam_;
  std::vector<InputVc*> arrived_, waiting_, ejecting_;  // waiting: by key
  std::uint64_t pointer_ = 0;                           // round-robin header arbitration: where the scan begins
  bool changed_ = false, wants_memory_ = false;         // a header waits for a place in the memory of the node
  Cycle next_ready_ = 0;
  Candidates candidates_;
  std::vector<Offer> options_;
};

}  // namespace dateline::router
