#include "models/analysis/worst_case/random_permutations.hpp"

#include <algorithm>
#include <utility>

#include "models/analysis/loads/pair_crossings.hpp"
#include "models/analysis/worst_case/scaled_values.hpp"

namespace dateline {
namespace {

using Permutations = std::vector<std::vector<TerminalId>>;

// The largest load / bandwidth of each permutation, times the scale of the values.
template <typename Value>
std::vector<Rational> largest_loads(const Topology& topology, const PairLoads& loads, const PairCrossings& flows, const std::vector<Value>& values,
                                    const Permutations& permutations, bool fixed_points_send) {
  std::vector<std::vector<Value>> sums(permutations.size(), std::vector<Value>(topology.channels(), Value(0)));
  std::vector<std::uint32_t> image(topology.channels());
  const WalkEnds& ends = loads.ends();
  loads.for_all([&](std::uint32_t end, std::uint32_t source, const OrbitWalk::Automorphism& map) {
    for (std::uint32_t c = 0; c < topology.channels(); ++c) image[c] = loads.image(ChannelId(c), map.image).value();
    for (const TerminalId from : ends.terminals(end)) {
      for (std::size_t p = 0; p < permutations.size(); ++p) {
        const TerminalId to = permutations[p][from.value()];
        if (to == from && !fixed_points_send) continue;
        const auto add = [&](PairCrossings::Crossing crossing) { sums[p][image[crossing.channel]] += values[crossing.value]; };
        flows.for_pair(source, ends.image(ends.of(to), map.inverse), add);
      }
    }
  });
  std::vector<std::uint32_t> uneven;  // channels of a bandwidth other than 1
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    if (topology.channel(ChannelId(c)).bandwidth != 1) uneven.push_back(c);
  }
  std::vector<Rational> largest;
  for (auto& sum : sums) {
    Rational most = 0;
    for (const std::uint32_t c : uneven) {
      most = std::max(most, Rational(Rational(Integer(std::exchange(sum[c], Value(0)))) / to_rational(topology.channel(ChannelId(c)).bandwidth)));
    }
    largest.push_back(std::max(most, Rational(Integer(*std::max_element(sum.begin(), sum.end())))));
  }
  return largest;
}

}  // namespace

PermutationSample sample_permutations(const Topology& topology, const PairLoads& loads, const PermutationSampling& sampling,
                                      const std::function<std::vector<TerminalId>(std::uint64_t)>& permutation,
                                      const std::function<void(std::uint64_t, std::uint64_t)>& tick) {
  const std::uint64_t count = sampling.count;
  constexpr std::uint64_t kSumsAtATime = 1U << 22U;
  const std::uint64_t batch = std::max<std::uint64_t>(1, kSumsAtATime / topology.channels());
  const PairCrossings flows(topology, loads);
  const ScaledValues values = scale_values(loads.values(), loads.scale(), loads.terminals());
  PermutationSample result;
  result.count = count;
  Rational total = 0;
  for (std::uint64_t first = 0; first < count; first += batch) {
    Permutations permutations;
    for (std::uint64_t i = first; i < std::min(count, first + batch); ++i) permutations.push_back(permutation(i));
    const auto largest =
        std::visit([&](const auto& v) { return largest_loads(topology, loads, flows, v, permutations, sampling.fixed_points_send); }, values);
    for (std::size_t p = 0; p < largest.size(); ++p) {
      const Rational gamma = largest[p] / loads.scale();
      ++result.histogram[gamma];
      if (sampling.each) sampling.each(gamma);
      total += gamma;
      if (gamma <= result.worst && first + p > 0) continue;
      result.worst = gamma;
      result.worst_index = first + p;
    }
    if (tick) tick(std::min(count, first + batch), count);
  }
  if (count > 0) result.mean = total / count;
  return result;
}

}  // namespace dateline
