#include "reference_machine.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

#include "reference_decisions.hpp"

namespace dateline::reference {
namespace {

class CompiledNetwork : private Decisions {
 public:
  CompiledNetwork(const ReferenceConfig& config, const ReferenceRelation* relation, const std::vector<ReferencePacket>& packets, ReferenceLog& log)
      : Decisions(config, relation, packets, log) {}

  ReferenceOutcome run(const std::vector<ReferenceChange>& changes, long long retransmit, Cycle limit) {
    std::size_t changed = 0;
    retransmit_ = retransmit;
    for (Cycle t = 0; t < limit && ended_ < messages_; ++t) {
      const std::size_t before = changed;
      for (; changed < changes.size() && changes[changed].cycle == t; ++changed) change(changes[changed], t);
      if (changed == before && draining()) look_whether_drained(t);
      return_places(t);
      begin_links(t);
      inject(t);
      for (int node = 0; node < nodes_; ++node) allocate_headers(node, t);
      look_at_memories();
      // All decisions first, then all movements: no decision sees a movement of its own cycle.
      const std::vector<Place> deliveries = decide_deliveries(t);
      const std::vector<Place> crossings = decide_crossings(t);
      for (const Place& from : deliveries) hand_to_node(from, t);
      for (const Place& over : crossings) cross(over, t);
      end_links(t);
      learn_of_losses(t);
      check_places(t);
    }
    return outcome();
  }

 private:
  ReferenceOutcome outcome() const {
    ReferenceOutcome result;
    put_records(result);
    for (const Router& router : routers_) {
      result.channel_flits.emplace_back();
      for (const int c : router.outputs) result.channel_flits.back().push_back(c == kNone ? 0 : channel(c).flits_sent);
    }
    result.handed_over = handed_over_;
    result.absorptions = absorptions_;
    result.peak_node = peak_node_;
    result.peak = peak_;
    return result;
  }

  void look_at_memories() {
    int places = 0;
    for (const Router& router : routers_) {
      places += router.places_taken;
      peak_node_ = std::max(peak_node_, router.places_taken);
    }
    peak_ = std::max(peak_, places);
  }

  // ---- phase 1 ----
  void inject(Cycle t) {
    send_again(t);
    for (std::size_t w = 0; w < messages_; ++w)
      if (packets_[w].packet.generated == t) queue(static_cast<int>(w));
    if (draining()) return;
    for (Router& router : routers_) {
      // Absorbed messages come first; while one of them waits for a VC there is none for a new one.
      while (!router.memory.empty() && std::get<0>(*router.memory.begin()) <= t && begin(router, std::get<3>(*router.memory.begin()), t))
        router.memory.erase(router.memory.begin());
      while (inject_one(router, t)) {
      }
    }
  }

  // Of the oldest of every set, the first that finds a VC: the oldest, or by priority the oldest of the highest.
  bool inject_one(Router& router, Cycle t) {
    std::map<int, int> first;  // by set
    for (const int w : router.queue) first.emplace(packet(w).packet.vc_set, w);
    std::vector<std::tuple<int, int, int>> order;  // less is first
    const bool by_priority = config_.output_arbitration == C::OutputArbitration::priority;
    for (const auto& [set, w] : first) order.emplace_back(by_priority ? -packet(w).packet.priority : 0, packet(w).sequence, w);
    std::sort(order.begin(), order.end());
    for (const auto& [priority, sequence, w] : order) {
      if (relation_ != nullptr) packet(w).state = relation_->start({packet(w).packet.source, packet(w).sequence, 0}, packet(w).packet.destination);
      if (!begin(router, w, t)) continue;
      packet(w).stage = Stage::under_way;
      router.queue.erase(std::find(router.queue.begin(), router.queue.end(), w));
      return true;
    }
    return false;
  }

  bool begin(const Router& router, int w, Cycle t) {
    return may_begin(router) && take_vc(w, {{{router.injection, vcs_of_set(packet(w).packet.vc_set, config_.injection_vcs), 0}}}, {}, t);
  }

  // One at a time: all that hold an injection VC have sent their last flit over the injection channel.
  bool may_begin(const Router& router) const {
    if (config_.source == C::Source::interleaved) return true;
    const std::vector<VirtualChannel>& vcs = channel(router.injection).vcs;
    return std::all_of(vcs.begin(), vcs.end(), [this](const VirtualChannel& v) {
      return v.holder == kNone || packet(v.holder).flits_injected == packet(v.holder).packet.length;
    });
  }

