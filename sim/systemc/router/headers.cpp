#include "sim/core/route_computation/selection.hpp"
#include "sim/systemc/router/phases.hpp"

namespace dateline::router {
namespace {

using State = InputVc::State;

struct WaitingHeads {
  Headers& heads;
  Ports& ports;
  RouterInterface& seam;
  bool cyclic = scans_cyclically(seam.config());
  bool matches = seam.config().vc_allocation == VcAllocation::islip;

  // The head flit begins to wait: a weighted route is drawn, once.
  void route(InputVc& at, Cycle t) {
    const ExternalFlit& flit = at.buffer.front();
    Candidates& candidates = heads.candidates;
    candidates.clear();
    seam.offers(t, at.input->channel, flit.packet, flit.state, candidates);
    std::uint32_t route = 0;
    const bool drawn = candidates.size() > 1 && candidates.front().weight != 0 && draw_route(candidates, seam.packet(flit.packet), route);
    Header& head = at.head;
    head.offers.clear();
    head.absorb = head.notified = false;
    bool deliver = false;
    for (const Candidate& c : candidates) {
      if (drawn && c.route != route) continue;
      deliver = deliver || c.exit == Exit::deliver;
      head.absorb = head.absorb || c.exit == Exit::absorb;
      if (c.exit == Exit::channel) head.offers.push_back({output(c.channel), seam.numbering().vcs_of_classes(c.classes), c.rank, c.next});
    }
    if (head.offers.size() > 1) {
      std::stable_sort(head.offers.begin(), head.offers.end(), [](const Offer& a, const Offer& b) { return a.rank < b.rank; });
    }
    const bool forwards = !head.offers.empty();
    const Cycle since = seam.config().vc_arbitration == VcArbitration::oldest ? seam.packet(flit.packet).order.generated : t;
    head.key = (cyclic || matches ? 0 : since) << 20U | static_cast<std::uint64_t>(at.input->number) << 4U | at.vc;
    const int stage = seam.config().vc_stage == VcStage::own ? 1 : 0;  // the last cycle of the delay
    const bool waits = deliver ? seam.config().ejection_delay == EjectionDelay::router : forwards;
    head.ready = t + static_cast<Cycle>(waits ? seam.config().routing_delay - stage : 0);
    at.state = State::waiting;
    at.packet = flit.packet;
    if (deliver) {
      leave_network(at, seam.config().ejection == Ejection::ideal ? kNoChannel : seam.ejection_channel(flit.packet, at.id));
    } else if (head.absorb && !forwards && !seam.memory_limited()) {
      seam.absorbed(at.id, false);
      leave_network(at, seam.absorbing_channel(at.id));
    }
    if (at.state == State::waiting) heads.waiting.push_back(&at);
  }

  // Through an ejection channel, or at once.
  void leave_network(InputVc& at, ChannelId ejection) {
    const ExternalFlit& head = at.buffer.front();
    at.head.absorb = false;
    at.head.offers.clear();
    if (ejection != kNoChannel) return at.head.offers.push_back({output(ejection), seam.vcs_out(head.packet), 0, head.state});
    at.state = State::ejecting;
    heads.ejecting.push_back(&at);
  }

  OutputPort* output(ChannelId channel) {
    if (seam.numbering().is_network(channel)) return ports.output_at[seam.from_port(channel).value()];
    OutputPort* ejection = &ports.outputs.back();
    while (ejection->channel != channel) --ejection;
    return ejection;
  }

  // Every head flit that may be given a VC; each sees the allocations of those before it.
  void scan(Cycle t) {
    const std::uint64_t from = heads.pointer;
    bool first = true;
    for (int lap = 0; lap < (cyclic ? 2 : 1); ++lap) {
      for (InputVc* const at : heads.waiting) {
        if (at->head.ready > t || at->state != State::waiting || (cyclic && (at->head.key >= from) != (lap == 0))) continue;
        if (!serve(*at)) notify_blocked(*at);
        if (!first || at->state != State::forwarding) continue;
        heads.pointer = at->head.key + 1;
        first = false;
      }
    }
  }

