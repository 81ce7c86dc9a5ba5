// Channels of a network as the user names them: parts joined by '+', each the name of a kind (`dim0`, `global`), `A-B`,
// all channels between two nodes, both ways, or `A.PORT`, the one that leaves node A through that port.
#pragma once

#include <string_view>
#include <vector>

#include "models/base/text/parse.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

// Ascending, each once. Throws ConfigError of `source`, about `text`: no such kind, node, port or channel.
[[nodiscard]] std::vector<ChannelId> channels_named(const Topology& topology, const ValueSource& source, std::string_view text);

}  // namespace dateline
