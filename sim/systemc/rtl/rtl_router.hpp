// A router written in Verilog, Verilated (dateline_add_rtl_router in CMake), at a node of a 2-D mesh. The pins and
// their times are those of docs/extend/router-verilog.md: this module writes what is due onto them, gives the model one
// clock edge a cycle, and sends what its registers then hold. The RTL's clock stands still while the network is idle.
// A model without eject pins has a local output port: an ejection channel, behind which there is always room.
// The core checks every flit and credit (sim/core/external/call_checks.hpp): a header may leave only where the routing
// relation lets it, a body flit only behind its header, a flit only into a free place, a credit only for a flit that
// left.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "sim/systemc/external_router.hpp"
#include "sim/systemc/rtl/flit_bits.hpp"
#include "sim/systemc/rtl/pins.hpp"
#include "sim/systemc/rtl/rtl_parameters.hpp"
#include "sim/systemc/rtl/rtl_waves.hpp"

namespace dateline {

template <typename Model, typename = void>
struct HasEjectPins : std::false_type {};
template <typename Model>
struct HasEjectPins<Model, std::void_t<decltype(std::declval<Model&>().eject_valid)>> : std::true_type {};

template <typename Model>
class RtlRouter final : public ExternalRouter {
 public:
  static constexpr bool kLocalPort = !HasEjectPins<Model>::value;

  // `topology` must outlive the module.
  RtlRouter(const sc_core::sc_module_name& name, NodeId node, const Topology& topology, const RtlParameters& built)
      : ExternalRouter(name, node, topology), topology_(topology), built_(built) {}

  // Before time begins: its waves go to a file, from cycle `from` on. Throws ConfigError if it was built without.
  void write_waves(const std::string& path, Cycle from) { waves_.open(model_, name(), path, from); }

  [[nodiscard]] int held(VcId vc) const override {
    const auto it = held_.find(vc.value());
    return it == held_.end() ? 0 : it->second;
  }

 private:
  static constexpr unsigned kInterface = 4;  // the fifth port
  static constexpr unsigned kOutputs = kLocalPort ? kInterface + 1 : kInterface;

  // A packet in the router: where it came, and its header as it came.
  struct Inside {
    ChannelId in;
    ExternalFlit header;
  };
  struct Output {
    LinkSendIf* link = nullptr;
    std::vector<unsigned> credits;  // that are due, by VC
  };

  void begin() override {
    mesh_ = &check_rtl(name(), seam().config(), topology_, built_, kLocalPort);
    for (int i = 0; i < in.size(); ++i) {
      const ChannelId channel = in[i]->channel();
      inputs_[seam().numbering().is_network(channel) ? seam().port(channel) : kInterface] = in[i];
      if (built_.early_credits) seam().gives_credits_early(channel);
    }
    for (Output& output : outputs_) output.credits.assign(built_.vcs, 0);
    for (int i = 0; i < out.size(); ++i) {
      const ChannelId channel = out[i]->channel();
      if (channel != kNoChannel)
        outputs_[seam().numbering().is_network(channel) ? topology_.channel(channel).from_port.value() : kInterface].link = out[i];
    }
    model_.x = mesh_->row(node().value())[0];
    model_.y = mesh_->row(node().value())[1];
    model_.reset = 1;
    set_clock(model_, 0);
    set_clock(model_, 1);
    model_.reset = 0;
  }
  void end_of_simulation() override { waves_.close(); }

  void cycle(Cycle t) override {
    model_.in_valid = 0;
    for (unsigned p = 0; p <= kInterface; ++p) take_flit(p, t);
    for (unsigned p = 0; p < kOutputs; ++p) take_credits(p, t);
    set_clock(model_, 0);
    waves_.note(t, false);
    set_clock(model_, 1);
    waves_.note(t, true);
    for (unsigned p = 0; p < kOutputs; ++p) send(p, t);
    for (unsigned p = 0; p <= kInterface; ++p) {
      for (unsigned v = 0; v < built_.vcs; ++v) give_back(p, v, t);
    }
  }

  void take_flit(unsigned p, Cycle t) {
    ExternalFlit flit;
    if (inputs_[p] == nullptr || !inputs_[p]->take_flit(t, flit)) return;
    if (flit.head) packets_[flit.packet.value()] = {inputs_[p]->channel(), flit};
    const std::uint16_t* const to = flit.head ? mesh_->row(seam().destination(flit.packet).value()) : nullptr;
    set_bits(model_.in_valid, p, 1, 1);
    set_bits(model_.in_head, p, 1, flit.head ? 1 : 0);
    set_bits(model_.in_tail, p, 1, flit.tail ? 1 : 0);
    set_bits(model_.in_vc, p * 8, 8, flit.vc);
    set_bits(model_.in_data, p * kFlitBits, kFlitBits, bits_of(flit, to));
    ++held_[seam().numbering().vc(inputs_[p]->channel(), flit.vc).value()];
  }

