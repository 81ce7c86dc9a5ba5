// The flit-level machine without SystemC: all routers and interfaces of one network, advanced cycle by cycle exactly as docs/machine.md says.
// Body flits have no content: a worm is a chain of VC records, each knowing the VC before it, the VC after it, how many flits are still to
// cross and how many are buffered. Per channel, bits say which VCs have a flit to send and which have a place; a channel can move iff both.
// Cost of a cycle: one word operation per 64 VCs in blocks that hold a worm, plus work per moving flit and per header; idle parts cost nothing.
// A cycle decides from the state at its start and then applies, so nothing depends on the order in which channels and nodes are visited.
// Throws ConfigError for options out of range or fewer VCs than the relation has classes; InvariantError if a rule is broken.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/network/random.hpp"
#include "sim/core/machine_config.hpp"
#include "sim/core/message.hpp"
#include "sim/core/order_queue.hpp"
#include "sim/core/vc_bits.hpp"
#include "sim/core/wiring.hpp"

namespace dateline {

class Machine {
 public:
  // `relation` and `observer` must outlive the machine.
  Machine(const MachineConfig& config, const Wiring& wiring, const RoutingRelation& relation, DeliveryObserver& observer);

  // Bytes that a machine of this size will hold, roughly; to refuse a network before it exhausts memory.
  [[nodiscard]] static std::uint64_t estimated_bytes(std::uint64_t nodes, std::uint64_t channels, const MachineConfig& config);

  // Puts a message at the end of its source's queue; it takes part from the next step() on. Returns its sequence number.
  std::uint64_t send(NodeId source, const MessageOrder& order);
  // Executes cycle `now`; cycles must increase, and may be left out only while idle().
  void step(Cycle now);
  // Nothing is queued, in flight or pending: a cycle would change nothing.
  [[nodiscard]] bool idle() const { return in_network_ == 0 && queued_ == 0 && pending_events_ == 0; }

  struct Totals {
    std::uint64_t queued = 0;      // messages in source queues
    std::uint64_t in_network = 0;  // messages that hold an injection VC or are on their way
    std::uint64_t delivered = 0;
    std::uint64_t injected_flits = 0;
    std::uint64_t ejected_flits = 0;
    std::uint64_t buffered_flits = 0;  // in buffers and on channels
  };
  [[nodiscard]] Totals totals() const;

  // The following count everything up to the end of the last cycle; O(VCs).
  [[nodiscard]] std::vector<std::uint64_t> channel_flits() const;            // crossings per network channel
  [[nodiscard]] std::vector<std::uint64_t> ejected_flits_by_source() const;  // flits handed over, by the source of their message
  // Worms whose tail has crossed a network channel; flits: theirs only.
  struct Crossings {
    std::uint64_t flits = 0, messages = 0, measured = 0;
  };
  [[nodiscard]] const std::vector<Crossings>& crossings() const { return crossings_; }
  [[nodiscard]] std::uint64_t generated(NodeId source) const { return sources_[source.value()].next_sequence; }
  [[nodiscard]] std::uint64_t injected(NodeId source) const { return sources_[source.value()].injected; }  // header has crossed

  // Verifies every invariant (credits, masks, worms, conservation); throws InvariantError naming cycle, node, VC and message. O(VCs).
  void audit() const;

  // A wait-for search over blocked worms. Every entry waits for VCs that are held by the message of the next one, cyclically.
  struct Wait {
    NodeId source, destination;  // of the blocked message
    std::uint64_t sequence;
    NodeId at;                 // where its header waits
    std::uint32_t wanted;      // a channel number it waits for, see describe_channel
    std::uint32_t wanted_vcs;  // bit mask
  };
  // A cycle of waits within a set of messages that only wait for each other; empty if every message can still move.
  [[nodiscard]] std::vector<Wait> find_deadlock() const;
  // "3->4", "ejection of 4": a channel number as people read it.
  [[nodiscard]] std::string describe_channel(std::uint32_t channel) const;
  // "message 0->2 #5 at node 1 waits for channel 1->2 vc 0,1"
  [[nodiscard]] std::string describe(const Wait& wait) const;

 private:
  static constexpr std::uint32_t kSpecial = 0xfffffff0U;  // values from here on are no VC numbers
  static constexpr std::uint32_t kIdle = 0xffffffffU;     // down: no worm at the front of this buffer
  static constexpr std::uint32_t kEmpty = 0xfffffffeU;    // down: the front worm's header has not arrived
  static constexpr std::uint32_t kWaiting = 0xfffffffdU;  // down: its header waits for a VC
  static constexpr std::uint32_t kSink = 0xfffffffcU;     // down: it is being handed over (ideal ejection)
  static constexpr std::uint32_t kSource = 0xfffffffbU;   // up: fed by the interface

