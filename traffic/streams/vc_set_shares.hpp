// The VC sets that streams name, and how many of the VCs each has: those with a number have that many; the others share
// what is left equally, in the order in which they come in the file, the first ones one more. Streams that name no set
// are of the set `default`; if none names any there is one set, of all VCs.
// Throws ConfigError: sets with numbers that leave too few or too many VCs, two numbers for one set.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "traffic/streams/stream_file.hpp"

namespace dateline {

struct VcSetShare {
  std::string name;
  int vcs;
};

struct VcSetShares {
  std::vector<VcSetShare> sets;         // in the order of the file; one: all share the VCs
  std::vector<std::uint8_t> of_stream;  // its number
};

// `path`: of the file, for error lines.
[[nodiscard]] VcSetShares share_vcs(const ValueSource& source, const std::string& path, const std::vector<StreamSpec>& streams, int vcs);

}  // namespace dateline
