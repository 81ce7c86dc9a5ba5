// Which escapes the headers of one destination may come to from each place, at once or after any run of other channels:
// folded from the places behind, a set of bits each. Only the escapes that are asked for on the way to the destination
// have a bit.
// Cost: O(hops x escapes asked for / 64).
#pragma once

#include <cstdint>
#include <vector>

#include "models/proof/header_graph.hpp"

namespace dateline {

class EscapeFold {
 public:
  // `escapes`: per channel, the classes that are escapes for some header.
  EscapeFold(std::vector<std::uint16_t> escapes, int classes);

  // False if headers can go round over other channels: then there is no order to fold in, and nothing is known.
  [[nodiscard]] bool fold(const HeaderGraph& graph);
  // Calls visit(held, wanted) for every escape that some header of the folded graph may hold and every one that it may
  // come to; vertices as in DependencySets, each pair once.
  template <typename Visit>
  void for_each_dependency(const HeaderGraph& graph, Visit visit) {
    for_each_holder(graph, [&](std::uint32_t held, const std::uint64_t* reached, std::size_t words) {
      for (std::size_t w = 0; w < words; ++w) {
        for (std::uint64_t rest = reached[w]; rest != 0; rest &= rest - 1) {
          visit(held, wanted_[w * 64 + static_cast<std::uint32_t>(__builtin_ctzll(rest))]);
        }
      }
    });
  }
  // The same by words of bits: visit(held, words, their number), bit i for the escape wanted()[i].
  template <typename Visit>
  void for_each_holder(const HeaderGraph& graph, Visit visit) {
    gather(graph);
    for (std::size_t i = 0; i < holders_.size(); ++i) visit(holders_[i], held_.data() + i * words_, words_);
  }
  [[nodiscard]] const std::vector<std::uint32_t>& wanted() const { return wanted_; }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffU;
  // Whether headers may go on over the hop without an escape.
  [[nodiscard]] bool goes_on(const PlaceHop& hop) const { return hop.channel != kNoChannel && (hop.classes & ~escapes_[hop.channel.value()]) != 0; }
  [[nodiscard]] bool make_order(const HeaderGraph& graph);
  void number_wanted(const HeaderGraph& graph);
  void gather(const HeaderGraph& graph);

  std::vector<std::uint16_t> escapes_;
  std::uint32_t classes_;
  std::vector<std::uint32_t> order_, before_;   // places, each before all that it goes on to; how many go on to a place
  std::vector<std::uint32_t> wanted_, number_;  // the escapes asked for; the number of each, by vertex, else kNone
  std::size_t words_ = 0;                       // of a set
  std::vector<std::uint64_t> reached_;          // per place
  std::vector<std::uint32_t> holders_, row_;    // the escapes held; the row of each, by vertex, else kNone
  std::vector<std::uint64_t> held_;             // per row: what the headers that hold it may come to
};

}  // namespace dateline
