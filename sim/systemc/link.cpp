#include "sim/systemc/link.hpp"

#include <fmt/format.h>

#include "models/network/error.hpp"

namespace dateline {

void Link::publish(const BoundEnd& end, BoundEnd& own, const char* what) {
  if (own.kind != BoundEnd::Kind::unbound) {
    throw InvariantError(fmt::format("{}: bound to a link that {} {} already", end.module->name(), own.module->name(), what));
  }
  own = end;
}

void Link::carry(OpenLink& carried, OpenNodes& nodes, const VcNumbering& numbering, const CycleTime& time) {
  carried_ = &carried;
  nodes_ = &nodes;
  numbering_ = &numbering;
  time_ = &time;
}

void Link::check(std::uint8_t vc, Cycle t, const BoundEnd& caller, const char* what) const {
  const char* const name = caller.module == nullptr ? "a module" : caller.module->name();
  if (carried_ == nullptr) throw OpenRouterError(fmt::format("{}: {} on a link that carries nothing: neither end is an open router", name, what));
  if (time_->now() != t) {
    throw OpenRouterError(
        fmt::format("{}: {} for cycle {} at {}, which belongs to cycle {}", name, what, t, sc_core::sc_time_stamp().to_string(), time_->now()));
  }
  if (vc >= numbering_->lanes(carried_->channel))
    throw OpenRouterError(fmt::format("cycle {}: {}: {} on vc {}, which there is not", t, name, what, vc));
}

void Link::send(const OpenFlit& flit, Cycle t) {
  check(flit.vc, t, sender_, "a flit");
  if (!nodes_->sends(carried_->channel)) throw OpenRouterError(fmt::format("cycle {}: a flit on a link whose sender is not open", t));
  nodes_->calls().sends.push_back({numbering_->vc(carried_->channel, flit.vc), flit});
}

void Link::credit(std::uint8_t vc, Cycle t) {
  check(vc, t, receiver_, "a credit");
  if (!nodes_->receives(carried_->channel)) throw OpenRouterError(fmt::format("cycle {}: a credit on a link whose receiver is not open", t));
  nodes_->calls().credits.push_back(numbering_->vc(carried_->channel, vc));
}

void Link::eject(std::uint8_t vc, Cycle t) {
  check(vc, t, receiver_, "a hand-over");
  if (!nodes_->receives(carried_->channel)) throw OpenRouterError(fmt::format("cycle {}: a hand-over at a link whose receiver is not open", t));
  nodes_->calls().ejects.push_back(numbering_->vc(carried_->channel, vc));
}

}  // namespace dateline