  // All at once: every VC grants one of the head flits that ask for it, every head flit accepts one of its VCs.
  void match(Cycle t) {
    std::vector<InputVc*> asking;
    for (InputVc* const at : heads.waiting) {
      if (at->head.ready > t || at->state != State::waiting) continue;
      if (!asks(*at) && at->head.absorb && seam.memory_has_room()) {
        seam.absorbed(at->id, true);
        leave_network(*at, seam.absorbing_channel(at->id));
      }
      if (at->state == State::waiting) asking.push_back(at);
    }
    std::vector<Grant> grants;
    for (OutputPort& output : ports.outputs) {
      for (std::uint32_t vc = 0; vc < kMaxVcs; ++vc) grant_one(output, vc, asking, grants);
    }
    for (InputVc* const at : asking) {
      if (!accept_one(*at, grants)) notify_blocked(*at);
    }
  }

  struct Grant {
    InputVc* to;
    const Offer* offer;
    std::uint32_t vc;
    [[nodiscard]] std::uint32_t number() const { return offer->output->first.value() + vc; }
  };
  [[nodiscard]] std::uint32_t free_of(const InputVc& at, const Offer& o) const {
    return o.vcs & o.output->free & roomy(*o.output, seam.packet(at.packet).order.length);
  }
  [[nodiscard]] bool asks(const InputVc& at) const {
    return std::any_of(at.head.offers.begin(), at.head.offers.end(), [&](const Offer& o) { return free_of(at, o) != 0; });
  }
  // To the first that asks for the VC, from its pointer on.
  void grant_one(OutputPort& output, std::uint32_t vc, const std::vector<InputVc*>& asking, std::vector<Grant>& grants) const {
    Grant first{nullptr, nullptr, vc};
    for (InputVc* const at : asking) {
      const auto here = std::find_if(at->head.offers.begin(), at->head.offers.end(),
                                     [&](const Offer& o) { return o.output == &output && (free_of(*at, o) >> vc & 1U) != 0; });
      if (here == at->head.offers.end()) continue;
      const auto behind = [&](const InputVc& head) { return head.head.key - output.grants_from[vc]; };
      if (first.to == nullptr || behind(*at) < behind(*first.to)) first = {at, &*here, vc};
    }
    if (first.to != nullptr) grants.push_back(first);
  }
  // The first of its grants, from the pointer of the input VC on.
  bool accept_one(InputVc& at, const std::vector<Grant>& grants) {
    const Grant* first = nullptr;
    for (const Grant& g : grants) {
      if (g.to == &at && (first == nullptr || g.number() - at.accepts_from < first->number() - at.accepts_from)) first = &g;
    }
    if (first == nullptr) return false;
    first->offer->output->grants_from[first->vc] = at.head.key + 1;
    at.accepts_from = first->number() + 1;
    return grant(at, *first->offer, first->vc);
  }

  // A VC, or a slot in the memory of the node.
  bool serve(InputVc& at) {
    if (allocate(at)) return true;
    if (!at.head.absorb || !seam.memory_has_room()) return false;
    seam.absorbed(at.id, true);
    leave_network(at, seam.absorbing_channel(at.id));
    return at.state == State::ejecting || allocate(at);
  }

