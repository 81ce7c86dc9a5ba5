// On which terminal each rank of a workload sits: `--mapping identity|random:SEED|FILE`; identity, and by default: rank
// r on terminal r.
// FILE: line i, from 0, is the terminal of rank i; several ranks may share one, and send each other messages that never
// leave its router. random:SEED: a permutation of the terminals whose nodes live, the first ones of it.
// Throws ConfigError(source, value, ...): a bad file, a terminal that there is not or that has failed, more ranks than
// terminals.
// Of a pattern it is a bijection: every terminal has one virtual node.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/text/parse.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

class FaultMap;

class Mapping {
 public:
  static constexpr std::string_view kIdentity = "identity";
  // None: the default. `faults`: null, nothing has failed. Both must outlive it.
  Mapping(ValueSource source, const std::optional<std::string>& text, const Topology& topology, const FaultMap* faults);

  // How many ranks a workload that has no number of its own has: the lines of the file, else the terminals.
  [[nodiscard]] std::uint32_t ranks() const { return static_cast<std::uint32_t>(places_.size()); }
  // Of all ranks that there may be, whether their nodes have failed or not.
  [[nodiscard]] const std::vector<TerminalId>& all_places() const { return places_; }
  // Of the virtual nodes of a pattern: every terminal once. Throws if it is no such mapping.
  [[nodiscard]] std::vector<TerminalId> bijection() const;
  // Of so many ranks; `workload`: what has them, for the error line.
  [[nodiscard]] std::vector<TerminalId> places(std::uint32_t ranks, const std::string& workload) const;
  // The same of ranks at these of the places.
  [[nodiscard]] std::vector<TerminalId> places(std::uint32_t ranks, const std::vector<std::uint32_t>& at, const std::string& workload) const;

 private:
  void read(const std::string& path);
  void draw(std::string_view seed);
  void check_alive(const std::vector<TerminalId>& places) const;

  ValueSource source_;
  std::string value_;  // empty: the default
  const Topology& topology_;
  const FaultMap* faults_;
  std::vector<TerminalId> places_;
};

}  // namespace dateline
