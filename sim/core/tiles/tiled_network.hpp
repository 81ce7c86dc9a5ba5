// One network as several tiles, with the results of one. A stretch of cycles - one, or as many as what crosses between
// tiles is under way - is executed by all tiles, each for itself, on as many threads as there are; what crosses from
// one to another is mail (packet/border.hpp), which is taken in the stretch after. Then the caller's thread alone hands
// over what the cycles have delivered, one after the other, in the order of (destination, source, sequence number).
// docs/reference/tiles.md says why the results cannot differ. What needs the network as a whole -
// counts, the watchdog, audits, changes - is done at a standstill: between two cycles all mail is taken, and gather()
// writes the state of the tiles into one tile of the whole network.
#pragma once

#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "sim/core/cycle/flit_watcher.hpp"
#include "sim/core/inspect/channel_counters.hpp"
#include "sim/core/inspect/counts.hpp"
#include "sim/core/tiles/partition.hpp"
#include "sim/core/tiles/tile_relation.hpp"
#include "sim/core/tiles/worker_pool.hpp"

namespace dateline {

class Standstill;

// How well a network was cut, and where the time of its threads went. It changes from run to run.
struct TilingReport {
  std::size_t tiles;
  unsigned threads;
  double border;                // part of the network channels that lead from one tile to another
  double stretch;               // cycles from one synchronisation of the tiles to the next, mean
  std::vector<double> seconds;  // that each tile worked
  double cycles_seconds;        // that passed while cycles were executed
  // Of the thread with the most work, above the mean of all; of all threads' time that which they waited.
  [[nodiscard]] double imbalance() const;
  [[nodiscard]] double waited() const;
};

class TiledNetwork {
 public:
  static constexpr Cycle kLongestStretch = 64;

  // `config`: with its bias (ugal_bias.hpp); `whole`: the numbers of the whole network, which must outlive it. Throws
  // ConfigError for what cannot be tiled.
  TiledNetwork(const RouterConfig& config, const Wiring& wiring, const RoutingRelation& relation, const VcNumbering& whole);
  ~TiledNetwork();

  [[nodiscard]] TilingReport report() const;

  std::uint64_t send(TerminalId source, const PacketRequest& order) {
    Member& member = *members_[tile_of_terminal_[source.value()]];
    if (!ahead_) return member.tile.sources.send(source, order);
    member.coming.push_back({*ahead_, source, order});
    return 0;
  }
  [[nodiscard]] const SourceQueues& sources_of(TerminalId source) const { return members_[tile_of_terminal_[source.value()]]->tile.sources; }
  // visit(source queues) of each tile.
  template <typename Visit>
  void for_sources(Visit visit) const {
    for (const std::unique_ptr<Member>& member : members_) visit(member->tile.sources);
  }
  void step(Cycle now, DeliveryObserver& observer);
  // As CompiledNetwork has them.
  [[nodiscard]] Cycle stretch() const { return stretch_; }
  void step(Cycle first, Cycle cycles, const std::function<void(Cycle)>& generate, DeliveryObserver& observer);
  void see_each_cycle() { stretch_ = 1; }
  [[nodiscard]] Cycle now() const { return now_; }  // the last cycle
  // Nothing is in flight or pending, whatever is queued at sources.
  [[nodiscard]] bool still();
  // No source is examined in the next cycle (SourceQueues).
  void hold_sources();
  // No packet is in the network.
  [[nodiscard]] bool empty();
  [[nodiscard]] bool idle();
  // Every flit is reported when its cycle is over, in the order of VCs, in place of what the counters count; before the
  // first cycle.
  void watch(FlitListener& listener);

