#include "sim/systemc/router/header_stage.hpp"

#include "sim/core/header_choice.hpp"

namespace dateline::router {

void HeaderStage::run(Cycle t) {
  for (InputVc* const at : arrived_) route(*at, t);
  if (!arrived_.empty()) changed_ = true;
  arrived_.clear();
  if (changed_ || wants_memory_ || t == next_ready_) serve(t);
  changed_ = false;
}

Offer HeaderStage::offer(const Candidate& c) {
  return {&ports_.output(c.channel), c.channel, seam_.numbering().lanes_of_classes(c.classes), c.rank, c.next};
}

// The header begins to wait: a weighted route is drawn, once.
void HeaderStage::route(InputVc& at, Cycle t) {
  const MessageId id = at.front().message;
  candidates_.clear();
  seam_.offers(seam_.numbering().channel_of(at.id), id, at.front().state, candidates_);
  std::uint32_t route = 0;
  const bool drawn = candidates_.size() > 1 && candidates_.front().weight != 0 && draw_route(candidates_, seam_.message(id), route);
  Header& header = at.header;
  header.offers.clear();
  header.absorb = header.told = false;
  at.state = InputVc::State::waiting;
  at.worm = id;
  bool deliver = false;
  for (const Candidate& c : candidates_) {
    if (drawn && c.route != route) continue;
    deliver = deliver || c.exit == Exit::deliver;
    header.absorb = header.absorb || c.exit == Exit::absorb;
    if (c.exit == Exit::channel) header.offers.push_back(offer(c));
  }
  const bool forwards = !header.offers.empty();
  const bool cyclic = seam_.config().header_arbitration == HeaderArbitration::round_robin;
  header.key = place(at) | (cyclic ? 0 : t << 20U);
  header.ready = t + static_cast<Cycle>(forwards && !deliver ? seam_.config().routing_delay : 0);
  const bool ideal = seam_.config().ejection == Ejection::ideal;
  if (deliver) {
    leave_network(at, ideal ? kNoChannel : seam_.ejection_channel(id));
  } else if (header.absorb && !forwards && !seam_.memory_limited()) {
    seam_.absorbed(at.id, false);
    leave_network(at, seam_.absorbing_channel());
  }
  if (at.state != InputVc::State::waiting) return;
  const auto later = [](const InputVc* a, const InputVc* b) { return a->header.key < b->header.key; };
  waiting_.insert(std::upper_bound(waiting_.begin(), waiting_.end(), &at, later), &at);
  if (header.ready > t && (next_ready_ <= t || header.ready < next_ready_)) next_ready_ = header.ready;
}

// Through an ejection channel, or at once.
void HeaderStage::leave_network(InputVc& at, ChannelId ejection) {
  at.header.offers.clear();
  at.header.absorb = false;
  if (ejection == kNoChannel) {
    at.state = InputVc::State::ejecting;
    ejecting_.push_back(&at);
    return;
  }
  at.header.offers.push_back({&ports_.output(ejection), ejection, seam_.lanes_out(at.front().message), 0, at.front().state});
}

// Every header that may, in their order; each sees the allocations of those before it.
void HeaderStage::serve(Cycle t) {
  const bool cyclic = seam_.config().header_arbitration == HeaderArbitration::round_robin;
  const std::uint64_t from = pointer_;
  bool first = true;
  for (int lap = 0; lap < (cyclic ? 2 : 1); ++lap) {
    for (InputVc* const at : waiting_) {
      const Header& header = at->header;
      if (cyclic && (header.key >= from) != (lap == 0)) continue;
      if (header.ready > t || at->state != InputVc::State::waiting) continue;
      if (!try_header(*at)) {
        tell_blocked(*at);
      } else if (first && at->state == InputVc::State::forwarding) {
        pointer_ = header.key + 1;
        first = false;
      }
    }
  }
  waiting_.erase(std::remove_if(waiting_.begin(), waiting_.end(), [](const InputVc* at) { return at->state != InputVc::State::waiting; }),
                 waiting_.end());
  next_ready_ = 0;
  wants_memory_ = false;
  for (const InputVc* at : waiting_) {
    wants_memory_ = wants_memory_ || at->header.absorb;
    if (at->header.ready > t && (next_ready_ == 0 || at->header.ready < next_ready_)) next_ready_ = at->header.ready;
  }
}

bool HeaderStage::try_header(InputVc& at) {
  if (try_offers(at)) return true;
  if (!at.header.absorb || !seam_.memory_has_room()) return false;
  seam_.absorbed(at.id, true);
  leave_network(at, seam_.absorbing_channel());
  return at.state == InputVc::State::ejecting || try_offers(at);
}

// One free VC of the lowest rank that has one, by `selection`.
bool HeaderStage::try_offers(InputVc& at) {
  options_.clear();
  for (Offer o : at.header.offers) {
    o.lanes &= o.output->free;
    if (o.lanes == 0 || (!options_.empty() && o.rank > options_.front().rank)) continue;
    if (!options_.empty() && o.rank < options_.front().rank) options_.clear();
    options_.push_back(o);
  }
  if (options_.empty()) return false;
  const Selection selection = seam_.config().selection;
  if (selection == Selection::random) {
    const Message& message = seam_.message(at.front().message);
    std::uint32_t count = 0;
    for (const Offer& o : options_) count += count_bits(o.lanes);
    auto drawn = static_cast<std::uint32_t>(scale_bits(choice_bits(message.key, at.front().hops, Purpose::vc), count));
    const Offer* o = options_.data();
    for (; drawn >= count_bits(o->lanes); ++o) drawn -= count_bits(o->lanes);
    grant(at, *o, nth_bit(o->lanes, drawn));
    return true;
  }
  OutputPort* output = options_.front().output;
  for (const Offer& o : options_) output = o.channel < output->channel ? o.output : output;
  std::uint32_t free = 0;
  for (const Offer& o : options_) free |= o.output == output ? o.lanes : 0;
  const std::uint32_t lane = next_bit(free, selection == Selection::round_robin ? output->selection_pointer : 0U);
  output->selection_pointer = static_cast<std::uint8_t>(lane + 1);
  const Offer* o = options_.data();
  while (o->output != output || (o->lanes >> lane & 1U) == 0) ++o;
  grant(at, *o, lane);
  return true;
}

// The worm holds the VC from now on; its header may cross in this cycle.
void HeaderStage::grant(InputVc& at, const Offer& o, std::uint32_t lane) {
  OutputPort& output = *o.output;
  output.free &= ~(1U << lane);
  output.waiting |= 1U << lane;
  output.feed[lane] = &at;
  at.state = InputVc::State::forwarding;
  at.output = &output;
  at.onward = static_cast<std::uint8_t>(lane);
  at.next = o.next;
  seam_.granted(at.id, VcId(output.first.value() + lane), o.next);
}

// Once per header and hop: its channels of the last rank.
void HeaderStage::tell_blocked(InputVc& at) {
  if (at.header.told || !seam_.watched()) return;
  at.header.told = true;
  int last = 0;
  for (const Offer& o : at.header.offers) last = std::max(last, o.rank);
  std::vector<ChannelId> channels;
  for (const Offer& o : at.header.offers) {
    if (o.rank == last && std::find(channels.begin(), channels.end(), o.channel) == channels.end()) channels.push_back(o.channel);
  }
  seam_.blocked(at.id, std::move(channels));
}

}  // namespace dateline::router
