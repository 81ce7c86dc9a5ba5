// A router written in Verilog, Verilated (dateline_add_rtl_router in CMake), at a node of a 2-D mesh. The pins and
// their times are those of docs/extend/router-verilog.md: this module writes what is due onto them, gives the model one
// clock edge a cycle, and sends what its registers then hold. The RTL's clock stands still while the network is idle.
// The core checks every flit and credit (sim/core/external/call_checks.hpp): a header may leave only where the routing
// relation lets it, a body flit only behind its header, a flit only into a free place, a credit only for a flit that
// left.
#pragma once

#include <fmt/format.h>

#include <unordered_map>
#include <vector>

#include "models/base/error.hpp"
#include "models/network/topology/cube.hpp"
#include "sim/systemc/external_router.hpp"
#include "sim/systemc/rtl/pins.hpp"

namespace dateline {

// What the RTL was built with.
struct RtlParameters {
  unsigned vcs = 1, depth = 2;
};

// Throws ConfigError, of component `name`, for what such a router is not: another number of VCs or places, and options
// of the machine that its pins or rules do not have.
void check_rtl(const std::string& name, const RouterConfig& config, const CubeTopology& mesh, const RtlParameters& built);

template <typename Model>
class RtlRouter final : public ExternalRouter {
 public:
  // `mesh` must outlive the module.
  RtlRouter(const sc_core::sc_module_name& name, NodeId node, const CubeTopology& mesh, const RtlParameters& built)
      : ExternalRouter(name, node, mesh), mesh_(mesh), built_(built) {}

  [[nodiscard]] int held(VcId vc) const override {
    const auto it = held_.find(vc.value());
    return it == held_.end() ? 0 : it->second;
  }

 private:
  static constexpr unsigned kInterface = 4, kWidth = 64;  // the fifth port; bits of a flit

  // A header in the router: how it came.
  struct Header {
    ChannelId in;
    ExternalFlit flit;
  };

  void begin() override {
    check_rtl(name(), seam().config(), mesh_, built_);
    for (int i = 0; i < in.size(); ++i) inputs_[port_of(in[i]->channel())] = in[i];
    for (int i = 0; i < out.size(); ++i) {
      if (out[i]->channel() != kNoChannel) outputs_[mesh_.channel(out[i]->channel()).from_port.value()] = out[i];
    }
    model_.x = mesh_.coordinates(node())[0];
    model_.y = mesh_.coordinates(node())[1];
    model_.reset = 1;
    edge();
    model_.reset = 0;
  }

  void cycle(Cycle t) override {
    model_.in_valid = 0;
    model_.out_credit = 0;
    for (unsigned p = 0; p <= kInterface; ++p) take_flit(p, t);
    for (unsigned p = 0; p < kInterface; ++p) {
      std::uint8_t vc = 0;
      while (outputs_[p] != nullptr && outputs_[p]->take_credit(t, vc)) set_bits(model_.out_credit, p * built_.vcs + vc, 1, 1);
    }
    edge();
    for (unsigned p = 0; p < kInterface; ++p) send(p, t);
    for (unsigned p = 0; p <= kInterface; ++p) {
      for (unsigned v = 0; v < built_.vcs; ++v) give_back(p, v, t);
    }
  }

  void edge() {
    model_.clk = 0;
    model_.eval();
    model_.clk = 1;
    model_.eval();
  }

  void take_flit(unsigned p, Cycle t) {
    ExternalFlit flit;
    if (inputs_[p] == nullptr || !inputs_[p]->take_flit(t, flit)) return;
    std::uint64_t data = std::uint64_t{flit.packet.value()} << 32U | (flit.head ? 0U : flit.sequence);
    if (flit.head) {
      const std::uint16_t* const to = mesh_.coordinates(seam().destination(flit.packet));
      data |= std::uint64_t{to[1]} << 16U | std::uint64_t{to[0]};
      headers_[flit.packet.value()] = {inputs_[p]->channel(), flit};
    }
    set_bits(model_.in_valid, p, 1, 1);
    set_bits(model_.in_head, p, 1, flit.head ? 1 : 0);
    set_bits(model_.in_tail, p, 1, flit.tail ? 1 : 0);
    set_bits(model_.in_vc, p * 8, 8, flit.vc);
    set_bits(model_.in_data, p * kWidth, kWidth, data);
    ++held_[seam().numbering().vc(inputs_[p]->channel(), flit.vc).value()];
  }

