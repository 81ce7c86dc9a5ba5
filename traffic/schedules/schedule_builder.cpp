#include "traffic/schedules/schedule_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>

#include "models/base/error.hpp"
#include "traffic/schedules/event_order.hpp"

namespace dateline {
namespace {

constexpr std::size_t kShown = 6;  // operations of a cycle

// What a send and a recv that match have in common.
struct Envelope {
  std::uint32_t from, to, tag;
  [[nodiscard]] bool operator<(const Envelope& o) const { return from != o.from ? from < o.from : to != o.to ? to < o.to : tag < o.tag; }
};

// Of a send or recv whose partner is the peer's rank still.
Envelope envelope_of(const Operation& o, std::uint32_t tag) {
  return o.kind() == OperationKind::send ? Envelope{o.rank, o.partner, tag} : Envelope{o.partner, o.rank, tag};
}

// Sorts operations by `before`, which begins with their source: first by that, then the few of each source, which are
// often in order already.
template <typename Source, typename Before>
void sort_by_source(std::vector<std::uint32_t>& operations, std::uint32_t ranks, Source source, Before before) {
  std::vector<std::uint32_t> ends(ranks + std::size_t{1}, 0), sorted(operations.size());
  for (const std::uint32_t i : operations) ++ends[source(i) + std::size_t{1}];
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  for (const std::uint32_t i : operations) sorted[ends[source(i)]++] = i;
  operations = std::move(sorted);
  auto first = operations.begin();
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    const auto last = operations.begin() + ends[rank];
    if (!std::is_sorted(first, last, before)) std::sort(first, last, before);
    first = last;
  }
}

// "send of 3 bytes from rank 0 to rank 1 (line 7)". `lines`: per operation, none if none has one.
std::string describe(const Schedule& s, const std::vector<std::uint32_t>& lines, std::uint32_t operation) {
  const Operation& o = s[operation];
  const std::string what[] = {fmt::format("compute of {} cycles", std::uint64_t{o.amount}), fmt::format("send of {} bytes", std::uint64_t{o.amount}),
                              fmt::format("recv of {} bytes", std::uint64_t{o.amount})};
  const std::string where = lines.empty() ? fmt::format("operation {} of rank {}", operation - s.begin(o.rank), o.rank)
                                          : fmt::format("rank {}, line {}", o.rank, lines[operation]);
  return fmt::format("{} ({})", what[o.kind_bits], where);
}

// Per operation one that it waits for still, kMaxOperations if there is none. `open`: how many edges it waits for
// still; a recv without any waits for its send.
std::vector<std::uint32_t> blockers(const Schedule& s, const std::vector<std::uint32_t>& open) {
  std::vector<std::uint32_t> waits_for(s.size(), Schedule::kMaxOperations);
  for (std::uint32_t i = 0; i < s.size(); ++i) {
    const bool unsent = s[i].kind() == OperationKind::recv && open[s[i].partner] != 0;
    const bool ends = open[i] == 0 && !unsent;
    for (const Follower follower : s.followers(i)) {
      const bool waiting = follower.on_start != 0 ? open[i] != 0 : !ends;
      if (waiting && open[follower.operation] != 0) waits_for[follower.operation] = i;
    }
    if (unsent && open[i] == 0) waits_for[i] = s[i].partner;
  }
  return waits_for;
}

// Some operations that wait for each other, each for the one named after it.
std::string cycle_text(const Schedule& s, const std::vector<std::uint32_t>& lines, const std::vector<std::uint32_t>& open) {
  const std::vector<std::uint32_t> waits_for = blockers(s, open);
  std::uint32_t at = 0;
  while (waits_for[at] == Schedule::kMaxOperations) ++at;
  for (std::uint32_t steps = 0; steps < s.size(); ++steps) at = waits_for[at];  // on the cycle now
  std::string text;
  std::uint32_t next = at;
  std::size_t shown = 0;
  do {
    if (++shown <= kShown) text += fmt::format("{}{}", text.empty() ? "" : " waits for ", describe(s, lines, next));
    next = waits_for[next];
  } while (next != at);
  return fmt::format("cannot finish: {} {}", text,
                     shown > kShown ? fmt::format("... and so on through {} operations back to the first", shown) : "waits for the first");
}

// On each of its ranks a collective begins once and ends once. Sorts the marks by their operations.
void check_marks(const Schedule& s, std::vector<CollectiveMark>& marks, const ScheduleName& name) {
  if (!marks.empty() && s.repeat() != 1) name.fail("has collectives beside 'repeat', which would be several of one name");
  const auto rank = [&](const CollectiveMark& m) { return s[m.operation].rank; };
  const auto key = [&](const CollectiveMark& m) { return std::tuple(m.collective, std::uint32_t{rank(m)}, !m.begins, m.operation); };
  std::sort(marks.begin(), marks.end(), [&](const CollectiveMark& a, const CollectiveMark& b) { return key(a) < key(b); });
  for (std::size_t i = 0; i < marks.size();) {
    std::size_t end = i;
    while (end < marks.size() && marks[end].collective == marks[i].collective && rank(marks[end]) == rank(marks[i])) ++end;
    if (end - i != 2 || !marks[i].begins || marks[i + 1].begins) {
      name.fail(fmt::format("has the collective '{}', which does not begin once and end once on rank {}", s.collectives()[marks[i].collective].name,
                            std::uint32_t{rank(marks[i])}));
    }
    i = end;
  }
  std::vector<bool> joined(s.collectives().size(), false);
  for (const CollectiveMark& mark : marks) joined[mark.collective] = true;
  const auto idle = static_cast<std::size_t>(std::find(joined.begin(), joined.end(), false) - joined.begin());
  if (idle != joined.size()) name.fail(fmt::format("has the collective '{}', in which no rank takes part", s.collectives()[idle].name));
  std::sort(marks.begin(), marks.end(), [](const CollectiveMark& a, const CollectiveMark& b) { return a.operation < b.operation; });
}

}  // namespace