  // The state of all tiles, into a tile of the whole network that was made of the same configuration.
  void gather(Tile& whole);
  // Between two cycles the network changes: it is gathered with its sources and counters (null: none) and, when the
  // whole has changed, written back; `relation` is that of the network from now on.
  void begin_change(Tile& whole, ChannelCounters* counters);
  void end_change(Tile& whole, const ChannelCounters* counters, const RoutingRelation& relation);
  void set_relation(const RoutingRelation& relation);
  // Of the links of all tiles (reconfiguration.hpp).
  void renew_links(const FaultMap& faults, Cycle now);
  void silence(const std::vector<std::uint8_t>& silent);
  // Likewise, what their counters have counted.
  void gather(ChannelCounters& counters, const Tile& whole) const;
  void gather_granted_flits(Tile& whole) const;
  [[nodiscard]] ErrorCounts link_errors() const {
    ErrorCounts sum;
    for (const std::unique_ptr<Member>& member : members_) sum.add(count_link_errors(member->tile));
    return sum;
  }

  // State, between two cycles: of each tile, so it is read by as many.
  template <typename Archive>
  void io(Archive& archive) {
    [[maybe_unused]] auto& [wiring, whole, parts, mail, members, tile_of, in_order, taken, stretch, from, now, ahead, listener, most, sent, time,
                            stretches, change, pool] = *this;
    take_mail();
    for (const std::unique_ptr<Member>& member : members) archive(*member);
    archive(now, most);
  }

 private:
  struct Member {
    Member(const RouterConfig& config, const Partition::Range& range, const RoutingRelation& relation);
    const Partition::Range& range;
    std::vector<std::unique_ptr<const TileRelation>> relations;  // of the network, or of the VC sets
    Tile tile;
    NullObserver nobody;
    std::optional<ChannelCounters> counters;
    std::optional<FlitWatcher> watcher;
    std::unique_ptr<CycleEngine> engine;
    // Of a stretch: packets to be sent, in the order of their cycles; those that are complete, in the order of theirs,
    // and how many were at the end of each cycle; what ended it in cycle tile.now, or null.
    struct Coming {
      Cycle at;
      TerminalId source;
      PacketRequest order;
    };
    struct Complete {
      PacketId id;
      bool discarded;
    };
    std::vector<Coming> coming;
    std::vector<Complete> complete;
    std::vector<std::size_t> ends;
    std::exception_ptr failure;
    std::chrono::steady_clock::duration worked{};

    template <typename Archive>
    void io(Archive& archive) {
      [[maybe_unused]] auto& [routers, of_routers, state, none, counted, watching, executes, to_come, done, borders, failed, time] = *this;
      archive(state);
      if (counted) archive(*counted);
    }
  };
  void join_borders();
  [[nodiscard]] Cycle longest_stretch(const RouterConfig& config) const;
  void execute(Member& member) const;
  void execute_all();
  // What cycle `now` of the stretch has brought.
  void report(Cycle now, DeliveryObserver& observer);
  void report_flits();
  void report_sent(DeliveryObserver& observer, Cycle now);
  void deliver(Cycle now, DeliveryObserver& observer);
  void take_mail();
  [[nodiscard]] std::unique_ptr<Standstill> standstill(Tile& whole);

  const Wiring wiring_;  // of the whole network
  const VcNumbering& whole_;
  const Partition partition_;
  std::vector<std::unique_ptr<Mailbox>> mailboxes_;
  std::vector<std::unique_ptr<Member>> members_;
  std::vector<std::uint32_t> tile_of_terminal_;
  bool in_order_ = true;  // the terminals of a tile come after those of the tiles before it
  bool mail_taken_ = true;   // no mail is under way
  Cycle stretch_ = 1;        // cycles that can be executed at once
  Cycle first_ = 0, now_ = 0;   // of the stretch: its first cycle, and its last
  std::optional<Cycle> ahead_;  // for which packets are sent, where several cycles are executed at once
  FlitListener* listener_ = nullptr;
  std::uint64_t most_absorbed_ = 0;  // packets in all memories at one time
  std::vector<const Packet*> sent_;
  std::chrono::steady_clock::duration passed_{};  // in cycles
  struct {
    std::uint64_t count = 0, cycles = 0;
  } stretches_;
  std::unique_ptr<Standstill> standstill_;  // while the network changes
  std::unique_ptr<WorkerPool> pool_;
};

}  // namespace dateline
