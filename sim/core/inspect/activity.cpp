#include "sim/core/inspect/activity.hpp"

#include "sim/core/inspect/counts.hpp"

namespace dateline {
namespace {

std::vector<std::uint64_t> difference(const std::vector<std::uint64_t>& after, const std::vector<std::uint64_t>& before) {
  std::vector<std::uint64_t> result;
  for (std::size_t i = 0; i < after.size(); ++i) result.push_back(after[i] - before[i]);
  return result;
}

}  // namespace

Activity Activity::since(const Activity& before) const {
  return {difference(flits, before.flits), difference(allocations, before.allocations), difference(handed_over, before.handed_over),
          difference(resent, before.resent)};
}

std::vector<std::uint64_t> HandedOver::counts() const {
  std::vector<std::uint64_t> flits = complete_;
  if (!flits.empty()) add_partly_handed_over(p_, flits);
  return flits;
}

void HandedOver::after_change() {
  const std::vector<std::uint64_t> after = counts();
  for (std::size_t node = 0; node < complete_.size(); ++node) complete_[node] += before_[node] - after[node];
}

}  // namespace dateline
