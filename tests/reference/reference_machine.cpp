#include "reference_machine.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

#include "reference_allocation.hpp"
#include "reference_parts.hpp"

namespace dateline::reference {
namespace {

class Machine : private Parts {
 public:
  Machine(const ReferenceConfig& config, const ReferenceRelation* relation, const std::vector<ReferenceMessage>& messages, ReferenceLog& log)
      : Parts(config, relation, messages, log) {}

  std::vector<ReferenceDelivery> run(Cycle limit) {
    for (Cycle t = 0; t < limit && delivered_ < worms_.size(); ++t) {
      return_places(t);
      inject(t);
      for (int node = 0; node < nodes_; ++node) allocate_headers(node, t);
      // All decisions first, then all movements: no decision sees a movement of its own cycle.
      const std::vector<Place> deliveries = decide_deliveries(t);
      const std::vector<Place> crossings = decide_crossings(t);
      for (const Place& from : deliveries) hand_to_node(from, t);
      for (const Place& over : crossings) cross(over, t);
      check_places(t);
    }
    if (delivered_ < worms_.size())
      throw std::runtime_error("reference machine: " + std::to_string(worms_.size() - delivered_) + " messages undelivered at cycle " +
                               std::to_string(limit));
    std::vector<ReferenceDelivery> result;
    for (const Worm& worm : worms_) result.push_back(worm.record);
    return result;
  }

 private:
  // ---- phase 1 ----

  void return_places(Cycle t) {
    for (Channel& c : channels_)
      for (VirtualChannel& v : c.vcs)
        while (!v.place_free_from.empty() && v.place_free_from.front() <= t) {
          v.place_free_from.pop_front();
          ++v.free_places;
        }
  }

  void inject(Cycle t) {
    for (std::size_t w = 0; w < worms_.size(); ++w)
      if (worms_[w].message.generated == t) routers_[at(worms_[w].message.source)].queue.push_back(static_cast<int>(w));
    for (Router& router : routers_) {
      // Absorbed messages come first; while one of them waits for a VC there is none for a new one.
      while (!router.memory.empty() && std::get<0>(*router.memory.begin()) <= t && begin(router, std::get<3>(*router.memory.begin()), t))
        router.memory.erase(router.memory.begin());
      while (!router.queue.empty() && begin(router, router.queue.front(), t)) router.queue.pop_front();
    }
  }

  bool begin(const Router& router, int w, Cycle t) {
    return may_begin(router) && take_vc(w, {{{router.injection, vcs_between(0, config_.injection_vcs), 0}}}, {}, t);
  }

  // One at a time: all that hold an injection VC have sent their last flit over the injection channel.
  bool may_begin(const Router& router) const {
    if (config_.source == C::Source::interleaved) return true;
    const std::vector<VirtualChannel>& vcs = channel(router.injection).vcs;
    return std::all_of(vcs.begin(), vcs.end(), [this](const VirtualChannel& v) {
      return v.holder == kNone || worm(v.holder).flits_injected == worm(v.holder).message.length;
    });
  }

  // ---- phase 2 ----