  // ---- phase 2 ----
  void allocate_headers(int node, Cycle t) {
    Router& router = routers_[at(node)];
    std::vector<std::tuple<Cycle, int, int, int>> scan;  // waiting since, or generated; input port, VC, channel
    for (const int input : router.inputs)
      for (int v = 0; v < static_cast<int>(channel(input).vcs.size()) && !swallows(input); ++v) {
        VirtualChannel& in = vc({input, v});
        if (in.front == FrontState::none && has_flit(in, t)) {
          check(in.buffer.front().index == 0, "a body flit without its header", t, input, v);
          in.front = FrontState::waiting;
          in.waiting_since = t;
        }
        const bool by_age = config_.vc_arbitration == C::VcArbitration::oldest;
        if (in.front == FrontState::waiting)
          scan.emplace_back(by_age ? packet(in.buffer.front().packet).packet.generated : in.waiting_since, channel(input).arrival_port, v, input);
      }
    if (config_.vc_allocation == C::VcAllocation::islip) return match_headers(node, scan, t);
    const bool round_robin = config_.vc_arbitration == C::VcArbitration::round_robin;
    const auto pointer = router.header_pointer;
    std::sort(scan.begin(), scan.end(), [&](const auto& a, const auto& b) {
      if (!round_robin) return a < b;
      const std::pair<int, int> pa{std::get<1>(a), std::get<2>(a)}, pb{std::get<1>(b), std::get<2>(b)};
      return std::pair(pa < pointer, pa) < std::pair(pb < pointer, pb);
    });
    bool pointer_moved = false;
    for (const auto& [since, port, v, input] : scan) {
      if (!serve_header(node, {input, v}, t) || pointer_moved) continue;
      router.header_pointer = {port, v + 1};
      pointer_moved = true;
    }
  }

  // All at once: what every header asks for, of all ranks, is matched.
  void match_headers(int node, const std::vector<std::tuple<Cycle, int, int, int>>& waiting, Cycle t) {
    struct Asking {
      Place input;
      std::optional<Request> request;
      std::map<VcName, std::uint64_t> free;  // VCs, with the state after the hop
    };
    std::map<VcName, Asking> headers;
    for (const auto& [since, port, v, input] : waiting) headers[{port, v}].input = {input, v};
    std::set<std::pair<VcName, VcName>> asked;
    for (auto& [header, asking] : headers) {
      const int w = vc(asking.input).buffer.front().packet;
      asking.request = request_of(node, asking.input, w, t);
      for (const std::vector<Option>& rank : asking.request.value_or(Request{}))
        for (const auto& [place, next] : free_vcs(rank, packet(w).packet.length, t)) asking.free.emplace(VcName{place.channel, place.vc}, next);
      for (const auto& [name, next] : asking.free) asked.insert({header, name});
    }
    const std::map<VcName, VcName> matched = match_vcs(asked, routers_[at(node)].vc_match_pointers);
    for (auto& [header, asking] : headers) {
      VirtualChannel& in = vc(asking.input);
      const int w = in.buffer.front().packet;
      const auto match = matched.find(header);
      if (match != matched.end()) {
        const VcName& name = match->second;
        give_vc(w, {name.first, name.second}, asking.free.at(name), asking.input, t);
        routed(in);
      } else if (asking.request) {
        blocked(in, asking.input, *asking.request, w, t);
      }
    }
  }
  bool swallows(int id) const { return channel(id).kind == ChannelKind::network && channel(id).swallows; }

  struct Ways {
    Request channels;
    bool absorb = false;
  };

  Ways ways(int node, const Place& input, int w) {
    const ReferencePacket& m = packet(w).packet;
    Ways result;
    const auto option = [&](int port, const std::vector<int>& vcs, std::uint64_t next) {
      return Option{routers_[at(node)].outputs[at(port)], vcs, next};
    };
    if (relation_ == nullptr) {
      const ReferenceRouting::Hop hop = routing_of_set_[at(m.vc_set)].next_hop(m.source, m.destination, node, packet(w).trace);
      for (std::vector<int> vcs : hop.ranks) {
        for (int& v : vcs) v += first_vc(m.vc_set);
        result.channels.push_back({option(hop.port, vcs, 0)});
      }
      return result;
    }
    std::map<int, std::vector<Option>> ranks;
    std::vector<ReferenceExit> exits = exits_after(channel(input.channel), w, packet(w).state, packet(w).record.hops);
    if (relation_->weighs_hops()) keep_cheapest(node, w, exits);
    for (const ReferenceExit& e : exits) {
      if (e.absorb) result.absorb = true;
      if (!e.absorb) ranks[e.rank].push_back(option(e.port, e.vcs, e.next));
    }
    for (auto& [rank, options] : ranks) result.channels.push_back(options);
    return result;
  }

