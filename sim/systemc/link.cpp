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

void Link::carry(const LinkTraffic& traffic, const LinkDirection& leads_to, const LinkDirection& comes_from) {
  carrying_ = std::make_unique<LinkTraffic>(traffic);
  carrying_->leads_to = leads_to;
  carrying_->comes_from = comes_from;
}

void Link::check(std::uint8_t vc, Cycle t, bool external, const BoundEnd& caller, const char* what) const {
  if (!carrying_ || carrying_->time.now() != t || vc >= carrying_->vcs || !external) refuse(vc, t, caller, what);
}

void Link::refuse(std::uint8_t vc, Cycle t, const BoundEnd& caller, const char* what) const {
  const char* const name = caller.module == nullptr ? "a module" : caller.module->name();
  if (!carrying_) throw ExternalRouterError(fmt::format("{}: {} on a link that carries nothing: neither end is an external router", name, what));
  if (carrying_->time.now() != t) {
    throw ExternalRouterError(fmt::format("{}: {} for cycle {} at {}, which belongs to cycle {}", name, what, t, sc_core::sc_time_stamp().to_string(),
                                          carrying_->time.now()));
  }
  if (vc >= carrying_->vcs) throw ExternalRouterError(fmt::format("cycle {}: {}: {} on vc {}, which there is not", t, name, what, vc));
  throw ExternalRouterError(fmt::format("cycle {}: {}: {} at an end of a link where no external router is", t, name, what));
}

bool Link::take_credit(Cycle t, std::uint8_t& vc) {
  if (!carrying_ || !carrying_->link.credits.take(t, vc)) return false;
  if (carrying_->at_sender != nullptr) carrying_->at_sender->credits |= 1U << vc;
  return true;
}

bool Link::take_flit(Cycle t, ExternalFlit& flit) {
  if (!carrying_ || !carrying_->link.flits.take(t, flit)) return false;
  if (carrying_->at_receiver != nullptr) carrying_->at_receiver->note(flit);
  return true;
}

void Link::send(const ExternalFlit& flit, Cycle t) {
  check(flit.vc, t, carrying_ && carrying_->sends, sender_, "a flit");
  if (carrying_->at_sender != nullptr) carrying_->at_sender->note(flit);
  carrying_->calls.sends.push_back({carrying_->vc(flit.vc), flit});
}

void Link::credit(std::uint8_t vc, Cycle t) {
  check(vc, t, carrying_ && carrying_->receives, receiver_, "a credit");
  if (carrying_->at_receiver != nullptr) carrying_->at_receiver->credits |= 1U << vc;
  carrying_->calls.credits.push_back(carrying_->vc(vc));
}

void Link::eject(const ExternalFlit& flit, Cycle t) {
  check(flit.vc, t, carrying_ && carrying_->receives, receiver_, "a hand-over");
  if (carrying_->at_receiver != nullptr) carrying_->at_receiver->handed_over |= 1U << flit.vc;
  carrying_->calls.ejects.push_back({carrying_->vc(flit.vc), flit.packet, flit.sequence, flit.head, flit.tail});
}

}  // namespace dateline
