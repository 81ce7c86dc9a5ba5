// Permutation traffic: terminal i sends to destination[i] only; fixed points are silent. N words.
#pragma once

#include <string>
#include <vector>

#include "models/network/traffic_pattern.hpp"

namespace dateline {

class PermutationTraffic final : public TrafficPattern {
 public:
  // Throws ConfigError unless `destination` is a permutation of 0..N-1 (naming the line, that is the terminal, that breaks it).
  PermutationTraffic(std::string name, std::vector<TerminalId> destination);
  [[nodiscard]] std::vector<Demand> row(TerminalId source) const override;
  [[nodiscard]] TerminalId sample(TerminalId source, RandomStream& random) const override;
  [[nodiscard]] Rational share(TerminalId source) const override;
  [[nodiscard]] const std::vector<TerminalId>& destinations() const { return destination_; }

 private:
  std::vector<TerminalId> destination_;
};

// One destination per line, line i (from 0) is that of terminal i; `#` starts a comment. Throws ConfigError naming the line.
[[nodiscard]] PermutationTraffic read_permutation(const std::string& path, std::uint32_t terminals);

}  // namespace dateline
