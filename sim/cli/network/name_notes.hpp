// What a user may have meant otherwise: names of routings and patterns that another tool uses for something else
// (models/network/name_elsewhere.hpp), and matrix rows that were taken for rounded ones.
#pragma once

#include <string>
#include <vector>

#include "models/network/traffic_pattern.hpp"
#include "sim/options/network_settings.hpp"
#include "traffic/patterns/mixed_traffic.hpp"
#include "traffic/streams/stream_file.hpp"

namespace dateline {

// A line for each such name among the options of a run that has gone well. `traffic`: of a command that has one.
[[nodiscard]] std::vector<std::string> name_notes(const Setting<std::string>& topology, const Setting<std::string>& routing,
                                                  const TrafficSettings* traffic);

// The line on rows that were normalised unasked (traffic/patterns/matrix.hpp), said on stderr when a run has gone well.
void note_rounded_rows(const TrafficSettings& settings, const TrafficPattern& pattern);
// Lines of both kinds on the patterns of streams, each pattern once, said on stderr when a run has gone well.
void note_streams(const NetworkSettings& settings, const std::vector<StreamSpec>& streams, const MixedTraffic& all);

}  // namespace dateline