  // As many of those that are due as the pins take.
  void take_credits(unsigned p, Cycle t) {
    Output& output = outputs_[p];
    std::uint8_t vc = 0;
    while (output.link != nullptr && output.link->take_credit(t, vc)) ++output.credits[vc];
    unsigned room = built_.port_credits == 0 ? ~0U : built_.port_credits;
    for (unsigned v = 0; v < built_.vcs; ++v) {
      const unsigned given = std::min({output.credits[v], room, (1U << built_.credit_bits) - 1});
      set_bits(model_.out_credit, (p * built_.vcs + v) * built_.credit_bits, built_.credit_bits, given);
      output.credits[v] -= given;
      room -= given;
    }
  }

  // The flit in the output register of a port.
  void send(unsigned p, Cycle t) {
    if (bits(model_.out_valid, p, 1) == 0) return;
    Output& output = outputs_[p];
    if (output.link == nullptr)
      throw ExternalRouterError(fmt::format("cycle {}: {}: a flit leaves through port {}, which leads nowhere", t, name(), p));
    const auto vc = static_cast<std::uint8_t>(bits(model_.out_vc, p * 8, 8));
    ExternalFlit flit =
        flit_of(bits(model_.out_data, p * kFlitBits, kFlitBits), vc, bits(model_.out_head, p, 1) != 0, bits(model_.out_tail, p, 1) != 0);
    if (flit.head && p != kInterface) continue_header(flit, output.link->channel(), t);
    output.link->send(flit, t);
    if (p == kInterface) ++output.credits[vc];  // seen in the next cycle
    left(flit);
  }

  // RTL carries no state of the routing relation: it is asked again, for the channel that the RTL chose. Where it
  // offers none the core refuses the flit.
  void continue_header(ExternalFlit& flit, ChannelId onward, Cycle t) {
    const auto it = packets_.find(flit.packet.value());
    if (it == packets_.end() || flit.vc >= built_.vcs) return;  // the core refuses it
    candidates_.clear();
    seam().offers(t, it->second.in, flit.packet, it->second.header.state, candidates_);
    for (const Candidate& c : candidates_) {
      const bool vc_index = c.exit == Exit::channel && (seam().numbering().vcs_of_classes(c.classes) >> flit.vc & 1U) != 0;
      if (vc_index && c.channel == onward) flit.state = c.next;
    }
    flit.hops = it->second.header.hops + 1;
  }

  void left(const ExternalFlit& flit) {
    const auto it = packets_.find(flit.packet.value());
    if (it == packets_.end()) return;  // the core refuses it
    --held_[seam().numbering().vc(it->second.in, it->second.header.vc).value()];
    if (flit.tail) packets_.erase(it);
  }

  void give_back(unsigned p, unsigned v, Cycle t) {
    const unsigned at = p * built_.vcs + v;
    bool ejects = false;
    if constexpr (!kLocalPort) ejects = bits(model_.eject_valid, at, 1) != 0;
    auto credits = static_cast<unsigned>(bits(model_.in_credit, at * built_.credit_bits, built_.credit_bits));
    if (!ejects && credits == 0) return;
    if (inputs_[p] == nullptr)
      throw ExternalRouterError(fmt::format("cycle {}: {}: a flit leaves a buffer of port {}, where none arrives", t, name(), p));
    if constexpr (!kLocalPort) {
      if (ejects) {
        const ExternalFlit flit = flit_of(bits(model_.eject_data, at * kFlitBits, kFlitBits), static_cast<std::uint8_t>(v),
                                          bits(model_.eject_head, at, 1) != 0, bits(model_.eject_tail, at, 1) != 0);
        inputs_[p]->eject(flit, t);
        left(flit);
      }
    }
    for (; credits > 0; --credits) inputs_[p]->credit(static_cast<std::uint8_t>(v), t);
  }

  const Topology& topology_;
  const Grid* mesh_ = nullptr;
  RtlParameters built_;
  Model model_;
  RtlWaves<Model> waves_;
  LinkReceiveIf* inputs_[kInterface + 1] = {};
  Output outputs_[kInterface + 1] = {};
  std::unordered_map<std::uint32_t, Inside> packets_;  // by number
  std::unordered_map<std::uint32_t, int> held_;        // flits by VC
  Candidates candidates_;
};

}  // namespace dateline
