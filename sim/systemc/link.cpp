#include "sim/systemc/link.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"

namespace dateline {

void Link::publish(const BoundEnd& end, BoundEnd& own, const char* what) {
  if (own.kind != BoundEnd::Kind::unbound) {
    throw InvariantError(fmt::format("{}: bound to a link that {} {} already", end.module->name(), own.module->name(), what));
  }
  own = end;
}

void Link::carry(ExternalLink& carried, ExternalRouters& nodes, const VcNumbering& numbering, const CycleOfTime& time) {
  carrying_ = std::make_unique<Carrying>(Carrying{carried, nodes, numbering, time});
}

void Link::check(std::uint8_t vc, Cycle t, const BoundEnd& caller, const char* what) const {
  if (!carrying_ || carrying_->time.now() != t || vc >= carrying_->numbering.vcs(carrying_->link.channel)) refuse(vc, t, caller, what);
}

void Link::refuse(std::uint8_t vc, Cycle t, const BoundEnd& caller, const char* what) const {
  const char* const name = caller.module == nullptr ? "a module" : caller.module->name();
  if (!carrying_) throw ExternalRouterError(fmt::format("{}: {} on a link that carries nothing: neither end is an external router", name, what));
  if (carrying_->time.now() != t) {
    throw ExternalRouterError(fmt::format("{}: {} for cycle {} at {}, which belongs to cycle {}", name, what, t, sc_core::sc_time_stamp().to_string(),
                                          carrying_->time.now()));
  }
  throw ExternalRouterError(fmt::format("cycle {}: {}: {} on vc {}, which there is not", t, name, what, vc));
}

void Link::send(const ExternalFlit& flit, Cycle t) {
  check(flit.vc, t, sender_, "a flit");
  if (!carrying_->nodes.sends(carrying_->link.channel))
    throw ExternalRouterError(fmt::format("cycle {}: a flit on a link whose sender is not external", t));
  carrying_->nodes.calls().sends.push_back({carrying_->numbering.vc(carrying_->link.channel, flit.vc), flit});
}

void Link::credit(std::uint8_t vc, Cycle t) {
  check(vc, t, receiver_, "a credit");
  if (!carrying_->nodes.receives(carrying_->link.channel))
    throw ExternalRouterError(fmt::format("cycle {}: a credit on a link whose receiver is not external", t));
  carrying_->nodes.calls().credits.push_back(carrying_->numbering.vc(carrying_->link.channel, vc));
}

void Link::eject(const ExternalFlit& flit, Cycle t) {
  check(flit.vc, t, receiver_, "a hand-over");
  if (!carrying_->nodes.receives(carrying_->link.channel))
    throw ExternalRouterError(fmt::format("cycle {}: a hand-over at a link whose receiver is not external", t));
  carrying_->nodes.calls().ejects.push_back(
      {carrying_->numbering.vc(carrying_->link.channel, flit.vc), flit.packet, flit.sequence, flit.head, flit.tail});
}

}  // namespace dateline
