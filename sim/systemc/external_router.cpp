#include "sim/systemc/external_router.hpp"

#include "models/base/error.hpp"
#include "sim/systemc/inside.hpp"
#include "sim/systemc/scheduler.hpp"

namespace dateline {

void ExternalRouter::before_end_of_elaboration() {
  if (scheduler_ == nullptr) throw InvariantError(std::string(name()) + ": an external router outside a network");
  SC_METHOD(tick);
  sensitive << scheduler_->timer().begins();
  dont_initialize();
}

void ExternalRouter::meet(const Tile& tile) {
  seam_.emplace(tile, node());
  for (int i = 0; i < in.size(); ++i) inputs_.push_back(in[i]);
  for (int i = 0; i < out.size(); ++i) {
    if (out[i]->channel() == kNoChannel) continue;
    if (out[i]->leads_to().network) {
      output_at_.resize(out[i]->leads_to().port.value() + 1U);
      output_at_.back() = outputs_.size();
    }
    outputs_.push_back(out[i]);
  }
  if (signals_) signals_->connect(inputs_, outputs_, tile.packets);
  begin();
}

RouterSignals& ExternalRouter::make_signals(const Topology& topology, bool ejection_channels) {
  const Inside inside(*this);
  signals_ = std::make_unique<RouterSignals>("signals", node(), topology, ejection_channels);
  return *signals_;
}

std::size_t ExternalRouter::ejection_of(ChannelId channel) const {
  std::size_t i = outputs_.size() - 1;
  while (outputs_[i]->channel() != channel) --i;
  return i;
}

void ExternalRouter::tick() {
  scheduler_->failure().guard([this] { scheduler_->timer().at_begin([this](Cycle t) { cycle(t); }); });
}

void ExternalRouter::guarded(const std::function<void()>& work) { scheduler_->failure().guard(work); }

}  // namespace dateline
