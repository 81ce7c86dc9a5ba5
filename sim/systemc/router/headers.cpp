#include "sim/core/route_computation/selection.hpp"
#include "sim/systemc/router/phases.hpp"

namespace dateline::router {
namespace {

using State = InputVc::State;

struct HeaderStage {
  Headers& headers;
  Ports& ports;
  OpenSeam& seam;
  bool cyclic = seam.config().header_arbitration == HeaderArbitration::round_robin;

  // The header begins to wait: a weighted route is drawn, once.
  void route(InputVc& at, Cycle t) {
    const OpenFlit& head = at.buffer.front();
    Candidates candidates;
    seam.offers(at.input->channel, head.message, head.state, candidates);
    std::uint32_t route = 0;
    const bool drawn = candidates.size() > 1 && candidates.front().weight != 0 && draw_route(candidates, seam.message(head.message), route);
    Header& header = at.header;
    header.offers.clear();
    header.absorb = header.told = false;
    bool deliver = false;
    for (const Candidate& c : candidates) {
      if (drawn && c.route != route) continue;
      deliver = deliver || c.exit == Exit::deliver;
      header.absorb = header.absorb || c.exit == Exit::absorb;
      if (c.exit == Exit::channel) header.offers.push_back({output(c.channel), seam.numbering().lanes_of_classes(c.classes), c.rank, c.next});
    }
    std::stable_sort(header.offers.begin(), header.offers.end(), [](const Offer& a, const Offer& b) { return a.rank < b.rank; });
    const bool forwards = !header.offers.empty();
    header.key = (cyclic ? 0 : t) << 20U | static_cast<std::uint64_t>(at.input->number) << 4U | at.vc;
    header.ready = t + static_cast<Cycle>(forwards && !deliver ? seam.config().routing_delay : 0);
    at.state = State::waiting;
    at.worm = head.message;
    if (deliver) {
      leave_network(at, seam.config().ejection == Ejection::ideal ? kNoChannel : seam.ejection_channel(head.message));
    } else if (header.absorb && !forwards && !seam.memory_limited()) {
      seam.absorbed(at.id, false);
      leave_network(at, seam.absorbing_channel());
    }
    if (at.state == State::waiting) headers.waiting.push_back(&at);
  }

  // Through an ejection channel, or at once.
  void leave_network(InputVc& at, ChannelId ejection) {
    const OpenFlit& head = at.buffer.front();
    at.header.absorb = false;
    at.header.offers.clear();
    if (ejection != kNoChannel) return at.header.offers.push_back({output(ejection), seam.lanes_out(head.message), 0, head.state});
    at.state = State::ejecting;
    headers.ejecting.push_back(&at);
  }

  OutputPort* output(ChannelId channel) {
    return &*std::find_if(ports.outputs.begin(), ports.outputs.end(), [&](const OutputPort& o) { return o.channel == channel; });
  }

  // Every header that may be given a VC; each sees the allocations of those before it.
  void scan(Cycle t) {
    const std::uint64_t from = headers.pointer;
    bool first = true;
    for (int lap = 0; lap < (cyclic ? 2 : 1); ++lap) {
      for (InputVc* const at : headers.waiting) {
        if (at->header.ready > t || at->state != State::waiting || (cyclic && (at->header.key >= from) != (lap == 0))) continue;
        if (!serve(*at)) tell_blocked(*at);
        if (!first || at->state != State::forwarding) continue;
        headers.pointer = at->header.key + 1;
        first = false;
      }
    }
  }

  // A VC, or a place in the memory of the node.
  bool serve(InputVc& at) {
    if (allocate(at)) return true;
    if (!at.header.absorb || !seam.memory_has_room()) return false;
    seam.absorbed(at.id, true);
    leave_network(at, seam.absorbing_channel());
    return at.state == State::ejecting || allocate(at);
  }

  // One free VC of the lowest rank that has one, by `selection`.
  bool allocate(InputVc& at) {
    const auto free = [](const Offer& o) { return o.lanes & o.output->free; };
    const Offer* lowest = nullptr;  // channel of that rank
    std::uint32_t count = 0;
    for (const Offer& o : at.header.offers) {
      if (lowest != nullptr && o.rank != lowest->rank) break;
      count += count_bits(free(o));
      if (free(o) != 0 && (lowest == nullptr || o.output->channel < lowest->output->channel)) lowest = &o;
    }
    if (lowest == nullptr) return false;
    const Selection selection = seam.config().selection;
    if (selection == Selection::random) {
      const OpenFlit& head = at.buffer.front();
      auto drawn = static_cast<std::uint32_t>(scale_bits(choice_bits(seam.message(head.message).key, head.hops, Purpose::vc), count));
      const Offer* o = at.header.offers.data();
      for (; drawn >= count_bits(free(*o)); ++o) drawn -= count_bits(free(*o));
      return grant(at, *o, nth_bit(free(*o), drawn));
    }
    std::uint32_t lanes = 0;
    const auto chosen = [&](const Offer& o) { return o.output == lowest->output && o.rank == lowest->rank ? free(o) : 0; };
    for (const Offer& o : at.header.offers) lanes |= chosen(o);
    std::uint8_t& pointer = lowest->output->selection_pointer;
    const std::uint32_t lane = next_bit(lanes, selection == Selection::round_robin ? pointer : 0U);
    pointer = static_cast<std::uint8_t>(lane + 1);
    const Offer* o = at.header.offers.data();
    while ((chosen(*o) >> lane & 1U) == 0) ++o;
    return grant(at, *o, lane);
  }

  // The worm holds the VC from now on; its header may cross in this cycle.
  bool grant(InputVc& at, const Offer& o, std::uint32_t lane) {
    OutputPort& output = *o.output;
    output.free &= ~(1U << lane);
    output.waiting |= 1U << lane;
    output.feed[lane] = &at;
    at.state = State::forwarding;
    at.output = &output;
    at.onward = static_cast<std::uint8_t>(lane);
    at.next = o.next;
    seam.granted(at.id, VcId(output.first.value() + lane), o.next);
    return true;
  }

  // Once per header and hop: its channels of the last rank.
  void tell_blocked(InputVc& at) {
    if (at.header.told || !seam.watched()) return;
    at.header.told = true;
    std::vector<ChannelId> channels;
    for (const Offer& o : at.header.offers) {
      if (o.rank == at.header.offers.back().rank && std::find(channels.begin(), channels.end(), o.output->channel) == channels.end()) {
        channels.push_back(o.output->channel);
      }
    }
    seam.blocked(at.id, std::move(channels));
  }
};

}  // namespace

void serve_headers(Headers& headers, Ports& ports, OpenSeam& seam, Cycle t) {
  if (headers.arrived.empty() && headers.waiting.empty()) return;
  HeaderStage stage{headers, ports, seam};
  for (InputVc* const at : headers.arrived) stage.route(*at, t);
  headers.arrived.clear();
  auto& waiting = headers.waiting;
  std::sort(waiting.begin(), waiting.end(), [](const InputVc* a, const InputVc* b) { return a->header.key < b->header.key; });
  stage.scan(t);
  waiting.erase(std::remove_if(waiting.begin(), waiting.end(), [](const InputVc* at) { return at->state != State::waiting; }), waiting.end());
}

}  // namespace dateline::router
