// A router as a user may write it (docs/extend/router-systemc.md): a mesh, dimension order, one VC of two places. It
// asks the network for nothing but where packets go, reports nothing but flits and credits, and reports nothing. A
// channel is given to the head flit that has waited longest, then to that of the lowest input port. It is for one VC,
// ideal ejection and atomic reuse, and gives the core's results.
#pragma once

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "models/base/error.hpp"
#include "models/network/topology/grid.hpp"
#include "sim/systemc/external_router.hpp"

namespace dateline {

class PlainRouter final : public ExternalRouter {
 public:
  PlainRouter(const sc_core::sc_module_name& name, NodeId node, const Topology& topology)
      : ExternalRouter(name, node, topology), mesh_(mesh_of(topology)) {}

 private:
  static constexpr int kPlaces = 2;
  static constexpr std::size_t kHere = ~std::size_t{0};  // at its destination
  struct Input {
    std::deque<ExternalFlit> buffer;
    Cycle since = 0;
    std::size_t out = kHere;  // where its worm goes
    bool holds = false;
  };
  struct Output {
    int places = kPlaces;
    bool held = false;     // by a worm
    bool leaving = false;  // its tail is sent, the credits are not back
  };

  static const Grid& mesh_of(const Topology& topology) {
    const Grid* const grid = topology.grid();
    if (grid == nullptr || grid->lines() != Grid::Lines::open) throw ConfigError("PlainRouter", "topology", topology.name(), "is no mesh");
    return *grid;
  }
  void begin() override {
    const RouterConfig& config = seam().config();
    const auto wants = [&](bool holds, const char* key, const char* allowed) {
      if (!holds) throw ConfigError(name(), key, std::string("is not this router's; allowed: ") + allowed);
    };
    wants(config.vcs == 1 && config.injection_vcs == 1, "vcs", "1");
    wants(config.buffer_depth == kPlaces, "buffer-depth", "2");
    wants(config.ejection == Ejection::ideal, "router.ejection", "ideal");
    wants(config.vc_reuse == VcReuse::atomic, "router.vc-reuse", "atomic");
    ins_.resize(inputs().size());
    outs_.resize(outputs().size());
  }
  // The output by which a message goes on: along the first dimension in which it is not there yet.
  [[nodiscard]] std::size_t way(PacketId id) const {
    const std::uint16_t* const here = mesh_.row(node().value());
    const std::uint16_t* const there = mesh_.row(seam().destination(id).value());
    int d = 0;
    while (d < mesh_.dimensions() && here[d] == there[d]) ++d;
    if (d == mesh_.dimensions()) return kHere;
    std::size_t o = 0;
    while (outputs()[o]->leads_to().dimension != d || (outputs()[o]->leads_to().sign > 0) != (here[d] < there[d])) ++o;
    return o;
  }
  void cycle(Cycle t) override {
    for (std::size_t o = 0; o < outs_.size(); ++o) {
      Output& output = outs_[o];
      for (std::uint8_t vc = 0; outputs()[o]->take_credit(t, vc);) ++output.places;
      if (output.leaving && output.places == kPlaces) output.leaving = output.held = false;
    }
    std::vector<std::size_t> waiting;
    for (std::size_t i = 0; i < ins_.size(); ++i) {
      Input& input = ins_[i];
      for (ExternalFlit flit; inputs()[i]->take_flit(t, flit);) {
        if (flit.head) input.since = t;
        input.buffer.push_back(flit);
      }
      if (input.buffer.empty() || input.holds) continue;
      input.out = way(input.buffer.front().packet);
      if (input.out != kHere) waiting.push_back(i);
    }
    std::stable_sort(waiting.begin(), waiting.end(), [&](std::size_t a, std::size_t b) { return order_of(a) < order_of(b); });
    for (const std::size_t i : waiting) {
      Output& output = outs_[ins_[i].out];
      if (output.held) continue;
      output.held = ins_[i].holds = true;
    }
    for (std::size_t i = 0; i < ins_.size(); ++i) move(i, t);
  }
  [[nodiscard]] std::pair<Cycle, std::uint16_t> order_of(std::size_t i) const { return {ins_[i].since, seam().port(inputs()[i]->channel())}; }
  void move(std::size_t i, Cycle t) {
    Input& input = ins_[i];
    if (input.buffer.empty()) return;
    ExternalFlit flit = input.buffer.front();
    if (input.out == kHere) {
      inputs()[i]->eject(flit, t);
    } else {
      Output& output = outs_[input.out];
      if (!input.holds || output.places == 0) return;
      if (flit.head) ++flit.hops;
      outputs()[input.out]->send(flit, t);
      --output.places;
      if (flit.tail) {
        output.leaving = true;
        input.holds = false;
      }
    }
    inputs()[i]->credit(0, t);
    input.buffer.pop_front();
  }

  const Grid& mesh_;
  std::vector<Input> ins_;
  std::vector<Output> outs_;
};

}  // namespace dateline
