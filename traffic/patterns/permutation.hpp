// Permutation traffic: terminal i sends to destination[i] only; fixed points are silent, or send to themselves
// (docs/guide/traffic.md). N words.
#pragma once

#include <string>
#include <vector>

#include "models/base/enum_names.hpp"
#include "models/network/traffic_pattern.hpp"

namespace dateline {

enum class FixedPoints { silent, send };
constexpr std::array<EnumName<FixedPoints>, 2> enum_names(FixedPoints) { return {{{FixedPoints::silent, "silent"}, {FixedPoints::send, "send"}}}; }

class PermutationTraffic final : public TrafficPattern {
 public:
  // Throws ConfigError unless `destination` is a permutation of 0..N-1 (naming the line, that is the terminal, that
  // breaks it).
  PermutationTraffic(std::string name, std::vector<TerminalId> destination, FixedPoints fixed_points = FixedPoints::silent);
  [[nodiscard]] std::vector<Demand> row(TerminalId source) const override;
  [[nodiscard]] TerminalId sample(TerminalId source, RandomStream& random) const override;
  [[nodiscard]] Rational share(TerminalId source) const override;
  [[nodiscard]] const std::vector<TerminalId>& destinations() const { return destination_; }

 private:
  [[nodiscard]] bool silent(TerminalId source) const { return fixed_points_ == FixedPoints::silent && destination_[source.value()] == source; }

  std::vector<TerminalId> destination_;
  FixedPoints fixed_points_;
};

// One destination per line, line i (from 0) is that of terminal i; `#` starts a comment. Throws ConfigError naming the
// line.
[[nodiscard]] PermutationTraffic read_permutation(const std::string& path, std::uint32_t terminals, FixedPoints fixed_points = FixedPoints::silent);

}  // namespace dateline
