// External routers that break one rule of the contract each, or lose something without breaking one: all are named,
// with cycle, node, port and VC.
#include <regex>

#include "sim/systemc/router/reference_router.hpp"
#include "tests/sim/systemc/external_runs.hpp"
#include "tests/sim/systemc/link_taps.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// The calls of a router on their way to a link, to be spoilt.
struct SpoiltSends final : SendTap {
  using SendTap::SendTap;
  std::function<void(LinkSendIf&, ExternalFlit, Cycle)> spoil;
  void send(const ExternalFlit& flit, Cycle t) override { spoil(link, flit, t); }
};
struct SpoiltReceives final : ReceiveTap {
  using ReceiveTap::ReceiveTap;
  std::function<void(LinkReceiveIf&, std::uint8_t, Cycle)> spoil_credit;
  std::function<void(LinkReceiveIf&, ExternalFlit, Cycle)> spoil_eject;
  std::function<bool(LinkReceiveIf&, const ExternalFlit&, Cycle)> loses;
  [[nodiscard]] bool take_flit(Cycle t, ExternalFlit& flit) override {
    while (link.take_flit(t, flit)) {
      if (!loses(link, flit, t)) return true;
    }
    return false;
  }
  void credit(std::uint8_t vc, Cycle t) override { spoil_credit(link, vc, t); }
  void eject(const ExternalFlit& flit, Cycle t) override { spoil_eject(link, flit, t); }
};

enum class Fault {
  loses_header,
  loses_body,
  loses_tail,
  loses_packet,
  loses_on_arrival,
  loses_at_destination,
  duplicates,
  wrong_vc,
  wrong_channel,
  swaps,
  lends_twice,
  lends_early,
  keeps_credits,
  reuses_early,
  ignores_places,
  turns_wrongly,
  ejects_twice,
  ejects_another,
  ejects_out_of_order,
  ejects_elsewhere,
  late,
  sleeps,
  unbroken
};

// A reference router that breaks one rule from cycle 100 on; what it loses, once. It does not tell what it holds, as a
// router of a user's may not.
class Broken final : public ReferenceRouter {
 public:
  SC_HAS_PROCESS(Broken);  // NOLINT: SystemC's macro
  static Fault fault;
  Broken(const sc_core::sc_module_name& name, NodeId node, const Topology& topology) : ReferenceRouter(name, node, topology) {
    SC_METHOD(late);
    sensitive << event_;
    dont_initialize();
  }
  [[nodiscard]] int held(VcId /*vc*/) const override { return -1; }

