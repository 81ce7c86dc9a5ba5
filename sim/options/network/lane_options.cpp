#include "sim/options/network/lane_options.hpp"

#include <limits>
#include <set>

#include "models/base/error.hpp"
#include "models/base/numbers/rational.hpp"
#include "models/network/faults/channel_names.hpp"
#include "sim/options/value_types.hpp"

namespace dateline {
namespace {

constexpr std::uint64_t kMostTerm = 1'000'000'000;  // of the fraction left

}  // namespace

void set_lanes(Topology& topology, const ValueSource& source, const std::string& text) {
  const auto refuse = [&](const char* why) { throw ConfigError(source.component, source.key, text, why); };
  std::set<ChannelId> named;
  for (const std::string& entry : split(text, ',')) {
    const std::size_t colon = entry.find(':');
    if (colon == std::string::npos) refuse("is written FRACTION:CHANNELS,..., as 1/2:dim0 or 1/4:3-7");
    const Rational left = Number::read(source, entry.substr(0, colon), text);
    if (left <= 0 || left > 1) refuse("has a fraction that is not above 0 and at most 1: a link without lanes has failed");
    if (denominator(left) > Integer(kMostTerm)) refuse("has a fraction whose lower number is above 10^9");
    for (const ChannelId channel : channels_named(topology, source, entry.substr(colon + 1))) {
      if (!named.insert(channel).second) refuse("names a channel twice");
      const Rational bandwidth = to_rational(topology.channel(channel).bandwidth) * left;
      const bool wide =
          numerator(bandwidth) > std::numeric_limits<std::uint64_t>::max() || denominator(bandwidth) > Integer(kMostTerm) * Integer(kMostTerm);
      if (wide) refuse("leaves a bandwidth that 64 bits do not hold");
      topology.table().set_bandwidth(channel, {static_cast<std::uint64_t>(numerator(bandwidth)), static_cast<std::uint64_t>(denominator(bandwidth))});
    }
  }
}

}  // namespace dateline