  // What a header asks for; nothing if it is handed over to its node, or may not have a VC yet. Where none is free and
  // it may be absorbed it takes a place in the memory first, if there is one.
  std::optional<Request> request_of(int node, const Place& input, int w, Cycle t) {
    VirtualChannel& in = vc(input);
    const bool delivered = delivered_after(channel(input.channel), w, packet(w).state, packet(w).record.hops);
    const int stage = config_.vc_stage == C::VcStage::own ? 1 : 0;  // the last cycle of the delay
    const bool delayed = t < in.waiting_since + config_.routing_delay - stage;
    if (delivered && delayed && config_.ejection_delay == C::EjectionDelay::router) return {};
    if (delivered || in.has_place) return request_out(node, input, w);
    const Ways on = ways(node, input, w);
    if (!on.channels.empty() && delayed) return {};
    Router& router = routers_[at(node)];
    const auto any_free = [&](const std::vector<Option>& rank) { return !free_vcs(rank, packet(w).packet.length, t).empty(); };
    if (!on.absorb || std::any_of(on.channels.begin(), on.channels.end(), any_free)) return on.channels;
    if (config_.absorb_limit != 0 && router.places_taken >= config_.absorb_limit) return on.channels;
    ++router.places_taken;
    in.has_place = true;
    return request_out(node, input, w);
  }

  std::optional<Request> request_out(int node, const Place& input, int w) {
    if (config_.ejection == C::Ejection::channel)
      return Request{{{routers_[at(node)].ejection, vcs_of_set(packet(w).packet.vc_set, config_.vcs), 0}}};
    vc(input).front = FrontState::delivered;
    return {};
  }

  // True if the header was given an output VC.
  bool serve_header(int node, const Place& input, Cycle t) {
    VirtualChannel& in = vc(input);
    const int w = in.buffer.front().packet;
    const std::optional<Request> request = request_of(node, input, w, t);
    if (!request) return false;
    if (take_vc(w, *request, input, t)) return routed(in);
    blocked(in, input, *request, w, t);
    return false;
  }

  static bool routed(VirtualChannel& in) {
    in.front = FrontState::routed;
    in.known_blocked = false;
    return true;
  }

  void blocked(VirtualChannel& in, const Place& input, const Request& request, int w, Cycle t) {
    if (!in.known_blocked && !request.empty())
      for (const Option& option : request.back()) note(t, Kind::head_blocked, name(input), name({option.channel, kNone}), w);
    in.known_blocked = true;
  }

  // ---- phase 4 ----

  void release(const Place& p, Cycle from) {
    vc(p).holder = kNone;
    vc(p).allocatable_from = from;
    note(from, Kind::vc_released, name(p), {}, kNone);
  }

  Flit leave_buffer(const Place& from, Cycle t) {
    VirtualChannel& v = vc(from);
    check(has_flit(v, t), "a flit leaves an empty buffer", t, from.channel, from.vc);
    const Flit flit = v.buffer.front();
    v.buffer.pop_front();
    v.place_free_from.push_back(t + channel(from.channel).credit_latency);
    if (flit.tail) {
      v.front = FrontState::none;
      v.has_place = false;
      if (config_.vc_reuse == C::VcReuse::atomic) {
        check(v.holder == flit.packet, "an atomic VC changed hands early", t, from.channel, from.vc);
        release(from, t + channel(from.channel).credit_latency);
      }
    }
    return flit;
  }

  void deliver(const Flit& flit, const Place& from, Cycle t) {
    Worm& w = packet(flit.packet);
    check(flit.index == w.flits_delivered, "a flit is delivered out of order", t, from.channel, from.vc);
    const int node = channel(from.channel).end_node;
    check(node == w.packet.destination || relation_ != nullptr, "a flit is delivered to a stranger", t, from.channel, from.vc);
    ++w.flits_delivered;
    if (node == w.packet.destination) ++handed_over_[at(w.packet.source)];
    if (!flit.tail) return;
    if (node != w.packet.destination) {
      keep(node, flit.packet, t);
      return;
    }
    if (w.erred) return erred_.push_back(flit.packet);
    w.record.ejected = t;
    note(t, Kind::packet_delivered, {}, {}, flit.packet);
    w.stage = Stage::ended;
    arrive(flit.packet);
  }

  // The message is whole in the memory of the node, and written a new header.
  void keep(int node, int id, Cycle t) {
    Worm& w = packet(id);
    ++w.record.absorptions;
    ++absorptions_;
    w.flits_injected = w.flits_delivered = 0;
    w.memory_of = node;
    w.state = relation_->resume(node, w.packet.destination, w.software);
    routers_[at(node)].memory.insert({t + 1 + config_.reinjection_delay, w.packet.source, w.sequence, id});
  }

