#ifndef __clang__  // g++ 12 reports it inside Boost.Container's small_vector, wrongly; clang does not know it
#pragma GCC diagnostic ignored "-Wstringop-overread"
#pragma GCC diagnostic ignored "-Warray-bounds"
#endif
#include "models/network/relation/relation.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"

namespace dateline {

StartStates RoutingRelation::start_between(const Ends& ends) const {
  const std::uint64_t count = start_count(ends);
  if (count == 0) return start(ends.from, ends.to);
  StartStates states;
  for (std::uint64_t i = 0; i < count; ++i) states.push_back({start_at(ends, i)});
  return states;
}

HeaderState RoutingRelation::start_at(const Ends& ends, std::uint64_t i) const {
  throw InvariantError(fmt::format("start state {} from node {} to node {} of a relation that lists them", i, ends.from.value(), ends.to.value()));
}

Resumption RoutingRelation::resume(NodeId node, NodeId dst, const SoftwareHeader& /*header*/) const {
  throw InvariantError(fmt::format("a packet to node {} was absorbed at node {} by a relation that never absorbs", dst.value(), node.value()));
}

void RoutingRelation::steps(const HeaderQuery* /*queries*/, std::size_t count, HeaderStep* answers) const {
  for (std::size_t i = 0; i < count; ++i) answers[i].kind = HeaderStep::Kind::ask;
}

HeaderState RoutingRelation::after(const HeaderQuery& query, ChannelId way) const {
  Candidates candidates;
  next(query.node, query.in, query.destination, query.state, candidates);
  for (const Candidate& c : candidates) {
    if (c.exit == Exit::channel && c.channel == way && c.rank == 0) return c.next;
  }
  throw InvariantError(fmt::format("channel {} at node {} is no way that is offered there", way.value(), query.node.value()));
}

}  // namespace dateline
