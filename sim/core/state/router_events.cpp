#include "sim/core/state/router_events.hpp"

#include "sim/core/state/external_ports.hpp"

namespace dateline {

// An external sender must get the credit of each flit; a core node's never runs out.
void RouterEvents::eject_explicitly(VcId at) const {
  VcView view = tile_.store.view();
  view.ownership.act_as_receiver(at);
  InputVcState& half = view.receiver(at);
  if (tile_.external->sends(tile_.numbering.channel_of(at))) {
    half.front = VcGlobalState::draining;
    tile_.ejection.draining().push_back(at);
    return;
  }
  half.present = 0;
  being_ejected(view, at);
}

void RouterEvents::eject_queued(VcId at) const {
  VcView view = tile_.store.view();
  view.ownership.act_as_receiver(at);
  reserve(2);
  if (!tile_.ejection.lazy() || view.receiver(at).present == 1) return eject(at);
  view.receiver(at).front = VcGlobalState::draining;
  tile_.ejection.draining().push_back(at);
}

void RouterEvents::wake(ChannelId channel) const {
  if (tile_.numbering.is_injection(tile_.numbering.vc(channel, 0))) return tile_.sources.wake(tile_.numbering.terminal_of(channel));
  tile_.heads.mark_dirty(tile_.store.channel(channel).from);
}

}  // namespace dateline
