#include "models/mesh/column/column_model.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"

namespace dateline {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

constexpr int kNotBlocked = -1;

struct DuePacket {
  int step;
  int blocked;  // index among the blocked arrivals
};

// A queue is a number: which of its packets leaves first (those that turned here) decides whose wait it is, but not
// when the next place is free, so nothing in the result depends on it.
struct Row {
  int left = 0, below = 0, out = 0;
  bool listed = false;  // holds a packet: visited in each step
  [[nodiscard]] bool empty() const { return left + below + out == 0; }
};

class Column {
 public:
  Column(int rows, int queue) : queue_(queue), rows_(at(rows)), due_(at(rows)) { result_.longest_wait.resize(at(rows), 0); }

  ColumnResult run(std::vector<ColumnArrival> arrivals) {
    std::stable_sort(arrivals.begin(), arrivals.end(), [](const ColumnArrival& a, const ColumnArrival& b) { return a.step < b.step; });
    result_.packets = static_cast<std::int64_t>(arrivals.size());
    auto next = arrivals.begin();
    for (int step = 0; next != arrivals.end() || !active_.empty() || !waiting_.empty(); ++step) {
      if (active_.empty() && waiting_.empty()) step = next->step;
      for (; next != arrivals.end() && next->step == step; ++next) expect(*next);
      fill_out_queues();
      send(step);
      admit(step);
      forget_empty_rows();
    }
    return std::move(result_);
  }

 private:
  void expect(const ColumnArrival& arrival) {
    std::vector<DuePacket>& due = due_[at(arrival.row)];
    if (due.empty()) waiting_.push_back(arrival.row);
    due.push_back({arrival.step, kNotBlocked});
    result_.undelayed_exit_step = std::max(result_.undelayed_exit_step, arrival.step + 1 + arrival.row);
  }

  void activate(int row) {
    if (rows_[at(row)].listed) return;
    rows_[at(row)].listed = true;
    active_.push_back(row);
  }

  void fill_out_queues() {  // part (i)
    for (const int r : active_) {
      Row& row = rows_[at(r)];
      const int space = queue_ - row.out;
      const int turning = std::min(space, row.left);
      const int going_on = std::min(space - turning, row.below);
      row.left -= turning;
      row.below -= going_on;
      row.out += turning + going_on;
      result_.max_out_queue = std::max(result_.max_out_queue, row.out);
    }
  }

  // Part (ii). A below queue has one feeder and nothing drains it now, so the order of the rows does not matter.
  void send(int step) {
    const std::size_t count = active_.size();
    for (std::size_t i = 0; i < count; ++i) {
      const int r = active_[i];
      Row& row = rows_[at(r)];
      if (row.out == 0) continue;
      if (r > 0 && rows_[at(r - 1)].below >= queue_) continue;
      --row.out;
      if (r == 0) {
        result_.last_exit_step = step;
        continue;
      }
      result_.max_below_queue = std::max(result_.max_below_queue, ++rows_[at(r - 1)].below);
      activate(r - 1);
    }
  }

  void admit(int step) {  // part (ii) of the row links
    std::sort(waiting_.begin(), waiting_.end());
    std::vector<int> still_waiting;
    for (const int r : waiting_) {
      std::vector<DuePacket>& due = due_[at(r)];
      if (rows_[at(r)].left < queue_) {
        result_.max_left_queue = std::max(result_.max_left_queue, ++rows_[at(r)].left);
        result_.longest_wait[at(r)] = std::max(result_.longest_wait[at(r)], step - due.front().step);
        due.erase(due.begin());
        activate(r);
      } else {
        refuse(r, step);
      }
      if (!due.empty()) still_waiting.push_back(r);
    }
    waiting_ = std::move(still_waiting);
  }

  void refuse(int r, int step) {
    ++result_.refused_steps;
    for (DuePacket& packet : due_[at(r)]) {
      ++result_.blocked_packet_steps;
      if (packet.blocked == kNotBlocked) {
        packet.blocked = static_cast<int>(result_.blocked.size());
        result_.blocked.push_back({r, step, 0});
      }
      ++result_.blocked[at(packet.blocked)].steps;
    }
  }

  void forget_empty_rows() {
    const auto empty = [&](int r) {
      rows_[at(r)].listed = !rows_[at(r)].empty();
      return !rows_[at(r)].listed;
    };
    active_.erase(std::remove_if(active_.begin(), active_.end(), empty), active_.end());
  }

  int queue_;
  std::vector<Row> rows_;
  std::vector<std::vector<DuePacket>> due_;  // by row: what has not entered yet
  std::vector<int> active_;                  // rows that hold packets
  std::vector<int> waiting_;                 // rows with an arrival that is due
  ColumnResult result_;
};

}  // namespace

ColumnResult run_column(int rows, int queue, const std::vector<ColumnArrival>& arrivals) {
  const auto refuse = [](const char* key, int value, int low, int high) {
    throw ConfigError("column model", key, std::to_string(value), fmt::format("not in {}..{}", low, high));
  };
  constexpr int kLastStep = 8 * kLongestColumn;
  if (rows < 1 || rows > kLongestColumn) refuse("rows", rows, 1, kLongestColumn);
  if (queue < 1 || queue > kLongestColumnQueue) refuse("queue", queue, 1, kLongestColumnQueue);
  for (const ColumnArrival& arrival : arrivals) {
    if (arrival.row < 0 || arrival.row >= rows) refuse("row", arrival.row, 0, rows - 1);
    if (arrival.step < 0 || arrival.step > kLastStep) refuse("step", arrival.step, 0, kLastStep);
  }
  return Column(rows, queue).run(arrivals);
}

}  // namespace dateline