  struct Vc {
    std::uint32_t up = kSource;  // the VC whose buffer feeds the worm that holds this one
    std::uint32_t to_send = 0;   // flits of that worm still to cross the channel; 0 = nobody sends
    std::uint32_t holder = 0;    // that worm's message
    std::uint32_t down = kIdle;  // where the worm at the front of the buffer goes on
    std::uint32_t front = 0;     // that worm's message
    std::uint32_t to_leave = 0;  // its flits not yet handed over (explicit ideal ejection only)
    std::uint32_t length = 0;    // of the holder
    std::uint16_t present = 0;   // flits of the front worm in the buffer
    std::uint16_t used = 0;      // places taken, as the sender knows
  };
  // at-tail reuse: worms behind the front one of a buffer, and what is still to arrive of the front one.
  struct QueuedWorm {
    std::uint32_t message;
    std::uint32_t present;
    std::uint32_t to_arrive;
  };
  struct SharedBuffer {
    std::uint32_t front_to_arrive = 0;
    std::vector<QueuedWorm> behind;
  };
  struct Source {
    OrderQueue queue;
    std::uint64_t next_sequence = 0;   // given out
    std::uint64_t next_injection = 0;  // sequence number of the queue's head
    std::uint64_t injected = 0;
  };
  static constexpr std::uint32_t kNone = 0xffffffffU;
  struct WaitingHeader {       // filled in by admit_header
    std::uint64_t key;         // order within its node
    Cycle ready;               // first cycle in which it may be given a VC
    std::uint64_t next_state;  // if simple
    std::uint32_t vc;
    std::uint32_t channel;  // if simple
    std::uint32_t mask;     // VCs of `channel`, if simple
    std::uint32_t route;    // the drawn route, if drawn
    std::uint32_t next, previous;
    bool simple;  // one candidate: retry without asking the relation
    bool drawn;   // weighted: only `route` counts
  };
  static constexpr unsigned kBlockBits = 8;  // VC numbers per block of the scan: 256, four words
  struct ChannelState {
    std::uint32_t from, to;     // the node where its VCs are allocated, the node where its buffers are
    std::uint16_t port;         // the input port at `to`; injection: the one after all others
    std::uint16_t wanted;       // headers with one candidate, this channel, that have no VC yet
    std::uint16_t claims;       // as an input port: VCs nominated in this cycle (per-port crossbar)
    std::uint8_t pointer;       // channel arbitration: the VC to look at first
    std::uint8_t port_pointer;  // the same for this channel as an input port
    std::uint8_t selection_pointer;
  };
  struct NodeState {
    std::uint32_t first = kNone, last = kNone;  // waiting headers, sorted by key
    std::uint16_t header_pointer = 0;           // round-robin header arbitration
    std::uint16_t choosing = 0;                 // headers here with several candidates that have no VC yet
    bool dirty = false, waking = false;
  };
  struct Due {  // what happens at the start of a later cycle
    std::vector<std::uint32_t> arrivals, credits, releases, ready_nodes;
  };
  // The VCs picked in a cycle: at most one per channel, kept without clearing what is not used.
  struct PickList {
    std::vector<std::uint32_t> room;
    std::size_t count = 0;
    [[nodiscard]] const std::uint32_t* begin() const { return room.data(); }
    [[nodiscard]] const std::uint32_t* end() const { return room.data() + count; }
    void add(std::uint32_t vc) { room[count++] = vc; }
  };
  struct DeliveryOrder {
    std::uint64_t ends;  // destination, source
    std::uint64_t sequence;
    std::uint32_t index;
    bool operator<(const DeliveryOrder& other) const { return ends != other.ends ? ends < other.ends : sequence < other.sequence; }
  };
  struct Option {  // a free choice of a header
    std::uint32_t channel;
    std::uint32_t free;
    HeaderState next_state;
  };

