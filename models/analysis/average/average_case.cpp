#include "models/analysis/average/average_case.hpp"

#include <algorithm>

#include "models/analysis/loads/pair_crossings.hpp"
#include "models/analysis/worst_case/random_permutations.hpp"
#include "models/base/error.hpp"
#include "models/base/numbers/random.hpp"
#include "models/base/numbers/random_permutation.hpp"

namespace dateline {
namespace {

struct Mixture {
  std::vector<std::vector<TerminalId>> permutations;
  std::vector<double> weights;
};

// Gaps between Q - 1 uniform numbers of 0..1 are Dirichlet(1, ..., 1).
std::vector<double> dirichlet(RandomStream& random, std::uint32_t count) {
  std::vector<double> cuts = {0, 1};
  for (std::uint32_t i = 1; i < count; ++i) cuts.push_back(random.unit());
  std::sort(cuts.begin(), cuts.end());
  std::vector<double> weights;
  for (std::size_t i = 1; i < cuts.size(); ++i) weights.push_back(cuts[i] - cuts[i - 1]);
  return weights;
}

std::uint64_t seed_of(const AverageSampling& sampling, std::uint64_t draw) { return mix(mix_seed(sampling.seed) + sampling.first + draw); }

Mixture drawn(const AverageSampling& sampling, std::uint64_t draw, std::uint32_t terminals) {
  RandomStream random(seed_of(sampling, draw), 0, Purpose::destination);
  Mixture mixture;
  mixture.weights = dirichlet(random, sampling.permutations);
  for (std::uint32_t q = 0; q < sampling.permutations; ++q) {
    mixture.permutations.push_back(drawn_permutation(sampling, draw, q, terminals));
  }
  return mixture;
}

// The largest load / bandwidth of sums of permutations.
class MixtureLoads {
 public:
  MixtureLoads(const Topology& topology, const PairLoads& loads) : topology_(topology), loads_(loads), flows_(topology, loads) {
    for (const Rational& value : loads.values()) values_.push_back(to_double(value));
    for (std::uint32_t c = 0; c < topology.channels(); ++c) {
      inverse_.push_back(1 / to_double(to_rational(topology.channel(ChannelId(c)).bandwidth)));
    }
  }

  [[nodiscard]] std::vector<double> gammas(const std::vector<Mixture>& mixtures) const {
    std::vector<std::vector<double>> sums(mixtures.size(), std::vector<double>(topology_.channels(), 0));
    std::vector<std::uint32_t> image(topology_.channels());
    const WalkEnds& ends = loads_.ends();
    loads_.for_all([&](std::uint32_t end, std::uint32_t source, const OrbitWalk::Automorphism& map) {
      for (std::uint32_t c = 0; c < topology_.channels(); ++c) image[c] = loads_.image(ChannelId(c), map.image).value();
      for (const TerminalId from : ends.terminals(end)) {
        for (std::size_t m = 0; m < mixtures.size(); ++m) {
          for (std::size_t q = 0; q < mixtures[m].weights.size(); ++q) {
            const TerminalId to = mixtures[m].permutations[q][from.value()];
            if (to == from) continue;
            flows_.for_pair(source, ends.image(ends.of(to), map.inverse), [&](PairCrossings::Crossing crossing) {
              sums[m][image[crossing.channel]] += mixtures[m].weights[q] * values_[crossing.value];
            });
          }
        }
      }
    });
    std::vector<double> gammas;
    for (const auto& sum : sums) {
      double most = 0;
      for (std::uint32_t c = 0; c < topology_.channels(); ++c) most = std::max(most, sum[c] * inverse_[c]);
      gammas.push_back(most);
    }
    return gammas;
  }

 private:
  const Topology& topology_;
  const PairLoads& loads_;
  PairCrossings flows_;
  std::vector<double> values_, inverse_;
};

}  // namespace

std::vector<TerminalId> drawn_permutation(const AverageSampling& sampling, std::uint64_t draw, std::uint32_t of_draw, std::uint32_t terminals) {
  return random_permutation<TerminalId>(terminals, mix(seed_of(sampling, draw) + of_draw));
}

std::vector<double> drawn_gammas(const Topology& topology, const PairLoads& loads, const AverageSampling& sampling,
                                 const std::function<void(std::uint64_t, std::uint64_t)>& tick) {
  const std::uint32_t terminals = topology.terminals();
  std::vector<double> gammas;
  if (sampling.permutations == 0) {
    PermutationSampling permutations;
    permutations.count = sampling.draws;
    permutations.each = [&](const Rational& gamma) { gammas.push_back(to_double(gamma)); };
    const auto draw = [&](std::uint64_t i) { return drawn_permutation(sampling, i, 0, terminals); };
    (void)sample_permutations(topology, loads, permutations, draw, tick);
    return gammas;
  }
  const MixtureLoads mixtures(topology, loads);
  constexpr std::uint64_t kSumsAtATime = 1U << 20U;
  const std::uint64_t batch = std::max<std::uint64_t>(1, kSumsAtATime / (topology.channels() + std::uint64_t{terminals} * sampling.permutations));
  for (std::uint64_t first = 0; first < sampling.draws; first += batch) {
    std::vector<Mixture> some;
    for (std::uint64_t i = first; i < std::min(sampling.draws, first + batch); ++i) some.push_back(drawn(sampling, i, terminals));
    const std::vector<double> more = mixtures.gammas(some);
    gammas.insert(gammas.end(), more.begin(), more.end());
    if (tick) tick(gammas.size(), sampling.draws);
  }
  return gammas;
}

EnumeratedAverage enumerate_average(const Topology& topology, const PairLoads& loads, const std::function<void(std::uint64_t, std::uint64_t)>& tick) {
  if (topology.terminals() > kMostEnumerated) throw InvariantError("too many permutations to enumerate");
  EnumeratedAverage average;
  average.permutations = 1;
  std::vector<TerminalId> next;
  for (std::uint32_t t = 0; t < topology.terminals(); ++t) {
    next.emplace_back(t);
    average.permutations *= t + 1;
  }
  PermutationSampling all;
  all.count = average.permutations;
  const auto each = [&](std::uint64_t) {
    const std::vector<TerminalId> now = next;
    std::next_permutation(next.begin(), next.end());
    return now;
  };
  const PermutationSample sample = sample_permutations(topology, loads, all, each, tick);
  average.mean_gamma = sample.mean;
  Rational sum = 0;
  for (const auto& [gamma, count] : sample.histogram) {
    if (gamma == 0) continue;
    sum += Rational(count) / gamma;
    average.loading += count;
  }
  if (average.loading == 0) return average;
  average.mean_throughput = sum / average.loading;
  average.least_throughput = 1 / sample.histogram.rbegin()->first;
  std::uint64_t passed = 0;  // from the worst on
  for (auto it = sample.histogram.rbegin(); it != sample.histogram.rend() && it->first > 0; ++it) {
    passed += it->second;
    if (2 * passed < average.loading) continue;
    average.median_throughput = 1 / it->first;
    break;
  }
  return average;
}

}  // namespace dateline
