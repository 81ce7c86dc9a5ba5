// What results and texts say of faults.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "models/network/faults/fault_map.hpp"
#include "models/network/traffic_pattern.hpp"

namespace dateline {

// {nodes, links, connected, convex}: links as [node, port], by the lesser end; null faults: nothing has failed.
[[nodiscard]] nlohmann::ordered_json faults_json(const FaultMap* faults);

// Adds `faults`, and `left_out_flows` of the pattern.
void add_faults(nlohmann::ordered_json& json, const FaultMap* faults, const TrafficPattern& pattern);
// The same as lines for people; none without faults.
[[nodiscard]] std::string fault_lines(const FaultMap* faults, const TrafficPattern& pattern);

// A torus or mesh as text: a character a node, # failed, between them x where a link has failed. x0 goes to the right,
// x1 upwards; what wraps stands at the right and at the top. Of more dimensions, planes of x0 and x1 in which something
// has failed. Empty for other topologies, and where it would be wider than 200 characters.
[[nodiscard]] std::string fault_picture(const FaultMap& faults);

// "5.2" of a link, by node and port.
[[nodiscard]] std::string link_text(const LinkEnd& link);

}  // namespace dateline