  void hand_to_node(const Place& from, Cycle t) { deliver(leave_buffer(from, t), from, t); }

  void cross(const Place& over, Cycle t) {
    Channel& c = channel(over.channel);
    VirtualChannel& out = vc(over);
    check(c.last_sent != t, "two flits on a channel", t, over.channel, over.vc);
    c.last_sent = t;
    c.next_send = std::max(c.next_send, (t - 1) * c.rate.flits + 1) + c.rate.cycles;
    Worm& w = packet(out.holder);
    Flit flit;
    if (c.kind == ChannelKind::injection) {
      flit = {out.holder, w.flits_injected, w.flits_injected + 1 == w.packet.length, 0, {}};
      if (flit.tail && w.memory_of != kNone) {
        --routers_[at(w.memory_of)].places_taken;
        w.memory_of = kNone;
      }
      if (w.flits_injected++ == 0 && w.record.injected < 0) {
        w.record.injected = t;
        note(t, Kind::packet_injected, name(over), {}, out.holder);
      }
    } else {
      flit = leave_buffer({out.feeder_channel, out.feeder_vc}, t);
      check(flit.packet == out.holder, "a flit on the VC of another worm", t, over.channel, over.vc);
    }
    const bool follows = out.last_in.tail ? flit.index == 0 : flit.packet == out.last_in.packet && flit.index == out.last_in.index + 1;
    check(follows, "flits of a VC out of order", t, over.channel, over.vc);
    out.last_in = flit;
    --out.to_send;
    w.erred = errs(c, c.flits_sent++) || w.erred;
    note(t, Kind::flit_sent, name(over), {}, flit.packet, flit.tail);
    if (c.kind == ChannelKind::network && flit.index == 0) ++w.record.hops;
    if (flit.tail && (c.kind == ChannelKind::ejection || config_.vc_reuse != C::VcReuse::atomic)) {
      release(over, t + 1);
    }
    if (c.kind == ChannelKind::ejection) {
      deliver(flit, over, t);
      return;
    }
    flit.in_buffer_from = t + c.latency + (out.delivers ? 0 : config_.router_pipeline);
    if (!out.buffer.empty()) flit.in_buffer_from = std::max(flit.in_buffer_from, out.buffer.back().in_buffer_from);
    if (c.link) {
      flit.in_buffer_from = kUnknown;
      flit.arrival = std::make_shared<Cycle>(kUnknown);
      c.link->take({over.vc, out.delivers, flit.arrival, out.buffer.empty() ? nullptr : out.buffer.back().arrival});
    }
    out.buffer.push_back(flit);
    --out.free_places;
  }

  long long absorptions_ = 0;
  int peak_node_ = 0, peak_ = 0;
};

std::vector<ReferenceDelivery> all_delivered(const ReferenceOutcome& outcome, long long cycle_limit) {
  if (!outcome.finished) throw std::runtime_error("reference machine: messages undelivered at cycle " + std::to_string(cycle_limit));
  return outcome.deliveries;
}

}  // namespace

std::vector<ReferenceDelivery> simulate(const ReferenceConfig& config, std::vector<ReferencePacket> packets, long long cycle_limit,
                                        ReferenceLog& log) {
  return all_delivered(CompiledNetwork(config, nullptr, packets, log).run({}, -1, cycle_limit), cycle_limit);
}

std::vector<ReferenceDelivery> simulate(const ReferenceConfig& config, const ReferenceRelation& relation, std::vector<ReferencePacket> packets,
                                        long long cycle_limit) {
  ReferenceLog log;
  return all_delivered(CompiledNetwork(config, &relation, packets, log).run({}, -1, cycle_limit), cycle_limit);
}

std::vector<ReferenceDelivery> simulate(const ReferenceConfig& config, std::vector<ReferencePacket> packets, long long cycle_limit) {
  ReferenceLog log;
  return simulate(config, std::move(packets), cycle_limit, log);
}

ReferenceOutcome simulate(const ReferenceConfig& config, const std::vector<ReferenceChange>& changes, std::vector<ReferencePacket> packets,
                          long long retransmit, long long cycle_limit) {
  require(!changes.empty() && changes.front().cycle == 0, "a network that changes begins with a change in cycle 0");
  ReferenceLog log;
  return CompiledNetwork(config, changes.front().relation, packets, log).run(changes, retransmit, cycle_limit);
}

}  // namespace dateline::reference
