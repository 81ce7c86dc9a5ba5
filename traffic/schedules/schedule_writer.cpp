#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>
#include <ostream>
#include <string_view>
#include <vector>

#include "traffic/schedules/schedule_file.hpp"

namespace dateline {
namespace {

// Text in pieces of 64 KB.
class Pieces {
 public:
  explicit Pieces(std::ostream& out) : out_(out) { text_.reserve(kPiece + 1000); }
  void text(std::string_view text) { text_ += text; }
  void number(std::uint64_t value) {
    std::array<char, 20> digits{};
    text_.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
  }
  void clause(std::string_view name, std::uint64_t value) {
    text(name);
    number(value);
  }
  void end_line() {
    text_ += '\n';
    if (text_.size() >= kPiece) flush();
  }
  void flush() {
    out_ << text_;
    text_.clear();
  }

 private:
  static constexpr std::size_t kPiece = 64 * 1024;
  std::ostream& out_;
  std::string text_;
};

// What an operation waits for, in the order of the file: the edges backwards.
class Waits {
 public:
  struct Edge {
    std::uint32_t before : 31;
    std::uint32_t on_start : 1;
  };

  explicit Waits(const Schedule& schedule) : end_(schedule.size() + std::size_t{1}) {
    std::size_t sum = 0;
    for (std::uint32_t i = 0; i < schedule.size(); ++i) {
      end_[i] = static_cast<std::uint32_t>(sum);
      sum += schedule.waits()[i];
    }
    edges_.resize(sum);
    for (std::uint32_t before = 0; before < schedule.size(); ++before) {
      for (const Follower follower : schedule.followers(before)) {
        Edge edge{};
        edge.before = before & 0x7fffffffU;
        edge.on_start = follower.on_start;
        edges_[end_[follower.operation]++] = edge;
      }
    }
  }

  // " after 3 4": those for whose end, or start, it waits.
  void write(Pieces& pieces, const Schedule& schedule, std::uint32_t operation, bool on_start) const {
    std::string_view word = on_start ? " started" : " after";
    for (std::uint32_t e = end_[operation] - schedule.waits()[operation]; e < end_[operation]; ++e) {
      if ((edges_[e].on_start != 0) != on_start) continue;
      pieces.text(word);
      pieces.clause(" ", edges_[e].before - schedule.begin(schedule[operation].rank));
      word = {};
    }
  }

 private:
  std::vector<std::uint32_t> end_;  // of an operation's edges
  std::vector<Edge> edges_;
};

// Tags of the sends of one rank. Sends to one other rank whose recvs are in the same order may share a tag; each takes
// the first tag of which that stays true, and then the tags are as few as there can be.
class Tags {
 public:
  explicit Tags(const Schedule& schedule) : schedule_(schedule), tags_(schedule.size(), 0) {
    // Only ranks that have operations.
    for (std::uint32_t i = 0; i < schedule.size(); i = schedule.begin(schedule[i].rank + 1)) set(schedule[i].rank);
  }
  [[nodiscard]] std::uint32_t operator[](std::uint32_t operation) const { return tags_[operation]; }

 private:
  void set(std::uint32_t rank) {
    sends_.clear();
    for (std::uint32_t i = schedule_.begin(rank); i < schedule_.begin(rank + 1); ++i) {
      if (schedule_[i].kind() == OperationKind::send) sends_.push_back(i);
    }
    const auto to = [&](std::uint32_t send) { return schedule_[schedule_[send].partner].rank; };
    std::sort(sends_.begin(), sends_.end(), [&](std::uint32_t a, std::uint32_t b) { return to(a) != to(b) ? to(a) < to(b) : a < b; });
    for (std::size_t k = 0; k < sends_.size(); ++k) {
      if (k == 0 || to(sends_[k]) != to(sends_[k - 1])) last_.clear();
      const std::uint32_t recv = schedule_[sends_[k]].partner;
      const auto tag = std::lower_bound(last_.begin(), last_.end(), recv, std::greater<>());
      tags_[sends_[k]] = tags_[recv] = static_cast<std::uint32_t>(tag - last_.begin());
      if (tag == last_.end()) {
        last_.push_back(recv);
      } else {
        *tag = recv;
      }
    }
  }

  const Schedule& schedule_;
  std::vector<std::uint32_t> tags_, sends_;
  std::vector<std::uint32_t> last_;  // recv of each tag of the pair of ranks; descending
};

}  // namespace

void write_schedule(std::ostream& out, const Schedule& schedule) {
  Pieces pieces(out);
  const Waits waits(schedule);
  const Tags tags(schedule);
  pieces.clause("ranks ", schedule.ranks());
  pieces.end_line();
  if (schedule.repeat() != 1) {
    pieces.clause("repeat ", schedule.repeat());
    pieces.end_line();
  }
  for (std::uint32_t i = 0; i < schedule.size(); ++i) {
    const Operation& operation = schedule[i];
    const OperationKind kind = operation.kind();
    pieces.number(operation.rank);
    pieces.clause(kind == OperationKind::compute ? " compute " : kind == OperationKind::send ? " send " : " recv ", operation.amount);
    if (kind != OperationKind::compute) {
      pieces.clause(kind == OperationKind::send ? " to " : " from ", schedule[operation.partner].rank);
      if (tags[i] != 0) pieces.clause(" tag ", tags[i]);
    }
    if (operation.cpu != 0) pieces.clause(" cpu ", operation.cpu);
    if (!schedule.nics().empty() && schedule.nics()[i] != 0) pieces.clause(" nic ", schedule.nics()[i]);
    if (operation.reduces != 0) pieces.text(" reduces");
    waits.write(pieces, schedule, i, false);
    waits.write(pieces, schedule, i, true);
    pieces.end_line();
  }
  pieces.flush();
}

}  // namespace dateline
