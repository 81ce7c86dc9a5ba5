// The audit notices every count that is wrong, in either direction: a state of worms on their way is corrupted in one
// place at a time, found, mended.
#include <catch2/catch.hpp>
#include <functional>

#include "models/base/error.hpp"
#include "sim/core/cycle/cycle_engine.hpp"
#include "sim/core/inspect/audit.hpp"
#include "sim/core/inspect/channel_counters.hpp"
#include "sim/core/state/router_events.hpp"
#include "tests/support/harness.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// Messages along a row of eight, one way, each some hops behind the one before; `cycles` later.
class Worms final : private DeliveryObserver {
 public:
  Worms(const RouterConfig& config, Cycle cycles) : net_("mesh:8", config.vcs), tile(config, Wiring::of(*net_.topology), *net_.relation) {
    const auto engine = make_engine(tile, nobody_);
    for (const std::uint32_t from : {0U, 1U, 2U}) tile.sources.send(TerminalId(from), {0, TerminalId(7), 12, 0, true});
    for (Cycle now = 0; now < cycles; ++now) {
      tile.now = now;
      engine->execute(tile);
      if (!tile.delivery_queue.empty()) tile.delivery_queue.run(tile.packets, *this);
    }
    audit(tile);
  }
  // Of buffers and channels into them, not of ejection channels.
  template <typename Visit>
  void for_each_buffer(Visit visit) {
    for (std::uint32_t v = 0; v < tile.numbering.first_ejection(); ++v) {
      const ChannelId channel = tile.numbering.channel_of(VcId(v));
      if (tile.numbering.vc_index(VcId(v)) < tile.numbering.vcs(channel)) visit(VcId(v));
    }
  }

 private:
  void delivered(const Delivery& /*delivery*/) override {}
  TestNetwork net_;
  NullObserver nobody_;

 public:
  Tile tile;
};

// Puts `wrong` in place of `right`, which must be noticed, and back.
template <typename Value>
void require_noticed(const Tile& tile, Value& right, Value wrong) {
  const Value kept = right;
  right = wrong;
  CHECK_THROWS_AS(audit(tile), InvariantError);
  right = kept;
  REQUIRE_NOTHROW(audit(tile));
}

template <typename Count>
int both_directions(const Tile& tile, Count& count) {
  require_noticed(tile, count, static_cast<Count>(count + 1));
  if (count == 0) return 1;
  require_noticed(tile, count, static_cast<Count>(count - 1));
  return 2;
}

RouterConfig config_of(int latency, VcReuse reuse) {
  RouterConfig config;
  config.vcs = config.injection_vcs = 2;
  config.buffer_depth = 3;
  config.channel_latency = latency;
  config.vc_reuse = reuse;
  return config;
}

}  // namespace

TEST_CASE("a place too many or too few is noticed at every buffer, and so is a bit that says otherwise") {
  const int latency = GENERATE(1, 3);
  const VcReuse reuse = GENERATE(VcReuse::atomic, VcReuse::tail);
  const Cycle cycles = GENERATE(3U, 7U, 14U, 25U);
  CAPTURE(latency, cycles);
  Worms worms(config_of(latency, reuse), cycles);
  Tile& tile = worms.tile;
  const VcView view = tile.store.view();
  int tried = 0;
  worms.for_each_buffer([&](VcId vc) {
    CAPTURE(vc.value());
    VcState& record = view.records[vc.value()];
    const bool sending = record.sender.to_send > 0,
               in_use = sending || record.receiver.front != VcGlobalState::idle || tile.store.slots_taken(vc) > 0;
    if (!in_use) return;
    const std::uint64_t bit = vc_bit(vc.value());
    VcWord& word = view.words[vc.value() >> 6U];
    tried += both_directions(tile, record.sender.credits);
    require_noticed(tile, word.space, word.space ^ bit);
    require_noticed(tile, word.avail, word.avail ^ bit);
    if (sending) require_noticed(tile, word.busy, word.busy & ~bit);
    const VcGlobalState front = record.receiver.front;
    if (front == VcGlobalState::forwarding || front == VcGlobalState::waiting) tried += both_directions(tile, record.receiver.present);
  });
  CHECK(tried > 6);
}

