// A router of a user's own that tells the core nothing but its flits and credits.
#include <deque>

#include "tests/sim/systemc/open_runs.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// A router as a user may write it: one VC, dimension order on a mesh, two places a buffer. It draws on nothing of the
// network but where messages go, tells the core nothing, and reports nothing. A channel is given to the header that has
// waited longest, then to the lowest input port.
class Plain final : public OpenRouter {
 public:
  Plain(const sc_core::sc_module_name& name, NodeId node, const Topology& topology) : OpenRouter(name, node, topology), topology_(topology) {}

 private:
  struct Input {
    std::deque<OpenFlit> buffer;
    Cycle since = 0;
    int out = -1;  // where its worm goes; -1: not known yet
    bool holds = false;
  };
  struct Output {
    int places = 2, holder = -1;  // the input whose worm holds it
    bool leaving = false;         // the tail is sent, its places are not home
  };

  void begin() override {
    inputs_.resize(static_cast<std::size_t>(in.size()));
    outputs_.resize(static_cast<std::size_t>(out.size()));
  }
  [[nodiscard]] int way(MessageId id) const {
    const std::uint32_t here = node().value(), there = seam().destination(id).value();
    if (here == there) return kHere;
    const std::uint32_t dx = here % 4, tx = there % 4;
    for (int i = 0; i < out.size(); ++i) {
      if (out[i]->channel() == kNoChannel) continue;
      const Channel& c = topology_.channel(out[i]->channel());
      if (dx != tx ? c.dimension == 0 && c.sign == (dx < tx ? 1 : -1) : c.dimension == 1 && c.sign == (here < there ? 1 : -1)) return i;
    }
    return -1;
  }
  void cycle(Cycle t) override {
    for (int o = 0; o < out.size(); ++o) {
      Output& output = outputs_[static_cast<std::size_t>(o)];
      for (std::uint8_t vc = 0; out[o]->take_credit(t, vc);) ++output.places;
      if (output.leaving && output.places == 2) {
        output.leaving = false;
        output.holder = -1;
      }
    }
    std::vector<int> waiting;
    for (int i = 0; i < in.size(); ++i) {
      Input& input = inputs_[static_cast<std::size_t>(i)];
      for (OpenFlit flit; in[i]->take_flit(t, flit);) {
        if (flit.head) input.since = t;
        input.buffer.push_back(flit);
      }
      if (input.buffer.empty() || input.holds) continue;
      input.out = way(input.buffer.front().message);
      if (input.out != kHere) waiting.push_back(i);
    }
    std::stable_sort(waiting.begin(), waiting.end(), [&](int a, int b) { return port_key(a) < port_key(b); });
    for (const int i : waiting) {
      Input& input = inputs_[static_cast<std::size_t>(i)];
      Output& output = outputs_[static_cast<std::size_t>(input.out)];
      if (output.holder >= 0) continue;
      output.holder = i;
      input.holds = true;
    }
    for (int i = 0; i < in.size(); ++i) move(i, t);
  }
  [[nodiscard]] std::pair<Cycle, std::uint16_t> port_key(int i) const {
    return {inputs_[static_cast<std::size_t>(i)].since, seam().port(in[i]->channel())};
  }
  void move(int i, Cycle t) {
    Input& input = inputs_[static_cast<std::size_t>(i)];
    if (input.buffer.empty()) return;
    OpenFlit flit = input.buffer.front();
    if (input.out == kHere) {
      in[i]->eject(0, t);
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

  static constexpr int kHere = -2;
  const Topology& topology_;
  std::vector<Input> inputs_;
  std::vector<Output> outputs_;
};

}  // namespace

TEST_CASE("a plain router of a user's, which tells the core nothing, gives the core's results at some nodes") {
  const TestNetwork net("mesh:4x4", 1);
  MachineConfig config = with_vcs(1);
  for (const std::uint32_t length : {1U}) {
    const RunConfig settings = short_run(length, 0.3);
    const RunResult open = run_with(net, config, settings, some<Plain>([](NodeId v) { return v.value() % 3 == 1; })).result;
    const RunResult core = alone(net, config, settings);
    CHECK(open.latency.mean == core.latency.mean);
    CHECK(open.channel_flits == core.channel_flits);
    CHECK(open.simulated_cycles == core.simulated_cycles);
  }
}

TEST_CASE("a plain router of a user's gives the core's results at all nodes, with long messages") {
  const TestNetwork net("mesh:4x4", 1);
  const RunConfig settings = short_run(20, 0.2);
  const Outcome open = run_with(net, with_vcs(1), settings, some<Plain>([](NodeId) { return true; }));
  const RunResult core = alone(net, with_vcs(1), settings);
  CHECK(open.result.latency.mean == core.latency.mean);
  CHECK(open.result.channel_flits == core.channel_flits);
  CHECK(open.result.simulated_cycles == core.simulated_cycles);
  CHECK(open.forwarded > 1000);
}

TEST_CASE("a network that changes is refused where a router cannot drop what is lost") {
  struct Changing final : CycleClient {
    explicit Changing(const RoutingRelation& after) : relation(after) {}
    const RoutingRelation& relation;
    void begin(Machine& /*machine*/) override {}
    Cycle execute(Machine& machine, Cycle now) override {
      machine.step(now);
      return now + 1;
    }
    void before(Machine& machine, Cycle next) override {
      if (next == 5) machine.change(relation, next);
    }
    [[nodiscard]] bool finished() const override { return false; }
    void delivered(const Delivery& /*delivery*/) override {}
  };
  const TestNetwork net("mesh:4x4", 1);
  Changing client(*net.relation);
  Network network("network", *net.topology, *net.relation, with_vcs(1), client, sc_core::sc_time(1, sc_core::SC_NS),
                  some<Plain>([](NodeId v) { return v.value() == 6; }));
  sc_core::sc_start();
  CHECK_THROWS_WITH(network.scheduler().rethrow(), Catch::Contains("cycle 5") && Catch::Contains("node 6 cannot drop what is lost"));
}