  void allocate_headers(int node, Cycle t) {
    Router& router = routers_[at(node)];
    std::vector<std::tuple<Cycle, int, int, int>> scan;  // waiting since, input port, VC, channel
    for (const int input : router.inputs)
      for (int v = 0; v < static_cast<int>(channel(input).vcs.size()); ++v) {
        VirtualChannel& in = vc({input, v});
        if (in.front == FrontState::none && has_flit(in, t)) {
          check(in.buffer.front().index == 0, "a body flit without its header", t, input, v);
          in.front = FrontState::waiting;
          in.waiting_since = t;
        }
        if (in.front == FrontState::waiting) scan.emplace_back(in.waiting_since, channel(input).arrival_port, v, input);
      }
    const bool round_robin = config_.header_arbitration == C::HeaderArbitration::round_robin;
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

  struct Ways {
    Request channels;
    bool absorb = false;
  };

  Ways ways(int node, const Place& input, int w) const {
    const ReferenceMessage& m = worm(w).message;
    Ways result;
    const auto option = [&](int port, const std::vector<int>& vcs, std::uint64_t next) {
      return Option{routers_[at(node)].outputs[at(port)], vcs, next};
    };
    if (relation_ == nullptr) {
      const ReferenceRouting::Hop hop = routing_.next_hop(m.source, m.destination, node, worm(w).trace);
      for (const std::vector<int>& vcs : hop.ranks) result.channels.push_back({option(hop.port, vcs, 0)});
      return result;
    }
    std::map<int, std::vector<Option>> ranks;
    const ReferenceVc& came = channel(input.channel).begin;
    const bool fresh = came.channel == ChannelKind::injection;
    for (const ReferenceExit& e : relation_->exits(node, fresh ? kNone : came.node, fresh ? kNone : came.port, m.destination, worm(w).state)) {
      if (e.absorb) result.absorb = true;
      if (!e.absorb) ranks[e.rank].push_back(option(e.port, e.vcs, e.next));
    }
    for (auto& [rank, options] : ranks) result.channels.push_back(options);
    return result;
  }

  // True if the header was given an output VC.
  bool serve_header(int node, const Place& input, Cycle t) {
    VirtualChannel& in = vc(input);
    const int w = in.buffer.front().worm;
    if (worm(w).message.destination == node || in.has_place) return leave_network(node, input, w, t);
    const Ways on = ways(node, input, w);
    if (!on.channels.empty()) {
      if (t < in.waiting_since + config_.routing_delay) return false;
      if (take_vc(w, on.channels, input, t)) return routed(in);
    }
    Router& router = routers_[at(node)];
    if (on.absorb && (config_.absorb_limit == 0 || router.places_taken < config_.absorb_limit)) {
      ++router.places_taken;
      in.has_place = true;
      return leave_network(node, input, w, t);
    }
    blocked(in, input, on.channels, w, t);
    return false;
  }

  bool leave_network(int node, const Place& input, int w, Cycle t) {
    VirtualChannel& in = vc(input);
    if (config_.ejection == C::Ejection::ideal) {
      in.front = FrontState::delivered;
      return false;
    }
    const Request request{{{routers_[at(node)].ejection, vcs_between(0, config_.vcs), 0}}};
    if (take_vc(w, request, input, t)) return routed(in);
    blocked(in, input, request, w, t);
    return false;
  }

  static bool routed(VirtualChannel& in) {
    in.front = FrontState::routed;
    in.known_blocked = false;
    return true;
  }

  void blocked(VirtualChannel& in, const Place& input, const Request& request, int w, Cycle t) {
    if (!in.known_blocked && !request.empty())
      for (const Option& option : request.back()) note(t, Kind::header_blocked, name(input), name({option.channel, kNone}), w);
    in.known_blocked = true;
  }

  // ---- phase 3 ----

  static bool has_flit(const VirtualChannel& v, Cycle t) { return !v.buffer.empty() && v.buffer.front().in_buffer_from <= t; }

  std::vector<Place> decide_deliveries(Cycle t) const {
    std::vector<Place> result;
    for (std::size_t c = 0; c < channels_.size(); ++c)
      for (std::size_t v = 0; v < channels_[c].vcs.size(); ++v)
        if (channels_[c].vcs[v].front == FrontState::delivered && has_flit(channels_[c].vcs[v], t))
          result.push_back({static_cast<int>(c), static_cast<int>(v)});
    return result;
  }

  // A flit is there that wants to cross.
  bool wanted(const Place& over, Cycle t) const {
    const VirtualChannel& out = vc(over);
    const Channel& c = channel(over.channel);
    if (out.holder == kNone) return false;
    if (c.kind == ChannelKind::injection) return worm(out.holder).flits_injected < worm(out.holder).message.length;
    const VirtualChannel& feeder = vc({out.feeder_channel, out.feeder_vc});
    return has_flit(feeder, t) && feeder.buffer.front().worm == out.holder;
  }

  bool movable(const Place& over, Cycle t) const {
    return wanted(over, t) && (channel(over.channel).kind == ChannelKind::ejection || vc(over).free_places > 0);
  }

  // The numbers of input port and output at their router: those that exist, in order of port; injection, or ejection,
  // last.
  Claim claim(const Place& over, int output) const {
    const VirtualChannel& out = vc(over);
    const Worm& w = worm(out.holder);
    const std::vector<int>& inputs = routers_[at(channel(over.channel).begin.node)].inputs;
    const auto input = std::find(inputs.begin(), inputs.end(), out.feeder_channel) - inputs.begin();
    return {static_cast<int>(input), out.feeder_vc, output, over.vc, Age(w.message.generated, w.message.source, w.sequence)};
  }

  // Of every VC of the channel, its router's output number `output`, that could move a flit.
  std::vector<Claim> claims_on(int c, int output, Cycle t) {
    std::vector<Claim> claims;
    bool any_wanted = false;
    for (int v = 0; v < static_cast<int>(channel(c).vcs.size()); ++v) {
      any_wanted = any_wanted || wanted({c, v}, t);
      if (movable({c, v}, t)) claims.push_back(claim({c, v}, output));
    }
    if (claims.empty() && any_wanted) note(t, Kind::flit_blocked, name({c, kNone}), {}, kNone);
    return claims;
  }

  std::vector<Place> decide_crossings(Cycle t) {
    std::vector<Place> granted;
    for (const Router& router : routers_) {
      decide_alone(router.injection, claims_on(router.injection, 0, t), granted);
      std::vector<int> outputs;
      for (const int c : router.outputs)
        if (c != kNone) outputs.push_back(c);
      if (router.ejection != kNone) outputs.push_back(router.ejection);
      std::vector<Claim> claims;  // of the router
      for (std::size_t output = 0; output < outputs.size(); ++output) {
        const std::vector<Claim> here = claims_on(outputs[output], static_cast<int>(output), t);
        if (config_.crossbar == C::Crossbar::per_vc) decide_alone(outputs[output], here, granted);
        claims.insert(claims.end(), here.begin(), here.end());
      }
      if (config_.crossbar == C::Crossbar::per_port) decide_together(router.inputs, outputs, claims, t, granted);
    }
    return granted;
  }

  bool oldest_first() const { return config_.channel_arbitration == C::ChannelArbitration::oldest; }

  void decide_alone(int c, const std::vector<Claim>& claims, std::vector<Place>& granted) {
    if (claims.empty()) return;
    granted.push_back({c, arbitrate(claims, oldest_first(), &Claim::output_vc, channel(c).arbitration_pointer).output_vc});
    channel(c).arbitration_pointer = granted.back().vc + 1;
  }

  void decide_together(const std::vector<int>& inputs, const std::vector<int>& outputs, const std::vector<Claim>& claims, Cycle t,
                       std::vector<Place>& granted) {
    RouterPointers pointers;
    for (const int c : inputs) pointers.inputs.push_back(channel(c).input_port_pointer);
    for (const int c : outputs) pointers.outputs.push_back(channel(c).arbitration_pointer);
    for (const Claim& winner : allocate(config_.allocation, oldest_first(), claims, t, pointers))
      granted.push_back({outputs[at(winner.output)], winner.output_vc});
    for (std::size_t i = 0; i < inputs.size(); ++i) channel(inputs[i]).input_port_pointer = pointers.inputs[i];
    for (std::size_t o = 0; o < outputs.size(); ++o) channel(outputs[o]).arbitration_pointer = pointers.outputs[o];
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
        check(v.holder == flit.worm, "an atomic VC changed hands early", t, from.channel, from.vc);
        release(from, t + channel(from.channel).credit_latency);
      }
    }
    return flit;
  }