void ScheduleName::fail(const std::string& rule) const { throw ConfigError(source.component, source.key, value, rule); }

ScheduleBuilder::ScheduleBuilder(ValueSource source, std::string value, std::uint32_t ranks)
    : name_{std::move(source), std::move(value)}, ranks_(ranks) {
  if (ranks < 1 || ranks > kMaxRanks) name_.fail(fmt::format("has {} ranks; allowed: 1..{}", ranks, kMaxRanks));
}

ScheduleBuilder::Handle ScheduleBuilder::compute(std::uint32_t rank, std::uint64_t cycles, std::uint32_t cpu, std::uint32_t line) {
  return add(OperationKind::compute, rank, cycles, 0, 0, cpu, line);
}

ScheduleBuilder::Handle ScheduleBuilder::send(std::uint32_t rank, std::uint32_t to, std::uint64_t bytes, std::uint32_t tag, std::uint32_t cpu,
                                              std::uint32_t line, std::uint8_t nic) {
  const Handle added = add(OperationKind::send, rank, bytes, to, tag, cpu, line);
  if (nic == 0 && schedule_.nics_.empty()) return added;
  schedule_.nics_.resize(schedule_.operations_.size(), 0);
  schedule_.nics_[added] = nic;
  return added;
}

ScheduleBuilder::Handle ScheduleBuilder::recv(std::uint32_t rank, std::uint32_t from, std::uint64_t bytes, std::uint32_t tag, std::uint32_t cpu,
                                              std::uint32_t line) {
  return add(OperationKind::recv, rank, bytes, from, tag, cpu, line);
}

ScheduleBuilder::Handle ScheduleBuilder::add(OperationKind kind, std::uint32_t rank, std::uint64_t amount, std::uint32_t peer, std::uint32_t tag,
                                             std::uint32_t cpu, std::uint32_t line) {
  if (size() == Schedule::kMaxOperations) name_.fail(fmt::format("has more than {} operations", Schedule::kMaxOperations));
  if (rank >= ranks_ || peer >= ranks_ || cpu > 255 || amount > Operation::kMaxAmount) throw InvariantError("an operation out of range");
  Operation operation{};
  operation.amount = amount & Operation::kMaxAmount;
  operation.kind_bits = static_cast<std::uint64_t>(kind) & 3U;
  operation.cpu = cpu & 255U;
  operation.partner = peer;
  operation.rank = rank & 0x1fffffffU;
  schedule_.operations_.push_back(operation);
  tags_.push_back(tag);
  if (line != 0 || !lines_.empty()) {
    lines_.resize(schedule_.operations_.size() - 1, 0);
    lines_.push_back(line);
  }
  return size() - 1;
}

void ScheduleBuilder::mark(Handle operation, std::uint32_t collective, bool begins) {
  schedule_.operations_[operation].marked = 1;
  schedule_.marks_.push_back({operation, collective, begins});
}

std::uint32_t ScheduleBuilder::add_collective(NamedCollective collective) {
  schedule_.collectives_.push_back(std::move(collective));
  return static_cast<std::uint32_t>(schedule_.collectives_.size()) - 1;
}

Schedule ScheduleBuilder::build() {
  if (!schedule_.nics_.empty()) schedule_.nics_.resize(schedule_.operations_.size(), 0);
  order_by_rank();
  check_marks(schedule_, schedule_.marks_, name_);
  match();
  link();
  std::vector<std::uint32_t> open;
  const auto nothing = [](std::uint32_t) {};
  if (walk_events(schedule_, open, nothing, nothing) != schedule_.size()) name_.fail(cycle_text(schedule_, lines_, open));
  return std::move(schedule_);
}

