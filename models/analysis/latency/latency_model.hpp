// An approximate latency curve of wormhole routing: an M/G/1 queue at every channel, multiplexed virtual channels.
// Source: the model of M. Ould-Khaoua and others for deterministic routing in k-ary n-cubes, after W. J. Dally (1990,
// 1992). With lambda messages of M flits/terminal/cycle, zero-load latency L0, and gamma_c packets/cycle on channel c
// at one packet/node/cycle:
//   lambda_c = lambda gamma_c,  rho_c = lambda_c S
//   S = L0 + sum over c of gamma_c / demand x Pb_c W_c       network latency without multiplexing; solved by iteration from L0
//   W_c = lambda_c (S^2 + (S - M)^2) / (2 (1 - rho_c))       M/G/1 wait, the deviation of the service time taken as S - M
//   Pb_c = P[every VC open to a header is busy]              chain q_v = r^v below v = V_class, r^v / (1 - r) at it; r = class_share x rho_c
//   Vbar = mean over crossings of sum v^2 P_v / sum v P_v    the same chain with all V VCs and r = rho_c
//   L = (S + Ws) Vbar                                        Ws: the wait W at the source, rate lambda / V
// For other traffic than uniform on a torus the sum over channels replaces hbar Pb W of the source; gamma_c differs
// from channel to channel. Tolerance: S to 1e-9 of itself; a rho_c of 1, or no end after 10,000 steps, is divergence:
// the model says the network is saturated. Only + - x / are used: the same bytes on every machine. Cost: steps x
// distinct loads x V.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/analysis/loads/channel_load.hpp"

namespace dateline {

struct LatencyModelInput {
  double zero_load_latency = 0;  // cycles, mean over the pattern
  std::uint32_t packet_length = 1;
  int vcs = 1;             // V: of a channel
  int class_vcs = 1;       // V_class: of them, open to a header
  double class_share = 1;  // of a channel's worms that compete for them
};

class LatencyModel {
 public:
  LatencyModel(const ChannelLoads& loads, const LatencyModelInput& input);
  // Mean latency in cycles at `load` flits/terminal/cycle; none: divergence.
  [[nodiscard]] std::optional<double> latency(double load) const;
  // The load at which it diverges, to 1e-6 of itself, searched between 0 and `highest`; `highest` if it does not.
  [[nodiscard]] double divergence(double highest) const;

 private:
  struct LoadClass {  // channels of equal load
    double gamma;
    double crossings;  // of one message
  };
  [[nodiscard]] std::optional<double> network_latency(double rate) const;

  LatencyModelInput input_;
  std::vector<LoadClass> classes_;
};

// The share of a channel's worms in VC class 0 of a torus with two classes (dateline): exact for uniform traffic on
// rings of 8, 57/64; 0.83 to 0.94 on others.
inline constexpr double kFirstClassShare = 0.89;

// Where the model has been held against the machine, and how far it was off at most.
struct ModelValidity {
  Rational valid_to;      // flits/terminal/cycle
  double expected_error;  // of the latency, relative
};
// For dimension order with two VC classes and uniform Poisson traffic on a torus, machine options at their defaults;
// none: not known to be any good.
[[nodiscard]] std::optional<ModelValidity> model_validity(const Topology& topology, int vcs, std::uint32_t packet_length);

}  // namespace dateline