  // Numbering of channels and VCs.
  [[nodiscard]] std::uint32_t first_vc(std::uint32_t channel) const { return channel << shift_; }
  [[nodiscard]] std::uint32_t channel_of(std::uint32_t vc) const { return vc >> shift_; }
  [[nodiscard]] std::uint32_t lane_of(std::uint32_t vc) const { return vc & lane_mask_; }
  [[nodiscard]] bool is_network(std::uint32_t vc) const { return vc < injection_base_; }
  [[nodiscard]] bool is_ejection(std::uint32_t vc) const { return vc >= ejection_base_; }
  [[nodiscard]] std::uint32_t injection_channel(std::uint32_t node) const { return network_channels_ + node; }
  [[nodiscard]] std::uint32_t ejection_channel(std::uint32_t node) const { return network_channels_ + nodes_ + node; }
  [[nodiscard]] VcWord& bits_of(std::uint32_t vc) { return bits_[vc >> 6U]; }
  [[nodiscard]] const VcWord& bits_of(std::uint32_t vc) const { return bits_[vc >> 6U]; }
  [[nodiscard]] std::uint32_t free_lanes(std::uint32_t channel, std::uint32_t mask) const {
    return vc_field(bits_of(first_vc(channel)).free, first_vc(channel), mask);
  }
  [[nodiscard]] std::uint32_t vcs_of_classes(std::uint32_t classes) const {
    std::uint32_t mask = 0;
    for (; classes != 0; classes &= classes - 1) mask |= class_vcs_[static_cast<std::size_t>(__builtin_ctz(classes))];
    return mask;
  }

  // Phase 0 and 1 (injection.cpp).
  void take_due_events();
  void inject();
  void start_worm(std::uint32_t node, std::uint32_t channel, std::uint32_t free);
  void wake_source(std::uint32_t node) {
    if (node_[node].waking) return;
    node_[node].waking = true;
    waking_.push_back(node);
  }
  // Phase 2 (headers.cpp).
  void route_headers();
  void admit_header(std::uint32_t vc);
  void place_header(WaitingHeader& header);
  void satisfied(const WaitingHeader& header, std::uint32_t node) { --(header.simple ? channel_[header.channel].wanted : node_[node].choosing); }
  void classify(WaitingHeader& header, std::uint32_t node);
  void draw_route(WaitingHeader& header, const Message& message) const;
  void begin_waiting(const WaitingHeader& header, std::uint32_t node);
  void remove_waiting(std::uint32_t node, std::uint32_t index);
  void serve_node(std::uint32_t node);
  [[nodiscard]] bool try_allocate(const WaitingHeader& header, std::uint32_t node);
  void collect_options(const WaitingHeader& header, std::uint32_t node);  // into options_: all VCs free now, lowest rank
  // One of the `free` VCs of a channel; a single free one needs no choice, but moves the round-robin pointer.
  [[nodiscard]] std::uint32_t select_lane(std::uint32_t channel, std::uint32_t free, std::uint64_t key, std::uint32_t hop, Purpose purpose) {
    const std::uint32_t but_first = free & (free - 1);
    if (config_.selection == Selection::random && but_first != 0) {
      const std::uint64_t bits = choice_bits(key, hop, purpose);
      if ((but_first & (but_first - 1)) == 0) return next_bit(bits >> 63U != 0 ? but_first : free, 0);  // of two: the same rule, faster
      return nth_bit(free, static_cast<std::uint32_t>(scale_bits(bits, count_bits(free))));
    }
    const bool cyclic = config_.selection == Selection::round_robin;
    const std::uint32_t lane = next_bit(free, cyclic ? channel_[channel].selection_pointer : 0U);
    channel_[channel].selection_pointer = static_cast<std::uint8_t>(lane + 1);
    return lane;
  }
  [[nodiscard]] std::uint32_t select_option(const Message& message, HeaderState& next_state);  // from options_; a VC number
  void allocate(std::uint32_t from_vc, std::uint32_t vc, HeaderState next_state);
  // The worm of message number `index` holds `vc` from now on, fed from the buffer of `up`, where its header is.
  void grant(std::uint32_t up, std::uint32_t vc, std::uint32_t index, const Message& message) {
    Vc& record = vcs_[vc];
    bits_of(vc).free &= ~vc_bit(vc);
    bits_of(vc).avail |= vc_bit(vc);
    hold(vc);
    record.up = up;
    record.to_send = record.length = message.order.length;
    record.holder = index;
    if (is_ejection(vc)) return;
    if (!shared_.empty()) return grant_shared(vc, index);
    record.front = index;
    record.down = kEmpty;
  }
  void grant_shared(std::uint32_t vc, std::uint32_t index);
  [[noreturn]] void bad_candidate(const Message& message, std::uint32_t node) const;
  void begin_delivery(std::uint32_t vc);
  void mark_dirty(std::uint32_t node) {
    NodeState& state = node_[node];
    if (state.dirty || state.first == kNone) return;
    state.dirty = true;
    dirty_.push_back(node);
  }
  void ask_relation(const WaitingHeader& header, std::uint32_t node, Candidates& out) const;  // of the drawn route only
  // Phase 3 and 4 (movement.cpp).
  void decide();
  [[nodiscard]] std::uint32_t* decide_word(std::size_t word, std::uint32_t* pick);  // returns the new end of the picks
  [[nodiscard]] std::uint32_t oldest_lane(std::uint32_t first_vc, std::uint32_t movable) const;
  void arbitrate_ports();
  template <bool kGeneral>
  void move_all();
  template <bool kGeneral>
  void move_flit(std::uint32_t vc, Vc* vcs, VcWord* bits);
  template <bool kGeneral>
  void vacate(std::uint32_t vc, Vc& record);
  template <bool kGeneral>
  void tail_left(std::uint32_t vc, Vc& record);
  void sent_tail(std::uint32_t vc, Vc& record);
  // A flit has come into the buffer of `vc`.
  void arrive(std::uint32_t vc, Vc& record) {
    if (!shared_.empty() && arrives_behind(vc)) return;
    ++record.present;
    if (record.down < kSpecial) {
      bits_of(record.down).avail |= vc_bit(record.down);
    } else if (record.down == kEmpty) {
      record.down = kWaiting;
      arrived_.push_back(vc);
    }
  }
  [[nodiscard]] bool arrives_behind(std::uint32_t vc);  // at-tail: accounts for a flit of a worm behind the front one
  void drain_buffers();
  void release(std::uint32_t vc) {
    bits_of(vc).free |= vc_bit(vc);
    const std::uint32_t node = channel_[channel_of(vc)].from;
    if (is_network(vc) || is_ejection(vc)) return mark_dirty(node);
    if (!sources_[node].queue.empty()) wake_source(node);
  }
  void finish(std::uint32_t message);
  void hand_over();
  // A block of VC numbers is scanned only while some VC in it has flits to send.
  void hold(std::uint32_t vc) {
    const std::uint32_t block = vc >> kBlockBits;
    if (held_[block]++ == 0) live_[block / 64] |= std::uint64_t{1} << (block % 64);
  }
  void unhold(std::uint32_t vc) {
    const std::uint32_t block = vc >> kBlockBits;
    if (--held_[block] == 0) live_[block / 64] &= ~(std::uint64_t{1} << (block % 64));
  }
  Due& due_in(int cycles);
  [[nodiscard]] bool older(std::uint32_t message_a, std::uint32_t message_b) const;
  [[nodiscard]] std::uint32_t handed_over(std::uint32_t vc) const;  // flits of the worm in this sink or ejection VC that are out
  void audit_vc(std::uint32_t vc) const;