  // VCs with as many free places as the rule of reuse wants for a packet of so many flits.
  [[nodiscard]] std::uint32_t roomy(const OutputPort& output, std::uint32_t length) const {
    if (output.ejection || !counts_places(seam.config().vc_reuse)) return ~0U;
    const auto depth = static_cast<std::uint32_t>(seam.config().buffer_depth);
    const std::uint32_t needed = places_needed(seam.config().vc_reuse, length, depth);
    std::uint32_t vcs = 0;
    for (std::uint32_t vc = 0; vc < kMaxVcs; ++vc) vcs |= output.slots[vc] >= needed ? 1U << vc : 0;
    return vcs;
  }
  // One free VC of the lowest rank that has one, by `selection`.
  bool allocate(InputVc& at) {
    const std::uint32_t length = seam.packet(at.packet).order.length;
    const auto free = [&](const Offer& o) { return o.vcs & o.output->free & roomy(*o.output, length); };
    const Offer* lowest = nullptr;  // channel of that rank
    std::uint32_t count = 0;
    for (const Offer& o : at.head.offers) {
      if (lowest != nullptr && o.rank != lowest->rank) break;
      count += count_bits(free(o));
      if (free(o) != 0 && (lowest == nullptr || o.output->channel < lowest->output->channel)) lowest = &o;
    }
    if (lowest == nullptr) return false;
    const Selection selection = seam.config().selection;
    if (selection == Selection::random) {
      const ExternalFlit& head = at.buffer.front();
      auto drawn = static_cast<std::uint32_t>(scale_bits(choice_bits(seam.packet(head.packet).key, head.hops, Purpose::vc), count));
      const Offer* o = at.head.offers.data();
      for (; drawn >= count_bits(free(*o)); ++o) drawn -= count_bits(free(*o));
      return grant(at, *o, nth_bit(free(*o), drawn));
    }
    std::uint32_t vcs = 0;
    const auto chosen = [&](const Offer& o) { return o.output == lowest->output && o.rank == lowest->rank ? free(o) : 0; };
    for (const Offer& o : at.head.offers) vcs |= chosen(o);
    std::uint8_t& pointer = lowest->output->selection_pointer;
    const std::uint32_t vc_index = next_bit(vcs, selection == Selection::round_robin ? pointer : 0U);
    pointer = static_cast<std::uint8_t>(vc_index + 1);
    const Offer* o = at.head.offers.data();
    while ((chosen(*o) >> vc_index & 1U) == 0) ++o;
    return grant(at, *o, vc_index);
  }

  // The packet holds the VC from now on; its head flit may cross in this cycle, or in the next.
  bool grant(InputVc& at, const Offer& o, std::uint32_t vc_index) {
    OutputPort& output = *o.output;
    output.free &= ~(1U << vc_index);
    const bool delays = !output.ejection || seam.config().ejection_delay == EjectionDelay::router;
    if (seam.config().vc_stage == VcStage::own && delays) {
      heads.held_back.push_back({&output, 1U << vc_index});
    } else {
      output.waiting |= 1U << vc_index;
    }
    output.feed[vc_index] = &at;
    at.state = State::forwarding;
    at.output = &output;
    at.onward = static_cast<std::uint8_t>(vc_index);
    at.next = o.next;
    seam.granted(at.id, VcId(output.first.value() + vc_index), o.next);
    return true;
  }

  // Once per head flit and hop: its channels of the last rank.
  void notify_blocked(InputVc& at) {
    if (at.head.notified || !seam.watched()) return;
    at.head.notified = true;
    std::vector<ChannelId> channels;
    for (const Offer& o : at.head.offers) {
      if (o.rank == at.head.offers.back().rank && std::find(channels.begin(), channels.end(), o.output->channel) == channels.end()) {
        channels.push_back(o.output->channel);
      }
    }
    seam.blocked(at.id, std::move(channels));
  }
};

}  // namespace

void serve_headers(Headers& heads, Ports& ports, RouterInterface& seam, Cycle t) {
  let_cross(heads);
  if (heads.arrived.empty() && heads.waiting.empty()) return;
  WaitingHeads stage{heads, ports, seam};
  for (InputVc* const at : heads.arrived) stage.route(*at, t);
  heads.arrived.clear();
  auto& waiting = heads.waiting;
  // Keys go round at cycle 2^44.
  std::sort(waiting.begin(), waiting.end(),
            [](const InputVc* a, const InputVc* b) { return static_cast<std::int64_t>(a->head.key - b->head.key) < 0; });
  stage.matches ? stage.match(t) : stage.scan(t);
  waiting.erase(std::remove_if(waiting.begin(), waiting.end(), [](const InputVc* at) { return at->state != State::waiting; }), waiting.end());
}

}  // namespace dateline::router