 private:
  void begin() override {
    ReferenceRouter::begin();
    if (fault == Fault::turns_wrongly) std::swap(ports().output_at[0], ports().output_at[1]);
    for (router::OutputPort& output : ports().outputs) {
      SpoiltSends& tap = *sends_.emplace_back(std::make_unique<SpoiltSends>(*output.link));
      tap.spoil = [this, &output](LinkSendIf& link, ExternalFlit flit, Cycle t) { send(output, link, flit, t); };
      output.link = &tap;
    }
    for (router::InputPort& input : ports().inputs) {
      SpoiltReceives& tap = *receives_.emplace_back(std::make_unique<SpoiltReceives>(*input.link));
      tap.spoil_credit = [this](LinkReceiveIf& link, std::uint8_t vc, Cycle t) { credit(link, vc, t); };
      tap.spoil_eject = [this](LinkReceiveIf& link, ExternalFlit flit, Cycle t) { eject(link, flit, t); };
      tap.loses = [this](LinkReceiveIf& link, const ExternalFlit& flit, Cycle t) { return arrives_spoilt(link, flit, t); };
      input.link = &tap;
    }
  }
  // The first time.
  bool loses(bool really) {
    if (!really || lost_) return false;
    return lost_ = true;
  }
  bool arrives_spoilt(LinkReceiveIf& link, const ExternalFlit& flit, Cycle t) {
    if (t >= 100 && fault == Fault::lends_early) link.credit(flit.vc, t);
    return t >= 100 && loses(fault == Fault::loses_on_arrival);
  }
  [[nodiscard]] static bool loses_sent(const ExternalFlit& flit) {
    switch (fault) {
      case Fault::loses_header:
        return flit.head;
      case Fault::loses_body:
        return !flit.head && !flit.tail;
      case Fault::loses_tail:
        return flit.tail;
      case Fault::loses_packet:
        return true;
      default:
        return false;
    }
  }
  void send(router::OutputPort& output, LinkSendIf& link, ExternalFlit flit, Cycle t) {
    if (t < 100) return link.send(flit, t);
    if (loses(loses_sent(flit))) {
      keeps_ = true;  // nor does its place come back
      return;
    }
    if (fault == Fault::wrong_vc && !flit.head) flit.vc ^= 1U;
    if (fault == Fault::swaps && (flit.sequence == 1 || flit.sequence == 2)) flit.sequence = static_cast<std::uint16_t>(3 - flit.sequence);
    if (fault == Fault::wrong_channel && !flit.head) return other(link).send(flit, t);
    if (fault == Fault::ejects_elsewhere && flit.head) {
      router::InputVc& from = *output.feed[flit.vc];
      flit.vc = from.vc;
      return from.input->link->eject(flit, t);
    }
    link.send(flit, t);
    if (fault == Fault::duplicates) link.send(flit, t);
  }
  [[nodiscard]] LinkSendIf& other(const LinkSendIf& link) const { return &sends_[0]->link == &link ? sends_[1]->link : sends_[0]->link; }
  void credit(LinkReceiveIf& link, std::uint8_t vc, Cycle t) {
    if (t >= 100 && fault == Fault::keeps_credits) return;
    if (keeps_) {
      keeps_ = false;
      return;
    }
    link.credit(vc, t);
    if (t >= 100 && fault == Fault::lends_twice) link.credit(vc, t);
  }
  void eject(LinkReceiveIf& link, ExternalFlit flit, Cycle t) {
    if (t < 100) return link.eject(flit, t);
    if (loses(fault == Fault::loses_at_destination && flit.tail)) {
      keeps_ = true;
      return;
    }
    if (fault == Fault::ejects_another) flit.packet = PacketId(flit.packet.value() ^ 1U);
    if (fault == Fault::ejects_out_of_order && (flit.sequence == 1 || flit.sequence == 2))
      flit.sequence = static_cast<std::uint16_t>(3 - flit.sequence);
    link.eject(flit, t);
    if (fault == Fault::ejects_twice) link.eject(flit, t);
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
  std::vector<std::unique_ptr<SpoiltSends>> sends_;
  std::vector<std::unique_ptr<SpoiltReceives>> receives_;
  sc_core::sc_event event_;
  Cycle at_ = 0;
  bool lost_ = false, keeps_ = false;
};
Fault Broken::fault = Fault::unbroken;

Outcome run_of(Fault fault, std::uint32_t length, Cycle cycles, Cycle stall, const std::function<bool(NodeId)>& broken) {
  Broken::fault = fault;
  const TestNetwork net("mesh:4x4", 2);
  RouterConfig config = with_vcs(2);
  config.execution.stall_limit = stall;
  RunConfig settings = short_run(length, 0.6);
  settings.cycles = cycles;
  return run_with(net, config, settings, some<Broken>(broken));
}

bool is_five(NodeId node) { return node.value() == 5; }

// A run with node 5 of a mesh broken; gives what it throws.
std::string complaint(Fault fault, std::uint32_t length) {
  try {
    (void)run_of(fault, length, 20000, 2000, is_five);
  } catch (const std::exception& e) {
    return e.what();
  }
  return "nothing";
}

// Cycle, node, port and VC, and what is wrong.
void check_caught(Fault fault, std::uint32_t length, const std::string& what) {
  const std::string text = complaint(fault, length);
  CHECK_THAT(text, Catch::Contains("cycle ") && Catch::Contains("node 5") && Catch::Contains(" vc ") && Catch::Contains(what));
  CHECK_THAT(text, Catch::Contains(" port ") || Catch::Contains("to its interface"));
  // The port is that of node 5 that leads to the other end of the channel.
  std::smatch named;
  if (!std::regex_search(text, named, std::regex(R"((in|out)put port (\d+) \((\d+)->(\d+)\))"))) return;
  const TestNetwork net("mesh:4x4", 2);
  const Port port(static_cast<std::uint16_t>(std::stoi(named[2])));
  CHECK(peer(*net.topology, NodeId(5), port) == NodeId(static_cast<std::uint32_t>(std::stoi(named[1] == "out" ? named[4] : named[3]))));
}

}  // namespace

