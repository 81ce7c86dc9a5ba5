// Phase 1: queued packets take free injection VCs, oldest first. One source per terminal; a source is examined only
// when a packet came or a VC of its injection channel was released.
#pragma once

#include <vector>

#include "sim/core/state/layout/id_vector.hpp"
#include "sim/core/state/packet/request_queue.hpp"

namespace dateline {

class SourceQueues {
 public:
  struct Source {
    SourceQueue queue;
    std::uint64_t generated = 0;       // packets that came: the sequence number of the next
    std::uint64_t next_injection = 0;  // sequence number of the queue's head
    std::uint64_t injected = 0;        // head flits that have crossed the injection channel
    std::uint64_t generated_flits = 0;
    // For the time means of its queue (sim/measure/verdict/queue_history.hpp).
    std::uint64_t found_empty = 0;                            // packets that came while every one before had been injected
    std::uint64_t generated_cycles = 0, injected_cycles = 0;  // sums of the cycles in which that happened, modulo 2^64
    // Packets that waited to be sent to the queue, behind all that is in it, and are taken out too: they have sequence
    // numbers, as if they had been in it.
    void pass_over(std::uint64_t packets) {
      generated += packets;
      next_injection += packets;
      injected += packets;
    }
    template <typename Archive>
    void io(Archive& archive) {
      auto& [waiting, came, next, left, flits, empty, came_cycles, left_cycles] = *this;
      archive(waiting, came, next, left, flits, empty, came_cycles, left_cycles);
    }
  };

  // `one_at_a_time`: an injection channel sends a packet only when the one before has been sent.
  SourceQueues(std::uint32_t terminals, std::uint32_t injection_channels, bool one_at_a_time)
      : sources_(terminals), waking_flags_(terminals, false), sending_(one_at_a_time ? injection_channels : 0, 0) {}

  // Returns the packet's sequence number.
  std::uint64_t send(TerminalId terminal, const PacketRequest& order) {
    Source& source = sources_[terminal];
    source.queue.push(order);
    source.generated_flits += order.length;
    source.generated_cycles += order.generated;
    source.found_empty += source.generated == source.injected ? 1U : 0U;
    ++queued_;
    wake(terminal);
    return source.generated++;
  }
  void wake(TerminalId terminal) {
    if (waking_flags_[terminal] != 0) return;
    waking_flags_[terminal] = 1;
    waking_.push_back(terminal);
  }
  // The sources to look at, once each: all to whose queues a packet came are among them.
  [[nodiscard]] const std::vector<TerminalId>& waking() const { return waking_; }
  // Visits the sources to look at, and forgets them.
  template <typename Visit>
  void take_waking(Visit visit) {
    for (const TerminalId terminal : waking_) {
      waking_flags_[terminal] = 0;
      visit(terminal, sources_[terminal]);
    }
    waking_.clear();
  }
  // The oldest packet of the source leaves its queue.
  void pop(Source& source) {
    source.queue.pop();
    --queued_;
  }
  // The packets of the source's queue go to the several of its terminal (split_queues.hpp), where they are queued
  // still; visit(order, sequence).
  template <typename Visit>
  void hand_on(Source& source, Visit visit) {
    for (; !source.queue.empty(); source.queue.pop()) visit(source.queue.front(), source.next_injection++);
  }
  // A packet leaves one of these.
  void leave_queue() { --queued_; }
  // Takes out the queued packets for which gone(order, sequence), which then count as injected in cycle `now`; those
  // that stay take the last of the sequence numbers.
  template <typename Gone>
  void remove(TerminalId terminal, Cycle now, Gone gone) {
    Source& source = sources_[terminal];
    const std::uint32_t count = source.queue.size();
    const std::uint64_t first = source.next_injection;
    for (std::uint32_t i = 0; i < count; ++i) {
      const PacketRequest order = source.queue.front();
      source.queue.pop();
      if (!gone(order, first + i)) {
        source.queue.push(order);
        continue;
      }
      --queued_;
      ++source.next_injection;
      ++source.injected;
      source.injected_cycles += now;
    }
  }
  [[nodiscard]] bool one_at_a_time() const { return !sending_.empty(); }
  // Of an injection channel, by its number among them.
  [[nodiscard]] bool sending(std::uint32_t channel) const { return sending_[channel] != 0; }
  void begin_sending(std::uint32_t channel) { sending_[channel] = 1; }
  // The tail of its packet has crossed the injection channel.
  void end_sending(std::uint32_t channel, TerminalId t) {
    sending_[channel] = 0;
    wake(t);
  }
  // How many are queued at other sources, and whether their interfaces send.
  void add_counts(const SourceQueues& other) {
    queued_ += other.queued_;
    for (std::size_t i = 0; i < sending_.size(); ++i) sending_[i] = static_cast<std::uint8_t>(sending_[i] | other.sending_[i]);
  }
  // Of a network of several tiles, while it changes: the source moves to the other, and its queue's length with it.
  void move_source(TerminalId t, SourceQueues& to) {
    to.queued_ += sources_[t].queue.size();
    queued_ -= sources_[t].queue.size();
    to.sources_[t] = std::move(sources_[t]);
    sources_[t] = {};
  }
  void forget_queued() { queued_ = 0; }
  void take_sending(const SourceQueues& other) { sending_ = other.sending_; }
  [[nodiscard]] Source& operator[](TerminalId t) { return sources_[t]; }
  [[nodiscard]] const Source& operator[](TerminalId t) const { return sources_[t]; }
  [[nodiscard]] std::uint64_t queued() const { return queued_; }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [sources, flags, channels, waking_sources, count] = *this;
    archive(sources, flags, channels, waking_sources, count);
  }

 private:
  IdVector<TerminalId, Source> sources_;
  IdVector<TerminalId, std::uint8_t> waking_flags_;
  std::vector<std::uint8_t> sending_;
  std::vector<TerminalId> waking_;
  std::uint64_t queued_ = 0;
};

}  // namespace dateline
