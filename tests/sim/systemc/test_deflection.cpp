// Routers that send head flits over hops outside the relation: declared, they are held to conservation, one flit a
// channel and cycle, and delivery in time; undeclared, they are refused.
#include <algorithm>

#include "sim/systemc/examples/deflection_router.hpp"
#include "tests/sim/systemc/external_runs.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

RouterConfig bufferless(Cycle stall = ExecutionOptions().stall_limit) {
  RouterConfig config = with_vcs(1);
  config.buffer_depth = 2;
  config.vc_reuse = VcReuse::tail;
  config.execution.stall_limit = stall;
  return config;
}

bool everywhere(NodeId /*node*/) { return true; }

// Sends every flit back to where it came from, for ever, and a new one through its first port; declares it or not.
template <bool declares>
class Bouncing final : public ExternalRouter {
 public:
  using ExternalRouter::ExternalRouter;

 private:
  void begin() override { waiting_.resize(inputs().size()); }
  void cycle(Cycle t) override {
    for (LinkSendIf* const output : outputs()) {
      for (std::uint8_t vc = 0; output->take_credit(t, vc);) continue;
    }
    bool first_is_taken = false;
    for (std::size_t i = 0; i < inputs().size(); ++i) {
      for (ExternalFlit flit; inputs()[i]->take_flit(t, flit);) waiting_[i].push_back(flit);
      const bool network = inputs()[i]->comes_from().network;
      if (waiting_[i].empty() || (!network && first_is_taken)) continue;
      first_is_taken = first_is_taken || i == 0;
      ExternalFlit flit = waiting_[i].front();
      waiting_[i].erase(waiting_[i].begin());
      flit.deflected = declares;
      outputs()[network ? i : 0]->send(flit, t);
      inputs()[i]->credit(0, t);
    }
  }
  std::vector<std::vector<ExternalFlit>> waiting_;
};

void check_conserved(double load) {
  const TestNetwork net("mesh:4x4", 1);
  const Outcome outcome = run_with(net, bufferless(), short_run(1, load), some<DeflectionRouter>(everywhere));
  const RunResult& result = outcome.result;
  CHECK(result.packets.generated == result.packets.delivered + result.packets.in_flight);
  CHECK(result.packets.measured > 1000);
  CHECK(*std::max_element(result.channels.flits.begin(), result.channels.flits.end()) <= 600);  // one flit a cycle of the window
  CHECK(outcome.forwarded == result.flit_hops);
}

}  // namespace

TEST_CASE("bufferless routers that deflect deliver every packet once") { check_conserved(0.3); }
TEST_CASE("bufferless routers that deflect deliver packets beyond their saturation") { check_conserved(0.95); }

TEST_CASE("a packet that is deflected for ever is named with its age, its hops and where it is") {
  const TestNetwork net("mesh:4x4", 1);
  // Before a new flit that waits at its interface is named, which takes two looks longer.
  CHECK_THROWS_WITH(run_with(net, bufferless(1000), short_run(1, 0.1), some<Bouncing<true>>(everywhere)),
                    Catch::Contains("cycle ") && Catch::Contains("is not delivered 1") && Catch::Contains(" hops after its injection; it is ") &&
                        Catch::Contains("packet "));
}

TEST_CASE("a hop outside the relation is refused unless it is declared") {
  const TestNetwork net("mesh:4x4", 1);
  CHECK_THROWS_WITH(run_with(net, bufferless(), short_run(1, 0.1), some<Bouncing<false>>(everywhere)),
                    Catch::Contains("cycle ") && Catch::Contains("node ") && Catch::Contains("output port") && Catch::Contains("vc 0") &&
                        Catch::Contains("which the relation forbids"));
}