TEST_CASE("flits that were never injected, and injected ones that are nowhere, are noticed") {
  const int latency = GENERATE(1, 3);
  Worms worms(config_of(latency, VcReuse::atomic), 5);  // none has arrived
  Tile& tile = worms.tile;
  const VcView view = tile.store.view();
  REQUIRE(count_totals(tile).ejected_flits == 0);
  REQUIRE(count_totals(tile).injected_flits > 0);
  int messages = 0, sources = 0;
  for (std::uint32_t m = 0; m < tile.packets.in_use(); ++m) {
    both_directions(tile, tile.packets[PacketId(m)].order.length);
    ++messages;
  }
  worms.for_each_buffer([&](VcId vc) {
    if (!tile.numbering.is_injection(vc) || view.records[vc.value()].sender.to_send == 0) return;
    both_directions(tile, view.records[vc.value()].sender.to_send);
    ++sources;
  });
  CHECK(messages == 3);
  CHECK(sources > 0);
}

TEST_CASE("a flit or a credit on its way too many is noticed, and one that is lost") {
  Worms worms(config_of(3, VcReuse::atomic), 14);
  Tile& tile = worms.tile;
  int flits = 0, credits = 0;
  for (Cycle ahead = 1; ahead < tile.events.slots().size(); ++ahead) {
    EventWheel::Slot& slot = tile.events.due_at(tile.now + ahead);
    for (const bool flit : {true, false}) {
      if (flit ? slot.arrivals.size() == 0 : slot.credits.size() == 0) continue;
      ++(flit ? flits : credits);
      const auto arrivals = slot.arrivals;
      const auto due_credits = slot.credits;
      if (flit) {
        slot.arrivals.push(*arrivals.begin());
      } else {
        slot.credits.push(*due_credits.begin());
      }
      CHECK_THROWS_AS(audit(tile), InvariantError);
      if (flit) {
        slot.arrivals.clear();
      } else {
        slot.credits.clear();
      }
      CHECK_THROWS_AS(audit(tile), InvariantError);
      slot.arrivals = arrivals;
      slot.credits = due_credits;
      REQUIRE_NOTHROW(audit(tile));
    }
  }
  CHECK(flits > 0);
  CHECK(credits > 0);
}

TEST_CASE("a chain of a worm that leads elsewhere is noticed") {
  Worms worms(config_of(1, VcReuse::atomic), 7);
  Tile& tile = worms.tile;
  const VcView view = tile.store.view();
  int links = 0;
  worms.for_each_buffer([&](VcId vc) {
    VcState& record = view.records[vc.value()];
    if (record.receiver.front == VcGlobalState::forwarding) {
      require_noticed(tile, record.receiver.onward, vc);
      ++links;
    }
    if (record.sender.to_send > 0 && !tile.numbering.is_injection(vc)) {
      require_noticed(tile, record.sender.feed, vc);
      ++links;
    }
  });
  CHECK(links > 4);
}

TEST_CASE("a buffer that feeds two VCs is noticed") {
  Worms worms(config_of(1, VcReuse::atomic), 7);
  Tile& tile = worms.tile;
  VcView view = tile.store.view();
  int links = 0;
  worms.for_each_buffer([&](VcId vc) {
    const VcState& record = view.records[vc.value()];
    const VcId other(vc.value() ^ 1U);  // of the same channel
    if (record.receiver.front == VcGlobalState::idle || record.sender.to_send == 0 || tile.numbering.is_injection(vc) || !tile.store.is_free(other))
      return;
    const VcState kept = view.records[other.value()];
    const VcPackets kept_worms = view.packets[other.value()];
    const std::uint64_t avail = view.words[vc.value() >> 6U].avail;
    view.allocate(other, record.sender.feed, view.packets[vc.value()].holder, record.sender.to_send);
    const bool flit_upstream = view.records[record.sender.feed.value()].receiver.present > 0;
    if (!flit_upstream) view.words[vc.value() >> 6U].avail = avail;
    CHECK_THROWS_WITH(audit(tile), Catch::Contains("its chain to the VC before it is broken"));
    view.records[other.value()] = kept;
    view.packets[other.value()] = kept_worms;
    view.words[vc.value() >> 6U].avail = avail;
    RouterEvents(tile).release(view, other);
    REQUIRE_NOTHROW(audit(tile));
    ++links;
  });
  CHECK(links > 0);
}