  void deliver(const Flit& flit, const Place& from, Cycle t) {
    Worm& w = worm(flit.worm);
    check(flit.index == w.flits_delivered, "a flit is delivered out of order", t, from.channel, from.vc);
    const int node = channel(from.channel).end_node;
    check(node == w.message.destination || relation_ != nullptr, "a flit is delivered to a stranger", t, from.channel, from.vc);
    ++w.flits_delivered;
    if (!flit.tail) return;
    if (node != w.message.destination) {
      keep(node, flit.worm, t);
      return;
    }
    w.record.ejected = t;
    note(t, Kind::message_delivered, {}, {}, flit.worm);
    ++delivered_;
  }

  // The message is whole in the memory of the node, and written a new header.
  void keep(int node, int id, Cycle t) {
    Worm& w = worm(id);
    ++w.record.absorptions;
    w.flits_injected = w.flits_delivered = 0;
    w.from_memory = true;
    w.state = relation_->resume(node, w.message.destination, w.software);
    routers_[at(node)].memory.insert({t + 1 + config_.reinjection_delay, w.message.source, w.sequence, id});
  }

  void hand_to_node(const Place& from, Cycle t) { deliver(leave_buffer(from, t), from, t); }

  void cross(const Place& over, Cycle t) {
    Channel& c = channel(over.channel);
    VirtualChannel& out = vc(over);
    check(c.last_sent != t, "two flits on a channel", t, over.channel, over.vc);
    c.last_sent = t;
    Worm& w = worm(out.holder);
    Flit flit;
    if (c.kind == ChannelKind::injection) {
      flit = {out.holder, w.flits_injected, w.flits_injected + 1 == w.message.length, 0};
      if (flit.tail && w.from_memory) --routers_[at(c.end_node)].places_taken;
      if (w.flits_injected++ == 0 && w.record.injected < 0) {
        w.record.injected = t;
        note(t, Kind::message_injected, name(over), {}, out.holder);
      }
    } else {
      flit = leave_buffer({out.feeder_channel, out.feeder_vc}, t);
      check(flit.worm == out.holder, "a flit on the VC of another worm", t, over.channel, over.vc);
    }
    const bool follows = out.last_in.tail ? flit.index == 0 : flit.worm == out.last_in.worm && flit.index == out.last_in.index + 1;
    check(follows, "flits of a VC out of order", t, over.channel, over.vc);
    out.last_in = flit;
    note(t, Kind::flit_sent, name(over), {}, flit.worm, flit.tail);
    if (c.kind == ChannelKind::network && flit.index == 0) ++w.record.hops;
    if (flit.tail && (c.kind == ChannelKind::ejection || config_.vc_reuse == C::VcReuse::at_tail)) {
      release(over, t + 1);
    }
    if (c.kind == ChannelKind::ejection) {
      deliver(flit, over, t);
      return;
    }
    flit.in_buffer_from = t + c.latency + (c.end_node == w.message.destination ? 0 : config_.router_pipeline);
    out.buffer.push_back(flit);
    --out.free_places;
  }

  std::size_t delivered_ = 0;
};

}  // namespace

std::vector<ReferenceDelivery> simulate(const ReferenceConfig& config, std::vector<ReferenceMessage> messages, long long cycle_limit,
                                        ReferenceLog& log) {
  return Machine(config, nullptr, messages, log).run(cycle_limit);
}

std::vector<ReferenceDelivery> simulate(const ReferenceConfig& config, const ReferenceRelation& relation, std::vector<ReferenceMessage> messages,
                                        long long cycle_limit) {
  ReferenceLog log;
  return Machine(config, &relation, messages, log).run(cycle_limit);
}

std::vector<ReferenceDelivery> simulate(const ReferenceConfig& config, std::vector<ReferenceMessage> messages, long long cycle_limit) {
  ReferenceLog log;
  return simulate(config, std::move(messages), cycle_limit, log);
}

}  // namespace dateline::reference