TEST_CASE("a reference router behind taps that spoil nothing runs on") { CHECK(complaint(Fault::unbroken, 5) == "nothing"); }
TEST_CASE("a router that loses a head flit is caught") { check_caught(Fault::loses_header, 5, "is sent as another"); }
TEST_CASE("a router that loses a body flit is caught") { check_caught(Fault::loses_body, 5, "is sent as another"); }
TEST_CASE("a router that loses a tail is caught") { check_caught(Fault::loses_tail, 5, "has stood there since cycle"); }
TEST_CASE("a router that loses a packet of one flit is caught") { check_caught(Fault::loses_packet, 1, "has stood there since cycle"); }
TEST_CASE("a router that loses a packet of one flit before it routes it is caught") {
  check_caught(Fault::loses_on_arrival, 1, "has stood there since cycle");
}
TEST_CASE("a router that loses a tail at its destination is caught") { check_caught(Fault::loses_at_destination, 5, "has stood there since cycle"); }
TEST_CASE("a router that duplicates a flit is caught") { check_caught(Fault::duplicates, 5, "a second flit on the link"); }
TEST_CASE("a router that sends a body flit on another VC is caught") { check_caught(Fault::wrong_vc, 5, "that does not hold the VC"); }
TEST_CASE("a router that sends a body flit over another channel is caught") { check_caught(Fault::wrong_channel, 5, "that does not hold the VC"); }
TEST_CASE("a router that swaps two body flits is caught") { check_caught(Fault::swaps, 5, "flit 2 of 5 of packet"); }
TEST_CASE("a router that lends a credit twice is caught") { check_caught(Fault::lends_twice, 5, "a credit is returned for no flit"); }
TEST_CASE("a router that gives a credit before the flit leaves is caught") {
  check_caught(Fault::lends_early, 5, "a credit is returned for no flit");
}
TEST_CASE("a router that never returns a credit is caught") { check_caught(Fault::keeps_credits, 5, "a credit has been owed"); }
TEST_CASE("a router that reuses a VC early is caught with packets of one flit") { check_caught(Fault::reuses_early, 1, "a head flit (packet"); }
TEST_CASE("a router that reuses a VC early is caught with packets of two flits") { check_caught(Fault::reuses_early, 2, "a head flit (packet"); }
TEST_CASE("a router that sends on a full VC is caught") { check_caught(Fault::ignores_places, 5, "no place is free downstream"); }
TEST_CASE("a router that turns where the relation forbids is caught") { check_caught(Fault::turns_wrongly, 5, "which the relation forbids"); }
TEST_CASE("a router that hands a flit over twice is caught") { check_caught(Fault::ejects_twice, 5, "a second flit is handed over in one cycle"); }
TEST_CASE("a router that hands over a flit of another packet is caught") { check_caught(Fault::ejects_another, 5, "is handed over as another"); }
TEST_CASE("a router that hands flits over out of their order is caught") { check_caught(Fault::ejects_out_of_order, 5, "is handed over as another"); }
TEST_CASE("a router that hands a flit over where it is not to stay is caught") {
  check_caught(Fault::ejects_elsewhere, 5, "that is not at its destination");
}
TEST_CASE("a router that answers late is refused by its name") {
  CHECK_THAT(complaint(Fault::late, 5), Catch::Contains("router_5") && Catch::Contains("for cycle 100") && Catch::Contains("belongs to cycle 101"));
}
TEST_CASE("a router that stops is caught") { check_caught(Fault::sleeps, 5, "has stood there since cycle"); }
TEST_CASE("a network that stops is caught before any of its routers") {
  CHECK_THROWS_WITH(run_of(Fault::sleeps, 5, 20000, 300, [](NodeId) { return true; }),
                    Catch::Contains("no flit has moved for") && Catch::Contains("stands at node"));
}
// What is lost too late to be caught is named at the end.
TEST_CASE("a run that ends with a lost tail names its packet and where it stands") {
  const Outcome outcome = run_of(Fault::loses_tail, 5, 600, ExecutionOptions().stall_limit, is_five);
  REQUIRE(outcome.oldest);
  CHECK_THAT(*outcome.oldest, Catch::StartsWith("packet ") && Catch::Contains(" at node 5, ") && Catch::Contains(" vc ") &&
                                  Catch::Contains("since cycle 512 or before"));
}
