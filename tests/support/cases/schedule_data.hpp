// What a schedule does with data: a contribution is a bit, one a rank; a rank has a set of them for each chunk.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "traffic/schedules/schedule.hpp"

namespace dateline::test {

using Set = std::uint64_t;
using Sets = std::vector<std::vector<Set>>;  // rank x chunk

// What a message carries: these chunks, to be added to the receiver's, or in their place.
struct Load {
  std::vector<std::uint32_t> chunks;
  bool adds;
};
using Loads = std::function<Load(std::uint32_t rank, std::uint32_t k)>;  // of the k-th send of a rank

[[nodiscard]] Set everybody(std::uint32_t ranks);
// Each rank's sets in the end. An operation knows what those that it waits for knew, a recv its message too; a send
// carries what it knows. Checks that each message is as long as its chunks together, and adds nothing twice.
[[nodiscard]] Sets after_run(const Schedule& schedule, std::uint64_t seed, std::uint64_t bytes, const Sets& first, const Loads& loads);
// Every rank has its own contribution to every chunk; it has all.
[[nodiscard]] Sets own(std::uint32_t ranks, std::uint32_t chunks);
[[nodiscard]] Sets all(std::uint32_t ranks, std::uint32_t chunks);

[[nodiscard]] std::string with_bytes(const char* name, std::uint64_t bytes);

// The place of a rank in each dimension.
[[nodiscard]] std::vector<std::uint32_t> coordinates(const std::vector<std::uint32_t>& radices, std::uint32_t x);
// The k-th send of a rank at these places of rings by dimension: p chunks from `first` on, the first dimension's place
// is the highest digit of a chunk.
[[nodiscard]] Load turned(const std::vector<std::uint32_t>& radices, const std::vector<std::uint32_t>& places, std::uint32_t k,
                          std::uint32_t first = 0);

}  // namespace dateline::test
