// For a simulator that ticks: gem5's, SST's or one's own clock calls tick() once a cycle; a source with `depth` packets
// waiting takes no more, and the sender asks can_send() before. Every event is handed to `receive`: of
// kind arrived, or lost.
#pragma once

#include <functional>

#include "sim/embed/network.hpp"

class ClockedNetwork {
 public:
  using Receive = std::function<void(const dateline::Event&)>;
  ClockedNetwork(const char* options, std::uint64_t depth, Receive receive) : network_(options), depth_(depth), receive_(std::move(receive)) {}

  bool can_send(std::uint32_t from) const { return network_.queued(dateline::TerminalId(from)) < depth_; }
  // In this cycle. False: the queue is full, and nothing was sent.
  bool send(std::uint32_t from, std::uint32_t to, std::uint64_t bytes, std::uint64_t user) {
    if (!can_send(from)) return false;
    network_.send(network_.now(), dateline::TerminalId(from), dateline::TerminalId(to), bytes, user);
    return true;
  }
  // The cycle ends; returns whether the network is idle, and needs no tick until something is sent.
  bool tick() {
    const dateline::Cycle next = network_.now() + 1;
    do {
      network_.run(next);
      for (dateline::Event event; network_.take(&event, 1) != 0;) receive_(event);
    } while (network_.now() < next);
    return network_.idle();
  }
  // After cycles without a tick.
  void catch_up(dateline::Cycle now) { network_.run(now); }
  dateline::Cycle now() const { return network_.now(); }

 private:
  dateline::Network network_;
  std::uint64_t depth_;
  Receive receive_;
};
