// --flit-error P[:CHANNELS],... with --router.error-detection, --router.retry-window and --router.replay-buffer: which
// channels of a network err (sim/core/state/layout/link_errors.hpp). Without CHANNELS all that no other entry names.
// CHANNELS: models/network/faults/channel_names.hpp.
#pragma once

#include <memory>

#include "models/network/topology/topology.hpp"
#include "sim/core/state/layout/link_errors.hpp"
#include "sim/options/router_settings.hpp"

namespace dateline {

// Null without --flit-error. Throws ConfigError: a probability not below 1, channels that do not exist or that two
// entries name, a replay buffer smaller than the window.
[[nodiscard]] std::shared_ptr<const LinkErrors> read_link_errors(const LinkErrorSettings& settings, const Topology& topology);

}  // namespace dateline