// Stable: operations of a rank stay in the order in which they were added.
void ScheduleBuilder::order_by_rank() {
  std::vector<Operation>& all = schedule_.operations_;
  std::vector<std::uint32_t>& begin = schedule_.rank_begin_;
  begin.assign(ranks_ + std::size_t{1}, 0);
  for (const Operation& operation : all) ++begin[operation.rank + std::size_t{1}];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  const auto by_rank = [](const Operation& a, const Operation& b) { return a.rank < b.rank; };
  if (std::is_sorted(all.begin(), all.end(), by_rank)) return;
  std::vector<std::uint32_t> place(all.size()), next(begin.begin(), begin.end() - 1);
  for (std::size_t i = 0; i < all.size(); ++i) place[i] = next[all[i].rank]++;
  const auto move = [&](auto& values) {
    auto moved = values;
    for (std::size_t i = 0; i < values.size(); ++i) moved[place[i]] = values[i];
    values = std::move(moved);
  };
  move(all);
  move(tags_);
  if (!lines_.empty()) move(lines_);
  if (!schedule_.nics_.empty()) move(schedule_.nics_);
  for (CollectiveMark& mark : schedule_.marks_) mark.operation = place[mark.operation];
  for (Edge& edge : edges_) edge = {place[edge.before], place[edge.operation], edge.on_start != 0};
}

// Sends and recvs in the order of (source, destination, tag), each in the order of the file: the k-th of both are a
// pair.
void ScheduleBuilder::match() {
  std::vector<Operation>& all = schedule_.operations_;
  std::vector<std::uint32_t> sends, recvs;
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    if (all[i].kind() == OperationKind::send) sends.push_back(i);
    if (all[i].kind() == OperationKind::recv) recvs.push_back(i);
  }
  schedule_.sends_ = sends.size();
  const auto envelope = [&](std::uint32_t i) { return envelope_of(all[i], tags_[i]); };
  const auto before = [&](std::uint32_t a, std::uint32_t b) {
    const Envelope x = envelope(a), y = envelope(b);
    return x < y || (!(y < x) && a < b);
  };
  sort_by_source(
      sends, ranks_, [&](std::uint32_t i) { return all[i].rank; }, before);
  sort_by_source(
      recvs, ranks_, [&](std::uint32_t i) { return all[i].partner; }, before);
  const auto alone = [&](std::uint32_t i, const char* other) {
    const Envelope k = envelope(i);
    name_.fail(fmt::format("has a {} without its {}: from rank {} to rank {}, tag {}", describe(schedule_, lines_, i), other, k.from, k.to, k.tag));
  };
  for (std::size_t k = 0; k < std::max(sends.size(), recvs.size()); ++k) {
    if (k == recvs.size() || (k < sends.size() && envelope(sends[k]) < envelope(recvs[k]))) alone(sends[k], "recv");
    if (k == sends.size() || envelope(recvs[k]) < envelope(sends[k])) alone(recvs[k], "send");
    if (all[sends[k]].amount != all[recvs[k]].amount) {
      name_.fail(fmt::format("has a {} and, for it, a {}: they must be of one size", describe(schedule_, lines_, sends[k]),
                             describe(schedule_, lines_, recvs[k])));
    }
  }
  for (std::size_t k = 0; k < sends.size(); ++k) {
    all[sends[k]].partner = recvs[k];
    all[recvs[k]].partner = sends[k];
  }
  tags_ = {};
}

void ScheduleBuilder::link() {
  const std::size_t count = schedule_.operations_.size();
  std::vector<std::uint32_t>& begin = schedule_.follower_begin_;
  if (edges_.size() >= Schedule::kMaxOperations * std::size_t{4} - 1) name_.fail("has too many edges");
  begin.assign(count + 1, 0);
  schedule_.waits_.assign(count, 0);
  for (const Edge& edge : edges_) {
    ++begin[edge.before + std::size_t{1}];
    ++schedule_.waits_[edge.operation];
    if (edge.on_start != 0) schedule_.operations_[edge.before].start_counts = 1;
  }
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  schedule_.followers_.resize(edges_.size());
  // begin[b] runs to the end of b's edges, which is where those of b + 1 begin, and is moved back afterwards.
  for (const Edge& edge : edges_) {
    Follower follower{};
    follower.operation = edge.operation;
    follower.on_start = edge.on_start;
    schedule_.followers_[begin[edge.before]++] = follower;
  }
  for (std::size_t i = count; i > 0; --i) begin[i] = begin[i - 1];
  begin[0] = 0;
  edges_ = {};
}

}  // namespace dateline
