// A router as a user may write it (docs/extend/router-systemc.md): a mesh, dimension order, one VC of two places. It
// asks the network for nothing but where packets go, reports nothing but flits and credits, and reports nothing. A
// channel is given to the head flit that has waited longest, then to that of the lowest input port. With these options
// of the machine (one VC, ideal ejection, atomic reuse) it gives the core's results.
#pragma once

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "models/network/topology/cube.hpp"
#include "sim/systemc/external_router.hpp"

namespace dateline {

class PlainRouter final : public ExternalRouter {
 public:
  PlainRouter(const sc_core::sc_module_name& name, NodeId node, const Topology& topology)
      : ExternalRouter(name, node, topology), mesh_(dynamic_cast<const CubeTopology&>(topology)) {}

 private:
  static constexpr int kPlaces = 2;
  struct Input {
    std::deque<ExternalFlit> buffer;
    Cycle since = 0;
    int out = -1;  // where its worm goes; -1: not known yet
    bool holds = false;
  };
  struct Output {
    int places = kPlaces, holder = -1;  // the input whose worm holds it
    bool leaving = false;               // the tail is sent, its credits are not back
  };

  void begin() override {
    inputs_.resize(static_cast<std::size_t>(in.size()));
    outputs_.resize(static_cast<std::size_t>(out.size()));
  }
  // The output by which a message goes on: along the first dimension in which it is not there yet.
  [[nodiscard]] int way(PacketId id) const {
    const std::uint16_t* const here = mesh_.coordinates(node());
    const std::uint16_t* const there = mesh_.coordinates(seam().destination(id));
    int d = 0;
    while (d < mesh_.dimensions() && here[d] == there[d]) ++d;
    if (d == mesh_.dimensions()) return kHere;
    int i = 0;
    for (; i < out.size(); ++i) {
      if (out[i]->channel() == kNoChannel) continue;  // to the interface
      const Channel& c = mesh_.channel(out[i]->channel());
      if (c.dimension == d && (c.sign > 0) == (here[d] < there[d])) break;
    }
    return i;
  }
  void cycle(Cycle t) override {
    for (int o = 0; o < out.size(); ++o) {
      Output& output = outputs_[static_cast<std::size_t>(o)];
      for (std::uint8_t vc = 0; out[o]->take_credit(t, vc);) ++output.places;
      if (output.leaving && output.places == kPlaces) {
        output.leaving = false;
        output.holder = -1;
      }
    }
    std::vector<int> waiting;
    for (int i = 0; i < in.size(); ++i) {
      Input& input = inputs_[static_cast<std::size_t>(i)];
      for (ExternalFlit flit; in[i]->take_flit(t, flit);) {
        if (flit.head) input.since = t;
        input.buffer.push_back(flit);
      }
      if (input.buffer.empty() || input.holds) continue;
      input.out = way(input.buffer.front().packet);
      if (input.out != kHere) waiting.push_back(i);
    }
    std::stable_sort(waiting.begin(), waiting.end(), [&](int a, int b) { return order_of(a) < order_of(b); });
    for (const int i : waiting) {
      Input& input = inputs_[static_cast<std::size_t>(i)];
      Output& output = outputs_[static_cast<std::size_t>(input.out)];
      if (output.holder >= 0) continue;
      output.holder = i;
      input.holds = true;
    }
    for (int i = 0; i < in.size(); ++i) move(i, t);
  }
  [[nodiscard]] std::pair<Cycle, std::uint16_t> order_of(int i) const {
    return {inputs_[static_cast<std::size_t>(i)].since, seam().port(in[i]->channel())};
  }
  void move(int i, Cycle t) {
    Input& input = inputs_[static_cast<std::size_t>(i)];
    if (input.buffer.empty()) return;
    ExternalFlit flit = input.buffer.front();
    if (input.out == kHere) {
      in[i]->eject(flit, t);
    } else {
      Output& output = outputs_[static_cast<std::size_t>(input.out)];
      if (!input.holds || output.places == 0) return;
      if (flit.head) ++flit.hops;
      out[input.out]->send(flit, t);
      --output.places;
      if (flit.tail) {
        output.leaving = true;
        input.holds = false;
      }
    }
    in[i]->credit(0, t);
    input.buffer.pop_front();
    if (flit.tail) input.out = -1;
  }

  static constexpr int kHere = -2;  // at its destination
  const CubeTopology& mesh_;
  std::vector<Input> inputs_;
  std::vector<Output> outputs_;
};

}  // namespace dateline
