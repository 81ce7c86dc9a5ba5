#include "tests/support/cases/short_answers.hpp"

#include <fmt/format.h>

#include <set>
#include <tuple>

#include "models/network/step_table.hpp"

namespace dateline::test {
namespace {

bool is_way(const HeaderStep& step, std::size_t side, const Candidate& c) {
  return c.exit == Exit::channel && step.channel[side] == c.channel && step.classes == c.classes && step.next[side] == c.next;
}

// The ways in ascending order, then the escape. Whether the state changes or not, after() says what it is.
bool right_choice(const HeaderStep& step, const Candidates& candidates, const RoutingRelation& relation, const HeaderQuery& query) {
  std::size_t i = 0;
  for (std::uint32_t rest = step.ways; rest != 0; rest &= rest - 1, ++i) {
    const ChannelId way(step.channel[0].value() + static_cast<std::uint32_t>(__builtin_ctz(rest)));
    if (i == candidates.size()) return false;
    const Candidate& c = candidates[i];
    if (c.exit != Exit::channel || c.channel != way || c.classes != step.classes || c.rank != 0 || c.weight != 0) return false;
    if (!(relation.after(query, way) == c.next) || (!step.changes && !(step.next[0] == c.next))) return false;
  }
  if (step.escape_classes == 0) return i == candidates.size() && i > 0;
  if (i + 1 != candidates.size()) return false;
  const Candidate& c = candidates[i];
  return c.exit == Exit::channel && c.channel == step.channel[1] && c.classes == step.escape_classes && c.next == step.next[1] && c.escape &&
         (i == 0 || (c.rank > 0 && c.weight == 0));
}

bool right(const HeaderStep& step, const Candidates& candidates, const RoutingRelation& relation, const HeaderQuery& query) {
  switch (step.kind) {
    case HeaderStep::Kind::choice:
      return right_choice(step, candidates, relation, query);
    case HeaderStep::Kind::ask:
      return true;
    case HeaderStep::Kind::single:
      return candidates.size() == 1 && is_way(step, 0, candidates[0]);
    case HeaderStep::Kind::fork:
      if (candidates.size() != 2 || candidates[0].weight == 0 || candidates[0].weight != candidates[1].weight) return false;
      return candidates[0].route == 0 && candidates[1].route == 1 && is_way(step, 0, candidates[0]) && is_way(step, 1, candidates[1]);
    case HeaderStep::Kind::deliver:
      return candidates.size() == 1 && candidates[0].exit == Exit::deliver;
  }
  return false;
}

// What an earlier question may have left there.
HeaderStep leftover() {
  HeaderStep step;
  step.next[0].word = step.next[1].word = ~std::uint64_t{0};
  step.channel[0] = step.channel[1] = kNoChannel;
  step.classes = step.ways = step.escape_classes = 0xffff;
  step.changes = true;
  step.kind = HeaderStep::Kind::fork;
  return step;
}

// What its table says, as the machine reads it.
HeaderStep from_table(const StepTable& table, const HeaderQuery& query) {
  HeaderStep step = leftover();
  const StepTable::Entry& entry = table.entry(query.node, query.destination, query.state);
  table.answer(query.node, entry, step);
  table.answer_other(query.node, entry, step);
  return step;
}

}  // namespace

std::vector<HeaderQuery> reachable_places(const Topology& topology, const RoutingRelation& relation, const std::vector<std::uint32_t>& sources,
                                          const std::vector<std::uint32_t>& destinations) {
  std::vector<HeaderQuery> places;
  for (const std::uint32_t d : destinations) {
    std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>> seen;
    const auto reach = [&](NodeId node, ChannelId in, HeaderState state) {
      if (seen.emplace(node.value(), in.value(), state.word).second) places.push_back({node, in, NodeId(d), state});
    };
    std::size_t next = places.size();
    for (const std::uint32_t s : sources) {
      for (const StartState& start : relation.start(NodeId(s), NodeId(d))) reach(NodeId(s), kNoChannel, start.state);
    }
    for (; next < places.size(); ++next) {
      Candidates candidates;
      relation.next(places[next].node, places[next].in, NodeId(d), places[next].state, candidates);
      for (const Candidate& c : candidates) {
        if (c.exit == Exit::channel) reach(topology.channel(c.channel).to, c.channel, c.next);
      }
    }
  }
  return places;
}

std::string wrong_short_answer(const RoutingRelation& relation, const std::vector<HeaderQuery>& queries) {
  std::vector<HeaderStep> together(queries.size(), leftover());
  relation.steps(queries.data(), queries.size(), together.data());
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const HeaderQuery& q = queries[i];
    HeaderStep alone = leftover();
    relation.steps(&q, 1, &alone);
    Candidates candidates;
    relation.next(q.node, q.in, q.destination, q.state, candidates);
    const StepTable* const table = step_table_of(relation);
    const bool right_table = table == nullptr || right(from_table(*table, q), candidates, relation, q);
    if (right(together[i], candidates, relation, q) && right(alone, candidates, relation, q) && right_table) continue;
    return fmt::format("at node {}, come over channel {}, to {}, state {:#x}: kind {} ({} alone), but {} candidates", q.node.value(), q.in.value(),
                       q.destination.value(), q.state.word, static_cast<int>(together[i].kind), static_cast<int>(alone.kind), candidates.size());
  }
  return {};
}

bool always_starts_in_state_0(const RoutingRelation& relation, const std::vector<std::uint32_t>& sources,
                              const std::vector<std::uint32_t>& destinations) {
  for (const std::uint32_t s : sources) {
    for (const std::uint32_t d : destinations) {
      const StartStates starts = relation.start(NodeId(s), NodeId(d));
      if (starts.size() != 1 || !(starts.front().state == HeaderState{})) return false;
    }
  }
  return true;
}

}  // namespace dateline::test
