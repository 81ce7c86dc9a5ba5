#include "models/proof/acyclic_digraph.hpp"

#include <algorithm>
#include <numeric>

namespace dateline {

AcyclicDigraph::AcyclicDigraph(std::uint32_t vertices) : next_(vertices), before_(vertices), place_(vertices), seen_(vertices, false) {
  std::iota(place_.begin(), place_.end(), 0U);
}

void AcyclicDigraph::collect(std::uint32_t start, bool forward, std::uint32_t limit, std::vector<std::uint32_t>& found) {
  found.assign(1, start);
  seen_[start] = true;
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (const std::uint32_t v : forward ? next_[found[i]] : before_[found[i]]) {
      const bool within = forward ? place_[v] <= limit : place_[v] >= limit;
      if (!within || seen_[v]) continue;
      seen_[v] = true;
      found.push_back(v);
    }
  }
  for (const std::uint32_t v : found) seen_[v] = false;
}

// What reaches the new edge goes before what it reaches, each group in its old order, on the places they had together.
void AcyclicDigraph::reorder() {
  const auto by_place = [&](std::uint32_t a, std::uint32_t b) { return place_[a] < place_[b]; };
  std::sort(behind_.begin(), behind_.end(), by_place);
  std::sort(ahead_.begin(), ahead_.end(), by_place);
  behind_.insert(behind_.end(), ahead_.begin(), ahead_.end());
  places_.clear();
  for (const std::uint32_t v : behind_) places_.push_back(place_[v]);
  std::sort(places_.begin(), places_.end());
  for (std::size_t i = 0; i < behind_.size(); ++i) place_[behind_[i]] = places_[i];
}

bool AcyclicDigraph::add(std::uint32_t from, std::uint32_t to) {
  if (from == to) return false;
  if (place_[to] < place_[from]) {
    collect(to, true, place_[from], ahead_);
    if (std::find(ahead_.begin(), ahead_.end(), from) != ahead_.end()) return false;
    collect(from, false, place_[to], behind_);
    reorder();
  }
  next_[from].push_back(to);
  before_[to].push_back(from);
  return true;
}

}  // namespace dateline
