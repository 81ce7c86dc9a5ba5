// A bufferless router that deflects (T. Moscibroda and O. Mutlu, ISCA 2009): every flit that comes goes on in the same
// cycle. Where the relation offers a flit no output that is left, it is deflected: sent over any other. Flits choose in
// the order of their age, so the oldest in the network always comes nearer and is delivered; a new one enters where an
// output is left over. Packets of one flit, one VC; every router has as many channels out as in (docs/extend/
// router-systemc.md).
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "models/base/error.hpp"
#include "sim/systemc/external_router.hpp"

namespace dateline {

class DeflectionRouter final : public ExternalRouter {
 public:
  using ExternalRouter::ExternalRouter;

 private:
  // A flit that goes on in this cycle, and where it came from: an input.
  struct Guest {
    ExternalFlit flit;
    std::size_t from;
  };

  void begin() override {
    const RouterConfig& config = seam().config();
    const auto wants = [&](bool holds, const char* key, const char* allowed) {
      if (!holds) throw ConfigError(name(), key, std::string("is not that of a bufferless router; allowed: ") + allowed);
    };
    wants(config.vcs == 1 && config.injection_vcs == 1, "vcs", "1");
    wants(config.vc_reuse == VcReuse::tail, "router.vc-reuse", "tail, else a channel carries a flit every second cycle");
    wants(config.buffer_depth >= 2 * config.channel_latency, "buffer-depth", "twice the channel latency, so that a place is always free");
    wants(config.ejection == Ejection::ideal, "router.ejection", "ideal");
    wants(inputs().size() == outputs().size() + 1, "topology", "as many channels out of a router as into it, and one terminal there");
    taken_.resize(outputs().size());
  }

  void cycle(Cycle t) override {
    for (LinkSendIf* const output : outputs()) {  // a place is always free: credits are not counted
      for (std::uint8_t vc = 0; output->take_credit(t, vc);) continue;
    }
    std::fill(taken_.begin(), taken_.end(), false);
    leaving_.clear();
    for (std::size_t i = 0; i < inputs().size(); ++i) arrive(i, t);
    std::sort(leaving_.begin(), leaving_.end(), [&](const Guest& a, const Guest& b) { return seam().packets().older(a.flit.packet, b.flit.packet); });
    for (const Guest& guest : leaving_) go_on(guest, t);
    enter(t);
  }

  // At its destination it is handed over; of the network it goes on; of an interface it waits. An input has at most one
  // a cycle.
  void arrive(std::size_t i, Cycle t) {
    ExternalFlit flit;
    if (!inputs()[i]->take_flit(t, flit)) return;
    if (!flit.head || !flit.tail) throw ConfigError(name(), "packet-length", "is not that of a router without buffers; allowed: 1");
    if (!inputs()[i]->comes_from().network) return waiting_.push_back({flit, i});
    if (is_here(flit)) return hand_over({flit, i}, t);
    leaving_.push_back({flit, i});
  }
  [[nodiscard]] bool is_here(const ExternalFlit& flit) const { return seam().destination(flit.packet) == node(); }
  void hand_over(const Guest& guest, Cycle t) {
    inputs()[guest.from]->eject(guest.flit, t);
    inputs()[guest.from]->credit(0, t);
  }

  void go_on(Guest guest, Cycle t) {
    const std::optional<std::size_t> nearer = offered(guest, t);
    const std::size_t output = nearer ? *nearer : static_cast<std::size_t>(std::find(taken_.begin(), taken_.end(), false) - taken_.begin());
    guest.flit.deflected = !nearer;
    taken_[output] = true;
    outputs()[output]->send(guest.flit, t);
    inputs()[guest.from]->credit(0, t);
  }
  // One that the relation offers and that is left.
  [[nodiscard]] std::optional<std::size_t> offered(const Guest& guest, Cycle t) {
    candidates_.clear();
    seam().offers(t, inputs()[guest.from]->channel(), guest.flit.packet, guest.flit.state, candidates_);
    for (const Candidate& c : candidates_) {
      if (c.exit == Exit::channel && !taken_[output_of(c.channel)]) return output_of(c.channel);
    }
    return std::nullopt;
  }
  // A new flit goes on where all others have an output, and one is left.
  void enter(Cycle t) {
    if (waiting_.empty()) return;
    const Guest guest = waiting_.front();
    const bool here = is_here(guest.flit);
    if (!here && std::find(taken_.begin(), taken_.end(), false) == taken_.end()) return;
    waiting_.erase(waiting_.begin());
    here ? hand_over(guest, t) : go_on(guest, t);
  }

  std::vector<Guest> leaving_;  // in this cycle
  std::vector<Guest> waiting_;  // new ones, at the interface
  std::vector<bool> taken_;     // outputs, in this cycle
  Candidates candidates_;
};

}  // namespace dateline
