#include "tests/support/cases/random_schedule.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "traffic/schedules/schedule_builder.hpp"

namespace dateline::test {
namespace {

// Every operation has two moments of an imagined time, its start and its end; edges lead forwards in it.
struct Draft {
  OperationKind kind;
  std::uint32_t rank, peer, tag, start, end;
  std::uint64_t amount;
  std::uint32_t cpu;
};

std::vector<Draft> draw_operations(Dice& dice, const ScheduleShape& shape) {
  std::vector<Draft> list;
  const std::uint32_t ranks = 1 + dice.below(shape.ranks), items = dice.below(shape.items + 1), tags = 1 + dice.below(3);
  const auto add = [&](OperationKind kind, std::uint32_t rank, std::uint32_t peer, std::uint32_t tag, std::uint64_t amount) {
    const std::uint32_t time = 1 + dice.below(100);
    list.push_back({kind, rank, peer, tag, time, time, amount, dice.pick({0U, 0U, 1U, 255U})});
  };
  for (std::uint32_t i = 0; i < items; ++i) {
    const std::uint32_t rank = dice.below(ranks), peer = dice.below(ranks), tag = dice.below(tags);
    if (dice.one_in(2)) {
      add(OperationKind::compute, rank, 0, 0, dice.one_in(3) ? 0 : 1 + dice.below(dice.one_in(6) ? 60 : 8));
    } else {
      add(OperationKind::send, rank, peer, tag, 0);
      add(OperationKind::recv, peer, rank, tag, 0);
    }
  }
  for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[dice.below(static_cast<std::uint32_t>(i))]);
  return list;
}

// The k-th send of (source, destination, tag) and the k-th recv are of one size; the recv ends after its send.
void match(std::vector<Draft>& list, Dice& dice, std::uint32_t most_bytes) {
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::pair<std::vector<Draft*>, std::vector<Draft*>>> pairs;
  for (Draft& d : list) {
    if (d.kind == OperationKind::send) pairs[{d.rank, d.peer, d.tag}].first.push_back(&d);
    if (d.kind == OperationKind::recv) pairs[{d.peer, d.rank, d.tag}].second.push_back(&d);
  }
  for (auto& [key, pair] : pairs) {
    for (std::size_t k = 0; k < pair.first.size(); ++k) {
      Draft &send = *pair.first[k], &recv = *pair.second[k];
      send.amount = recv.amount = dice.one_in(4) ? 0 : dice.below(most_bytes + 1);
      recv.end = std::max(recv.start, send.end + 1);
    }
  }
}

}  // namespace

Schedule draw_schedule(Dice& dice, const ScheduleShape& shape) {
  std::vector<Draft> list = draw_operations(dice, shape);
  match(list, dice, shape.most_bytes);
  ScheduleBuilder builder({"test", "workload"}, "drawn", shape.ranks);
  for (const Draft& d : list) {
    if (d.kind == OperationKind::compute) (void)builder.compute(d.rank, d.amount, d.cpu);
    if (d.kind == OperationKind::send) (void)builder.send(d.rank, d.peer, d.amount, d.tag, d.cpu);
    if (d.kind != OperationKind::recv) continue;
    const ScheduleBuilder::Handle recv = builder.recv(d.rank, d.peer, d.amount, d.tag, d.cpu);
    if (dice.one_in(3)) builder.reduce(recv);
  }
  const std::uint32_t rare = 1 + dice.below(8);
  std::map<std::uint32_t, std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t>> sends;  // per rank, by (start, number)
  for (std::uint32_t to = 0; to < list.size(); ++to) {
    if (list[to].kind == OperationKind::send) sends[list[to].rank][{list[to].start, to}] = to;
    for (std::uint32_t from = 0; from < list.size(); ++from) {
      if (from == to || list[from].rank != list[to].rank || !dice.one_in(rare)) continue;
      if (dice.one_in(3)) {
        if (list[from].start < list[to].start) builder.after_start(to, from);
      } else if (list[from].end < list[to].start) {
        builder.after(to, from);
      }
    }
  }
  for (const auto& [rank, in_turn] : sends) {
    if (!shape.sends_in_turn) break;
    for (auto next = in_turn.begin(); next != in_turn.end() && std::next(next) != in_turn.end(); ++next) {
      builder.after(std::next(next)->second, next->second);
    }
  }
  builder.repeat(shape.repeat);
  return builder.build();
}

}  // namespace dateline::test
