// --lanes F:CHANNELS,...: links that have lost lanes. The bandwidth of the channels (models/network/faults/
// channel_names.hpp) is F of what it was, of both directions of A-B; everything that is computed or simulated of the
// network has it so.
#pragma once

#include <string>

#include "models/base/text/parse.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

// Throws ConfigError of `source`: a fraction that is not above 0 and at most 1, channels that do not exist or that two
// entries name, a bandwidth that 64 bits do not hold.
void set_lanes(Topology& topology, const ValueSource& source, const std::string& text);

}  // namespace dateline
