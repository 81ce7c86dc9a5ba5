#include "traffic/schedules/operation_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "models/base/error.hpp"

namespace dateline {

void OperationNames::add(Handle operation) {
  Rank& rank = ranks_[builder_.rank_of(operation)];
  if (rank.count != 0 && rank.last + Handle{1} != operation) {
    rank.scattered = 1;
    if (previous_.empty()) {  // until now no rank was left and taken up again
      previous_.resize(operation);
      for (Handle i = 1; i < operation; ++i) previous_[i] = i - 1;
    }
  }
  if (!previous_.empty()) previous_.push_back(rank.last);
  rank.last = operation & kMost;
  ++rank.count;
}

OperationNames::Handle OperationNames::numbered(const Rank& rank, std::uint32_t number) const {
  if (number >= rank.count) return kNone;
  std::uint32_t steps = rank.count - 1 - number;
  if (rank.scattered == 0) return rank.last - steps;
  if (steps > kSteps) return kNone;
  Handle at = rank.last;
  for (; steps > 0; --steps) at = previous_[at];
  return at;
}

void OperationNames::label(Handle operation, std::string_view label) {
  const std::uint32_t rank = builder_.rank_of(operation), number = labels_.mention(rank, label);
  if (labels_.operation(number) != kNone) lines_.fail(fmt::format("label '{}' is given twice in rank {}", printable(label), rank));
  labels_.define(number, operation);
}

void OperationNames::wait(Handle operation, std::string_view name, bool on_start) {
  const std::uint32_t rank = builder_.rank_of(operation);
  Waiting waiting{};
  waiting.operation = operation & kMost;
  waiting.on_start = on_start ? 1U : 0U;
  waiting.line = static_cast<std::uint32_t>(std::min<std::uint64_t>(lines_.line(), 0xffffffffU));
  if (name[0] >= '0' && name[0] <= '9') {
    const std::optional<std::uint64_t> number = whole_number(name, kMost);
    if (!number) lines_.fail(fmt::format("'{}' is no number of an operation; allowed: 0..{} or a label", printable(name), kMost));
    waiting.name = static_cast<std::uint32_t>(*number);
    if (const Handle before = numbered(ranks_[rank], waiting.name); before != kNone) return link(operation, before, on_start, waiting.line);
  } else {
    waiting.is_label = 1;
    waiting.name = labels_.mention(rank, name);
    const Handle before = labels_.operation(waiting.name);
    if (before != kNone) return link(operation, before, on_start, waiting.line);
  }
  waiting_.push_back(waiting);
}

void OperationNames::link(Handle operation, Handle before, bool on_start, std::uint64_t line) {
  if (operation == before) lines_.fail_at(line, "the operation waits for itself");
  on_start ? builder_.after_start(operation, before) : builder_.after(operation, before);
}

void OperationNames::resolve() {
  std::vector<std::uint32_t> begin;
  std::vector<Handle> order;  // made if a number needs it
  for (const Waiting& waiting : waiting_) {
    const std::uint32_t rank = builder_.rank_of(waiting.operation);
    Handle before = kNone;
    if (waiting.is_label != 0) {
      before = labels_.operation(waiting.name);
    } else if (waiting.name < ranks_[rank].count) {
      before = numbered(ranks_[rank], waiting.name);
      if (before == kNone && order.empty()) order = in_order_of_ranks(begin);
      if (before == kNone) before = order[begin[rank] + waiting.name];
    }
    if (before == kNone) lines_.fail_at(waiting.line, missing(waiting));
    link(waiting.operation, before, waiting.on_start != 0, waiting.line);
  }
  waiting_ = {};
}

// The operations rank by rank; those of a rank from `begin` of it on.
std::vector<OperationNames::Handle> OperationNames::in_order_of_ranks(std::vector<std::uint32_t>& begin) const {
  begin.assign(ranks_.size() + 1, 0);
  for (std::size_t r = 0; r < ranks_.size(); ++r) begin[r + 1] = begin[r] + ranks_[r].count;
  std::vector<std::uint32_t> next(begin.begin(), begin.end() - 1);
  std::vector<Handle> order(builder_.size());
  for (Handle operation = 0; operation < builder_.size(); ++operation) order[next[builder_.rank_of(operation)]++] = operation;
  return order;
}

std::string OperationNames::missing(const Waiting& waiting) const {
  const std::uint32_t rank = builder_.rank_of(waiting.operation);
  if (waiting.is_label != 0) return fmt::format("no operation of rank {} has the label '{}'", rank, labels_.text(waiting.name));
  return fmt::format("rank {} has no operation {}: it has {}, counted from 0", rank, waiting.name, ranks_[rank].count);
}

}  // namespace dateline
