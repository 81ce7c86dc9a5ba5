#include "models/mesh/inverse_sort/row_stage_two.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/mesh/inverse_sort/inverse_sort.hpp"

namespace dateline {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// The processors of one row; packets are named by their start place.
class Row {
 public:
  explicit Row(const std::vector<int>& columns)
      : n_(static_cast<int>(columns.size())), positions_(inverse_sort_positions(n_)), packets_(columns.size() + 1), held_(columns.size() + 1) {
    for (int place = 1; place <= n_; ++place) {
      packets_[at(place)].start = place;
      packets_[at(place)].column = columns[at(place - 1)];
      if (packets_[at(place)].column == kNullPacket) continue;
      held_[at(place)].push_back(place);
      ++moving_;
    }
    if (moving_ > 0) schedule_.most_held = 1;
  }

  RowSchedule run() {
    for (int step = 1; moving_ > 0; ++step) {
      if (step > 4 * n_) throw InvariantError(fmt::format("stage 2 of a row of {} has {} packets on the way in step {}", n_, moving_, step));
      advance(step);
    }
    for (const int packet : entered_) schedule_.packets.push_back(std::move(packets_[at(packet)]));
    return std::move(schedule_);
  }

 private:
  // The later places first: what a processor receives in this step it cannot send before the next.
  void advance(int step) {
    move_second_half(step);
    for (int place = std::min(step, n_); place >= 1; --place) {
      std::vector<int>& held = held_[at(place)];
      if (held.empty()) continue;
      const auto chosen = std::max_element(held.begin(), held.end(), [&](int a, int b) { return goes_before(b, a); });
      const int packet = *chosen;
      held.erase(chosen);
      packets_[at(packet)].crosses.push_back(step);
      if (place == n_) {
        enter_second_half(packet, step);
      } else {
        held_[at(place + 1)].push_back(packet);
        schedule_.most_held = std::max(schedule_.most_held, static_cast<int>(held_[at(place + 1)].size()));
      }
    }
  }

  [[nodiscard]] bool goes_before(int a, int b) const {
    const int column_a = packets_[at(a)].column, column_b = packets_[at(b)].column;
    return column_a != column_b ? column_a > column_b : a > b;
  }

  void enter_second_half(int packet, int step) {
    RowPacket& p = packets_[at(packet)];
    p.enter_step = step;
    p.rank = 2 * n_ - step;
    if (p.rank < 1 || p.rank > n_) throw InvariantError(fmt::format("a packet enters the second half of a row of {} in step {}", n_, step));
    p.stop = n_ + positions_[at(p.rank)];
    entered_.push_back(packet);
    travelling_.push_back({packet, n_ + 1});
    settle(step);
  }

  void move_second_half(int step) {
    int ahead = 2 * n_ + 1;
    for (Traveller& t : travelling_) {
      packets_[at(t.packet)].crosses.push_back(step);
      if (++t.place >= ahead) throw InvariantError(fmt::format("two packets meet at place {} in step {}", t.place, step));
      ahead = t.place;
    }
    settle(step);
  }

  // Takes out the packets that have come to their stop.
  void settle(int step) {
    const auto stops = [&](const Traveller& t) {
      RowPacket& p = packets_[at(t.packet)];
      if (t.place != p.stop) return false;
      p.stop_step = schedule_.last_step = step;
      --moving_;
      return true;
    };
    travelling_.erase(std::remove_if(travelling_.begin(), travelling_.end(), stops), travelling_.end());
  }

  struct Traveller {
    int packet, place;
  };
  int n_, moving_ = 0;
  std::vector<int> positions_;
  std::vector<RowPacket> packets_;      // by start place
  std::vector<std::vector<int>> held_;  // by place in T
  std::vector<Traveller> travelling_;   // in T', the one ahead first
  std::vector<int> entered_;            // the packets that have come to T', in that order
  RowSchedule schedule_;
};

}  // namespace

RowSchedule run_stage_2(const std::vector<int>& columns) {
  if (columns.size() > at(kLongestRow)) {
    throw ConfigError("lemma 2", "length", std::to_string(columns.size()), fmt::format("not in 0..{}", kLongestRow));
  }
  for (const int column : columns) {
    if (column < 0) throw ConfigError("lemma 2", "column", std::to_string(column), "is negative");
  }
  return Row(columns).run();
}

}  // namespace dateline
