// External routers that break one rule of the contract each: caught, with cycle, node, port and VC.
#include <regex>

#include "sim/systemc/router/reference_router.hpp"
#include "tests/sim/systemc/external_runs.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// The calls of a router on its way to a link, to be spoilt.
struct SendTap final : LinkSendIf {
  LinkSendIf* link = nullptr;
  std::function<void(LinkSendIf&, ExternalFlit, Cycle)> spoil;
  void publish_sender(const BoundEnd& end) override { link->publish_sender(end); }
  [[nodiscard]] const BoundEnd& receiver() const override { return link->receiver(); }
  void carry(ExternalLink& c, ExternalRouters& n, const VcNumbering& v, const CycleOfTime& t) override { link->carry(c, n, v, t); }
  void send(const ExternalFlit& flit, Cycle t) override { spoil(*link, flit, t); }
  [[nodiscard]] bool take_credit(Cycle t, std::uint8_t& vc) override { return link->take_credit(t, vc); }
  [[nodiscard]] ChannelId channel() const override { return link->channel(); }
};
struct CreditTap final : LinkReceiveIf {
  LinkReceiveIf* link = nullptr;
  std::function<void(LinkReceiveIf&, std::uint8_t, Cycle)> spoil;
  void publish_receiver(const BoundEnd& end) override { link->publish_receiver(end); }
  [[nodiscard]] const BoundEnd& sender() const override { return link->sender(); }
  void carry(ExternalLink& c, ExternalRouters& n, const VcNumbering& v, const CycleOfTime& t) override { link->carry(c, n, v, t); }
  [[nodiscard]] bool take_flit(Cycle t, ExternalFlit& flit) override { return link->take_flit(t, flit); }
  void credit(std::uint8_t vc, Cycle t) override { spoil(*link, vc, t); }
  void eject(std::uint8_t vc, Cycle t) override { link->eject(vc, t); }
  [[nodiscard]] ChannelId channel() const override { return link->channel(); }
};

enum class Fault {
  drops,
  duplicates,
  lends_twice,
  keeps_credits,
  reuses_early,
  ignores_places,
  turns_wrongly,
  body_without_head,
  late,
  sleeps,
  unbroken
};

// A reference router that breaks one rule of the contract from cycle 100 on.
class Broken final : public ReferenceRouter {
 public:
  SC_HAS_PROCESS(Broken);  // NOLINT: SystemC's macro
  static Fault fault;
  Broken(const sc_core::sc_module_name& name, NodeId node, const Topology& topology) : ReferenceRouter(name, node, topology) {
    SC_METHOD(late);
    sensitive << event_;
    dont_initialize();
  }

 private:
  void begin() override {
    ReferenceRouter::begin();
    if (fault == Fault::turns_wrongly) std::swap(ports().outputs[0].channel, ports().outputs[1].channel);
    for (router::OutputPort& output : ports().outputs) {
      SendTap& tap = *sends_.emplace_back(std::make_unique<SendTap>());
      tap.link = output.link;
      tap.spoil = [this](LinkSendIf& link, ExternalFlit flit, Cycle t) { send(link, flit, t); };
      output.link = &tap;
    }
    for (router::InputPort& input : ports().inputs) {
      CreditTap& tap = *credits_.emplace_back(std::make_unique<CreditTap>());
      tap.link = input.link;
      tap.spoil = [this](LinkReceiveIf& link, std::uint8_t vc, Cycle t) { credit(link, vc, t); };
      input.link = &tap;
    }
  }
  void send(LinkSendIf& link, const ExternalFlit& flit, Cycle t) {
    const bool now = t >= 100;
    const bool wanted = fault == Fault::drops ? !flit.head : fault == Fault::body_without_head && flit.head;
    if (now && wanted && !dropped_) {
      dropped_ = keeps_ = true;  // nor does its place come home
      return;
    }
    link.send(flit, t);
    if (now && fault == Fault::duplicates) link.send(flit, t);
  }
  void credit(LinkReceiveIf& link, std::uint8_t vc, Cycle t) {
    if (t >= 100 && fault == Fault::keeps_credits) return;
    if (keeps_) {
      keeps_ = false;
      return;
    }
    link.credit(vc, t);
    if (t >= 100 && fault == Fault::lends_twice) link.credit(vc, t);
  }
  void cycle(Cycle t) override {
    if (t < 100) return ReferenceRouter::cycle(t);
    at_ = t;
    if (fault == Fault::sleeps) return;
    if (fault == Fault::late) return event_.notify(sc_core::sc_time(700, sc_core::SC_PS));
    for (router::OutputPort& output : ports().outputs) {
      if (fault == Fault::reuses_early) output.free |= output.leaving;
      if (fault == Fault::ignores_places) output.space = ~0U;
    }
    ReferenceRouter::cycle(t);
  }
  void late() {
    guarded([this] { ReferenceRouter::cycle(at_); });
  }
  std::vector<std::unique_ptr<SendTap>> sends_;
  std::vector<std::unique_ptr<CreditTap>> credits_;
  sc_core::sc_event event_;
  Cycle at_ = 0;
  bool dropped_ = false, keeps_ = false;
};
Fault Broken::fault = Fault::unbroken;

