#include "models/proof/escape_fold.hpp"

#include <algorithm>

namespace dateline {

EscapeFold::EscapeFold(std::vector<std::uint16_t> escapes, int classes)
    : escapes_(std::move(escapes)),
      classes_(static_cast<std::uint32_t>(classes)),
      number_(escapes_.size() * classes_, kNone),
      row_(escapes_.size() * classes_, kNone) {}

bool EscapeFold::make_order(const HeaderGraph& graph) {
  const auto& places = graph.places();
  before_.assign(places.size(), 0);
  for (const HeaderPlaceRecord& place : places) {
    for (const PlaceHop& hop : graph.hops(place)) {
      if (goes_on(hop)) ++before_[hop.to];
    }
  }
  order_.clear();
  for (std::uint32_t i = 0; i < places.size(); ++i) {
    if (before_[i] == 0) order_.push_back(i);
  }
  for (std::size_t next = 0; next < order_.size(); ++next) {
    const HeaderPlaceRecord& place = places[order_[next]];
    for (const PlaceHop& hop : graph.hops(place)) {
      if (goes_on(hop) && --before_[hop.to] == 0) order_.push_back(hop.to);
    }
  }
  return order_.size() == places.size();
}

void EscapeFold::number_wanted(const HeaderGraph& graph) {
  for (const std::uint32_t vertex : wanted_) number_[vertex] = kNone;
  wanted_.clear();
  for (const HeaderPlaceRecord& place : graph.places()) {
    for (const PlaceHop& hop : graph.hops(place)) {
      if (hop.channel == kNoChannel) continue;
      const std::uint32_t first = hop.channel.value() * classes_;
      for (unsigned asked = hop.classes & escapes_[hop.channel.value()]; asked != 0; asked &= asked - 1) {
        std::uint32_t& number = number_[first + static_cast<std::uint32_t>(__builtin_ctz(asked))];
        if (number != kNone) continue;
        number = static_cast<std::uint32_t>(wanted_.size());
        wanted_.push_back(first + static_cast<std::uint32_t>(__builtin_ctz(asked)));
      }
    }
  }
  words_ = (wanted_.size() + 63) / 64;
}

bool EscapeFold::fold(const HeaderGraph& graph) {
  if (!make_order(graph)) return false;
  number_wanted(graph);
  reached_.assign(graph.places().size() * words_, 0);
  for (auto it = order_.rbegin(); it != order_.rend(); ++it) {
    const HeaderPlaceRecord& place = graph.places()[*it];
    std::uint64_t* const own = reached_.data() + *it * words_;
    for (const PlaceHop& hop : graph.hops(place)) {
      if (hop.channel == kNoChannel) continue;
      const std::uint32_t first = hop.channel.value() * classes_;
      for (unsigned asked = hop.classes & escapes_[hop.channel.value()]; asked != 0; asked &= asked - 1) {
        const std::uint32_t number = number_[first + static_cast<std::uint32_t>(__builtin_ctz(asked))];
        own[number / 64] |= std::uint64_t{1} << (number % 64);
      }
      if (!goes_on(hop)) continue;
      const std::uint64_t* const behind = reached_.data() + hop.to * words_;
      for (std::size_t w = 0; w < words_; ++w) own[w] |= behind[w];
    }
  }
  return true;
}

// What the headers that hold an escape may come to, over all places where they hold it.
void EscapeFold::gather(const HeaderGraph& graph) {
  for (const std::uint32_t vertex : holders_) row_[vertex] = kNone;
  holders_.clear();
  held_.clear();
  for (std::uint32_t i = 0; i < graph.places().size(); ++i) {
    const HeaderPlaceRecord& place = graph.places()[i];
    for (unsigned held = place.held & escapes_[place.in.value()]; held != 0; held &= held - 1) {
      const std::uint32_t vertex = place.in.value() * classes_ + static_cast<std::uint32_t>(__builtin_ctz(held));
      if (row_[vertex] == kNone) {
        row_[vertex] = static_cast<std::uint32_t>(holders_.size());
        holders_.push_back(vertex);
        held_.resize(holders_.size() * words_, 0);
      }
      for (std::size_t w = 0; w < words_; ++w) held_[row_[vertex] * words_ + w] |= reached_[i * words_ + w];
    }
  }
}

}  // namespace dateline