  // The number of its packet is in its bits, and of a body flit its place in the packet.
  [[nodiscard]] static ExternalFlit flit_of(std::uint64_t data, std::uint8_t vc, bool head, bool tail) {
    ExternalFlit flit;
    flit.packet = PacketId(static_cast<std::uint32_t>(data >> 32U));
    flit.sequence = head ? std::uint16_t{0} : static_cast<std::uint16_t>(data);
    flit.vc = vc;
    flit.head = head;
    flit.tail = tail;
    return flit;
  }

  // The flit in the output register of a port.
  void send(unsigned p, Cycle t) {
    if (bits(model_.out_valid, p, 1) == 0) return;
    if (outputs_[p] == nullptr)
      throw ExternalRouterError(fmt::format("cycle {}: {}: a flit leaves through port {}, which leads nowhere", t, name(), p));
    const auto vc = static_cast<std::uint8_t>(bits(model_.out_vc, p * 8, 8));
    ExternalFlit flit = flit_of(bits(model_.out_data, p * kWidth, kWidth), vc, bits(model_.out_head, p, 1) != 0, bits(model_.out_tail, p, 1) != 0);
    if (flit.head) continue_header(flit, outputs_[p]->channel());
    outputs_[p]->send(flit, t);
  }

  // RTL carries no state of the routing relation: it is asked again, for the channel that the RTL chose. Where it
  // offers none the core refuses the flit.
  void continue_header(ExternalFlit& flit, ChannelId onward) {
    const auto it = headers_.find(flit.packet.value());
    if (it == headers_.end() || flit.vc >= built_.vcs) return;  // the core refuses it
    candidates_.clear();
    seam().offers(it->second.in, flit.packet, it->second.flit.state, candidates_);
    for (const Candidate& c : candidates_) {
      const bool vc_index = c.exit == Exit::channel && (seam().numbering().vcs_of_classes(c.classes) >> flit.vc & 1U) != 0;
      if (vc_index && c.channel == onward) flit.state = c.next;
    }
    flit.hops = it->second.flit.hops + 1;
    headers_.erase(it);
  }

  void give_back(unsigned p, unsigned v, Cycle t) {
    const unsigned at = p * built_.vcs + v;
    const bool ejects = bits(model_.eject_valid, at, 1) != 0, credits = bits(model_.in_credit, at, 1) != 0;
    if (!ejects && !credits) return;
    if (inputs_[p] == nullptr)
      throw ExternalRouterError(fmt::format("cycle {}: {}: a flit leaves a buffer of port {}, where none arrives", t, name(), p));
    if (ejects) {
      const ExternalFlit flit = flit_of(bits(model_.eject_data, at * kWidth, kWidth), static_cast<std::uint8_t>(v),
                                        bits(model_.eject_head, at, 1) != 0, bits(model_.eject_tail, at, 1) != 0);
      if (flit.head) headers_.erase(flit.packet.value());
      inputs_[p]->eject(flit, t);
    }
    if (credits) {
      --held_[seam().numbering().vc(inputs_[p]->channel(), v).value()];
      inputs_[p]->credit(static_cast<std::uint8_t>(v), t);
    }
  }

  [[nodiscard]] unsigned port_of(ChannelId channel) const { return seam().numbering().is_network(channel) ? seam().port(channel) : kInterface; }

  const CubeTopology& mesh_;
  RtlParameters built_;
  Model model_;
  LinkReceiveIf* inputs_[kInterface + 1] = {};
  LinkSendIf* outputs_[kInterface] = {};
  std::unordered_map<std::uint32_t, Header> headers_;  // by message
  std::unordered_map<std::uint32_t, int> held_;        // flits by VC
  Candidates candidates_;
};

}  // namespace dateline
