#include "reference_mesh_machine.hpp"

#include <algorithm>
#include <stdexcept>

namespace dateline::test {

MeshMachine::MeshMachine(const MeshInput& input) : side_(input.side), capacity_(static_cast<std::size_t>(input.capacity)), watcher_(input.watcher) {
  const auto all = static_cast<std::size_t>(side_) * static_cast<std::size_t>(side_);
  if (input.destination.size() != all) throw std::invalid_argument("reference mesh: destinations for another side");
  packets_.resize(all);
  processors_.resize(all);
  std::vector<bool> taken(all);
  for (std::size_t source = 0; source < all; ++source) {
    MeshPacket& packet = packets_[source];
    packet.source = packet.at = static_cast<int>(source);
    const std::uint32_t destination = input.destination[source];
    if (destination == kMeshAbsent) continue;
    if (destination >= all || taken[destination]) throw std::invalid_argument("reference mesh: not a partial permutation");
    taken[destination] = true;
    packet.destination = static_cast<int>(destination);
    packet.where = source == destination ? MeshPacket::Where::gone : MeshPacket::Where::outside;
    if (source != destination) ++output_.moving_packets;
  }
}

std::optional<int> MeshMachine::neighbour(int processor, Direction direction) const {
  const int i = row(processor) + (direction == kDown ? 1 : 0) - (direction == kUp ? 1 : 0);
  const int j = column(processor) + (direction == kRight ? 1 : 0) - (direction == kLeft ? 1 : 0);
  if (i < 0 || j < 0 || i >= side_ || j >= side_) return std::nullopt;
  return i * side_ + j;
}

void MeshMachine::place(int packet, Direction first) {
  MeshPacket& p = packets_[packet];
  if (p.where != MeshPacket::Where::outside) throw std::logic_error("reference mesh: a packet is placed twice");
  p.where = MeshPacket::Where::input;
  p.side = opposite(first);
  auto& queue = processors_[p.at].input[p.side];
  queue.push_back(packet);
  if (queue.size() > capacity_) throw std::logic_error("reference mesh: a packet is placed into a full queue");
}

void MeshMachine::record_placement() {
  measure_inputs();
  report_occupancy();
}

bool MeshMachine::step(MeshRule& rule) {
  ++now_;
  crossed_now_.assign(packets_.size(), false);
  remove_completed();
  rule.begin_step(now_, *this);
  fill_outputs(rule);
  use_links(rule);
  measure_inputs();
  count_waits(rule);
  report_occupancy();
  return std::find(crossed_now_.begin(), crossed_now_.end(), true) != crossed_now_.end();
}

// Point 0.
void MeshMachine::remove_completed() {
  for (Processor& processor : processors_) {
    for (auto& queue : processor.input) {
      std::vector<int> left;
      for (const int packet : queue) {
        if (packets_[packet].delivered < 0) {
          left.push_back(packet);
        } else {
          packets_[packet].where = MeshPacket::Where::gone;
        }
      }
      if (left.size() != queue.size()) queue = left;
    }
  }
}

// Part (i). No queue of a processor depends on another processor here, nor one output queue on another.
void MeshMachine::fill_outputs(const MeshRule& rule) {
  for (int processor = 0; processor < side_ * side_; ++processor) {
    for (const Direction heading : kDirections) fill_output(rule, processor, heading);
  }
}

void MeshMachine::fill_output(const MeshRule& rule, int processor, Direction heading) {
  Processor& here = processors_[processor];
  auto& output = here.output[heading];
  const std::size_t held = output.size();
  std::vector<int> candidates;
  for (const Direction side : {kLeft, kRight, kUp, kDown}) {  // left and right before the vertical input that goes straight
    for (const int packet : here.input[side]) {
      if (rule.exit(packets_[packet]) == heading) candidates.push_back(packet);
    }
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [&](int a, int b) { return rule.priority(packets_[a], heading) < rule.priority(packets_[b], heading); });
  const std::size_t places = std::min(capacity_, static_cast<std::size_t>(rule.most_packets(processor, heading)));
  for (const int packet : candidates) {
    if (output.size() >= places) break;
    auto& input = here.input[packets_[packet].side];
    input.erase(std::find(input.begin(), input.end(), packet));
    output.push_back(packet);
    packets_[packet].where = MeshPacket::Where::output;
    packets_[packet].heading = heading;
  }
  if (output.size() < held || output.size() > capacity_) throw std::logic_error("reference mesh: an output queue overflows");
  output_.max_output_queue = std::max(output_.max_output_queue, static_cast<int>(output.size()));
}

// Part (ii). Each input queue has one feeder, so no link depends on another.
void MeshMachine::use_links(MeshRule& rule) {
  for (int processor = 0; processor < side_ * side_; ++processor) {
    for (const Direction heading : kDirections) {
      auto& output = processors_[processor].output[heading];
      if (output.empty()) continue;
      const auto first = std::min_element(output.begin(), output.end(),
                                          [&](int a, int b) { return rule.priority(packets_[a], heading) < rule.priority(packets_[b], heading); });
      const std::optional<int> to = neighbour(processor, heading);
      if (!to) throw std::logic_error("reference mesh: a packet leaves the mesh");
      if (processors_[*to].input[opposite(heading)].size() >= capacity_) continue;
      const int packet = *first;
      output.erase(first);
      cross(rule, packet, *to);
    }
  }
}

void MeshMachine::cross(MeshRule& rule, int packet, int to) {
  MeshPacket& p = packets_[packet];
  output_.crossings.push_back({now_, static_cast<std::uint32_t>(p.source), static_cast<std::uint32_t>(p.at), static_cast<std::uint32_t>(to)});
  ++output_.moves;
  crossed_now_[packet] = true;
  p.at = to;
  p.side = opposite(p.heading);
  p.where = MeshPacket::Where::input;
  p.turn_wait = 0;
  processors_[to].input[p.side].push_back(packet);
  rule.crossed(p, now_);
  if (rule.completed(p)) {
    p.delivered = now_;
    ++output_.delivered;
    output_.steps = now_;
  }
}

// A released packet that did not cross a link in this step waited, in its input or in its output queue.
void MeshMachine::count_waits(const MeshRule& rule) {
  for (MeshPacket& p : packets_) {
    const bool queued = p.where == MeshPacket::Where::input || p.where == MeshPacket::Where::output;
    if (!queued || p.delivered >= 0 || crossed_now_[p.source] || !rule.waits(p)) continue;
    const Direction next = p.where == MeshPacket::Where::output ? p.heading : rule.exit(p).value();
    if (!vertical(next)) {
      ++output_.row_delay;
    } else if (vertical(p.side)) {
      ++output_.column_wait;
    } else {
      ++output_.turn_wait;
      output_.max_turn_wait = std::max(output_.max_turn_wait, ++p.turn_wait);
    }
  }
}

void MeshMachine::measure_inputs() {
  for (const Processor& processor : processors_) {
    for (const auto& queue : processor.input) {
      if (queue.size() > capacity_) throw std::logic_error("reference mesh: an input queue overflows");
      output_.max_input_queue = std::max(output_.max_input_queue, static_cast<int>(queue.size()));
    }
  }
}

void MeshMachine::report_occupancy() const {
  if (!watcher_) return;
  std::vector<MeshOccupancy> all(processors_.size());
  for (std::size_t processor = 0; processor < all.size(); ++processor) {
    for (const Direction d : kDirections) {
      all[processor].input[d] = static_cast<int>(processors_[processor].input[d].size());
      all[processor].output[d] = static_cast<int>(processors_[processor].output[d].size());
    }
  }
  watcher_(now_, all);
}

}  // namespace dateline::test