// A run with node 5 of a mesh broken; gives what it throws.
std::string complaint(Fault fault, std::uint32_t length) {
  Broken::fault = fault;
  const TestNetwork net("mesh:4x4", 2);
  RouterConfig config = with_vcs(2);
  config.stall_limit = 2000;
  RunConfig settings = short_run(length, 0.6);
  settings.cycles = 20000;
  try {
    (void)run_with(net, config, settings, some<Broken>([](NodeId v) { return v.value() == 5; }));
  } catch (const std::exception& e) {
    return e.what();
  }
  return "nothing";
}

// Cycle, node, port and VC, and what is wrong.
void check_caught(Fault fault, std::uint32_t length, const std::string& what) {
  const std::string text = complaint(fault, length);
  CHECK_THAT(text, Catch::Contains("cycle ") && Catch::Contains("node 5") && Catch::Contains(what));
  CHECK_THAT(text, Catch::Contains(" port ") || Catch::Contains("to its interface") || Catch::Contains("no flit has moved"));
  // The port is that of node 5 that leads to the other end of the channel.
  std::smatch named;
  if (!std::regex_search(text, named, std::regex(R"((in|out)put port (\d+) \((\d+)->(\d+)\))"))) return;
  const TestNetwork net("mesh:4x4", 2);
  const Port port(static_cast<std::uint16_t>(std::stoi(named[2])));
  CHECK(peer(*net.topology, NodeId(5), port) == NodeId(static_cast<std::uint32_t>(std::stoi(named[1] == "out" ? named[4] : named[3]))));
}

}  // namespace

TEST_CASE("a reference router behind taps that spoil nothing runs on") { CHECK(complaint(Fault::unbroken, 5) == "nothing"); }
TEST_CASE("a router that drops a flit is caught") { check_caught(Fault::drops, 5, "is sent as another"); }
TEST_CASE("a router that duplicates a flit is caught") { check_caught(Fault::duplicates, 5, "a second flit on the link"); }
TEST_CASE("a router that lends a credit twice is caught") { check_caught(Fault::lends_twice, 5, "a credit is returned for no flit"); }
TEST_CASE("a router that never returns a credit is caught") { check_caught(Fault::keeps_credits, 5, "a credit has been owed"); }
TEST_CASE("a router that reuses a VC early is caught with packets of one flit") { check_caught(Fault::reuses_early, 1, "a head flit (packet"); }
TEST_CASE("a router that reuses a VC early is caught with packets of two flits") { check_caught(Fault::reuses_early, 2, "a head flit (packet"); }
TEST_CASE("a router that sends on a full VC is caught") { check_caught(Fault::ignores_places, 5, "no place is free downstream"); }
TEST_CASE("a router that turns where the relation forbids is caught") { check_caught(Fault::turns_wrongly, 5, "which the relation forbids"); }
TEST_CASE("a router that sends a body without its header is caught") { check_caught(Fault::body_without_head, 5, "is sent as another"); }
TEST_CASE("a router that answers late is refused by its name") {
  CHECK_THAT(complaint(Fault::late, 5), Catch::Contains("router_5") && Catch::Contains("for cycle 100") && Catch::Contains("belongs to cycle 101"));
}
TEST_CASE("a router that stops is caught by the progress watchdog") {
  const std::string text = complaint(Fault::sleeps, 5);
  CHECK_THAT(text, Catch::Contains("no flit has moved for") && Catch::Contains("stands at node"));
}
