// The worst-case permutation of an oblivious routing: gamma_wc = max over channels c of the maximum-weight perfect
// matching of gamma_c(i, j) / b_c.
// Source: B. Towles, "Finding worst-case permutations for oblivious routing algorithms": by linearity some permutation
// is a worst traffic matrix (theorem 1), and one channel of every orbit under automorphisms that keep the routing is
// enough (theorem 2: the focus channels).
// Symmetries come from the relation's claims and are verified first. `all_channels` uses none: every source is walked
// and every channel matched.
// Certificate: integers u_i, v_j >= 0 with u_i + v_j >= scale gamma_c(i, j) for all i, j and sum u + sum v = scale
// gamma_c: no permutation can load the channel more. It is checked before it is returned (InvariantError). Self pairs
// count as the relation routes them (Valiant: through an intermediate node). Where an equally bad permutation without
// loaded fixed points exists, that one is returned, since patterns leave fixed points silent. Units: packets/cycle at
// one packet/node/cycle. Cost: PairLoads, then one matching a focus channel. Deterministic for any number of jobs.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/analysis/loads/pair_loads.hpp"
#include "models/analysis/loads/symmetry_check.hpp"

namespace dateline {

struct WorstCaseOptions {
  bool all_channels = false;
  std::optional<ChannelId> channel;                    // this one alone
  PathSample sample;                                   // 2 or more paths a pair; none: exact
  int jobs = 1;                                        // threads
  double budget = 2e10;                                // places to walk or hops to draw, estimated beforehand; ConfigError beyond it
  std::function<void(std::size_t, std::size_t)> tick;  // (channels done, of how many), one call at a time, from any thread
};

struct FocusChannel {
  ChannelId channel;
  std::uint32_t orbit;  // channels that are alike, itself included
  Rational gamma;       // the heaviest load / bandwidth that a permutation puts on it
};

struct WorstCase {
  Rational gamma;     // gamma_wc, relative to bandwidth
  ChannelId channel;  // the first focus channel that has it
  std::vector<TerminalId> permutation;
  std::uint32_t loaded_fixed_points = 0;  // i -> i in the permutation with a positive load
  bool fixed_points_may_load = false;     // under this routing a packet to its own terminal may cross channels
  std::vector<Integer> u, v;              // the certificate; its scale is that of the pair loads
  std::vector<FocusChannel> focus;
  Rational injection = 1;  // the heaviest load of an injection channel: its own message, and what is injected again there
  double standard_error = 0;  // if sampled: of the permutation's load on the channel (sample_error.hpp)
};

class WorstCaseSearch {
 public:
  // Verifies symmetries and walks the pair loads. Topology and relation must outlive it.
  WorstCaseSearch(const Topology& topology, const RoutingRelation& relation, WorstCaseOptions options = {});

  [[nodiscard]] WorstCase run() const;
  [[nodiscard]] const PairLoads& loads() const { return *loads_; }
  [[nodiscard]] const std::vector<VerifiedSymmetry>& symmetries() const { return verified_; }
  // What a certificate is about: a line `# nodes N scale L`, then `source destination weight` for every positive weight
  // of the channel, times L.
  // `allowed`, [source x N + destination]: these pairs alone.
  [[nodiscard]] std::string weights_text(ChannelId channel, const std::vector<bool>* allowed = nullptr) const;

 private:
  struct Focus {
    ChannelId channel;
    std::uint32_t orbit;
  };
  [[nodiscard]] Rational heaviest(ChannelId channel) const;
  [[nodiscard]] Rational heaviest_injection() const;
  void explain(WorstCase& result) const;
  void leave_failed_alone(std::vector<std::uint32_t>& column_of) const;

  const Topology& topology_;
  const RoutingRelation& relation_;
  WorstCaseOptions options_;
  std::vector<VerifiedSymmetry> verified_;
  std::vector<Focus> focus_;
  std::unique_ptr<PairLoads> loads_;
};

}  // namespace dateline
