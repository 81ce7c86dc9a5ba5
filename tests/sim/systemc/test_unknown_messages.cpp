// External routers whose flits carry the number of no packet, as those of a router in Verilog may: refused like any
// flit of a packet that does not hold the VC.
#include "sim/systemc/router/reference_router.hpp"
#include "tests/sim/systemc/external_runs.hpp"
#include "tests/sim/systemc/link_taps.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

constexpr std::uint32_t kNoPacket = 0x7fffffffU;

// Its first flit of the kind leaves under the number of no message.
template <bool kHead>
class Renumbering final : public ReferenceRouter {
 public:
  using ReferenceRouter::ReferenceRouter;

 private:
  struct Tap final : SendTap {
    using SendTap::SendTap;
    void send(const ExternalFlit& flit, Cycle t) override {
      ExternalFlit sent = flit;
      if (flit.head == kHead) sent.packet = PacketId(kNoPacket);
      link.send(sent, t);
    }
  };
  void begin() override {
    ReferenceRouter::begin();
    for (router::OutputPort& output : ports().outputs) output.link = taps_.emplace_back(std::make_unique<Tap>(*output.link)).get();
  }
  std::vector<std::unique_ptr<Tap>> taps_;
};

template <bool kHead>
void check_refused(const std::string& what) {
  const TestNetwork net("mesh:4x4", 2);
  const auto run = [&] { (void)run_with(net, with_vcs(2), short_run(5, 0.6), some<Renumbering<kHead>>([](NodeId v) { return v.value() == 5; })); };
  CHECK_THROWS_WITH(run(), Catch::Contains("node 5, output port ") && Catch::Contains(what) && Catch::Contains("2147483647"));
}

}  // namespace

TEST_CASE("a header under the number of no message is refused") { check_refused<true>("that does not wait in this router"); }
TEST_CASE("a body flit under the number of no message is refused") { check_refused<false>("that does not hold the VC"); }
