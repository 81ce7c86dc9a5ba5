// Streams of open-loop traffic, as --traffic streams:FILE names them, a line a stream:
//   NAME load=L [traffic=PATTERN] [packet-length=LENGTHS] [injection=RULE] [vc-set=SET] [priority=P]
// What is left out is what simulate's option of that name has by default; `#` starts a comment.
// docs/guide/workloads/streams.md. Throws ConfigError naming the line: no such key, one twice or without a value, a
// name twice, no load, a load that is 0 or that the injection cannot offer, nothing in the file. Whether the VCs
// suffice for the sets is said by vc_set_shares.hpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/base/text/parse.hpp"
#include "traffic/arrivals/injection.hpp"
#include "traffic/arrivals/message_lengths.hpp"

namespace dateline {

struct StreamSpec {
  std::string name;
  std::string traffic = "uniform";
  Rational load = 0;  // flits/terminal/cycle
  PacketLengths lengths = 32;
  InjectionRule injection;
  std::string vc_set;                // its name; that of the stream if it has one of its own; empty: none is named
  std::optional<int> set_vcs = {};   // of that set, if it says so
  std::optional<int> priority = {};  // the highest goes first
  [[nodiscard]] Rational rate() const { return load / lengths.mean(); }  // messages/node/cycle
};

inline constexpr std::size_t kMostStreams = 64;
inline constexpr int kHighestPriority = 15;

// Loads sum to at most `nic_ports`, the injection channels of a terminal.
[[nodiscard]] std::vector<StreamSpec> read_streams(const ValueSource& source, const std::string& path, int nic_ports = 1);

}  // namespace dateline