  MachineConfig config_;
  const RoutingRelation& relation_;
  DeliveryObserver& observer_;
  std::uint32_t nodes_, ports_, network_channels_, channels_;
  unsigned shift_;
  std::uint32_t lane_mask_, field_mask_;
  std::uint32_t injection_base_, ejection_base_;  // first VC numbers
  std::vector<std::uint32_t> class_vcs_;          // per VC class, the VCs that serve it
  bool general_;                                  // any latency, depth and reuse; else unit latency, depth >= 2, atomic, lazy ideal ejection
  std::uint64_t mixed_seed_;
  Cycle now_ = 0;

  std::vector<Vc> vcs_;
  std::vector<VcWord> bits_;
  std::vector<ChannelState> channel_;
  std::vector<NodeState> node_;
  std::vector<std::uint16_t> held_;  // per block of words: VCs with flits to send
  std::vector<std::uint64_t> live_;  // bit per block: held_ is not 0
  PickList picks_, nominations_;
  std::vector<std::uint32_t> arrived_;                 // VCs whose header came to the front since the last phase 2
  std::vector<std::uint32_t> tails_due_, tails_next_;  // lazily ejected worms whose tail is handed over in this / the next cycle
  std::vector<std::uint32_t> draining_;
  std::vector<SharedBuffer> shared_;  // at-tail only

  std::vector<Source> sources_;
  std::vector<std::uint32_t> waking_;  // sources that may be able to inject

  std::vector<WaitingHeader> new_headers_;  // of this cycle: the first new_header_count_
  std::size_t new_header_count_ = 0;
  std::vector<WaitingHeader> waiting_;
  std::vector<std::uint32_t> free_waiting_;
  std::vector<std::uint32_t> dirty_;
  Candidates candidates_;
  std::vector<Option> options_;

  std::vector<Message> messages_;
  std::vector<std::uint32_t> free_messages_;
  std::vector<Delivery> deliveries_;
  std::vector<DeliveryOrder> delivery_order_;

  std::vector<Due> due_;
  std::uint64_t pending_events_ = 0;

  std::vector<Crossings> crossings_;              // per network channel
  std::vector<std::uint64_t> ejected_of_source_;  // of worms wholly handed over
  std::uint64_t queued_ = 0, in_network_ = 0, delivered_ = 0;
};

}  // namespace dateline
