// The places of one walk (route_graph.hpp), equal ones once under small numbers, and the table that finds a place by
// the channel a header came over, or its source; by its state; and by the software header of its message.
// Clearing costs nothing: a slot of the table is in use if the place it names exists and names it back.
// Cost of a search: O(1) on average.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/relation/software_headers.hpp"

namespace dateline {

struct RoutePlace {
  HeaderPlace at;
  std::uint32_t first_hop = 0;
  std::uint32_t hops = 0;
  std::uint64_t total_weight = 0;  // over routes; 0: adaptive choice
};

class RoutePlaces {
 public:
  // `absorbs`: places are distinguished by software headers too; else every header is the empty one.
  explicit RoutePlaces(bool absorbs) : absorbs_(absorbs), table_(1024, 0) {}

  void clear();
  [[nodiscard]] std::uint32_t find_or_add(const HeaderPlace& at, std::uint32_t header);
  [[nodiscard]] std::uint32_t header_of(std::uint32_t place) const { return absorbs_ ? header_of_place_[place] : SoftwareHeaders::kEmpty; }
  [[nodiscard]] const std::vector<RoutePlace>& all() const { return places_; }
  [[nodiscard]] std::size_t size() const { return places_.size(); }
  [[nodiscard]] RoutePlace& operator[](std::uint32_t place) { return places_[place]; }

 private:
  void grow();

  bool absorbs_;
  std::vector<std::uint32_t> table_, slot_of_place_;  // open addressing
  std::vector<RoutePlace> places_;
  std::vector<std::uint32_t> header_of_place_;  // if the relation absorbs
};

}  // namespace dateline
