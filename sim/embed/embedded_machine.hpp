// From the options of an embedded network to all that it is made of.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/core/state/layout/router_config.hpp"
#include "sim/options/network/changed_networks.hpp"
#include "sim/options/network/embed_settings.hpp"
#include "traffic/schedules/cycle_time.hpp"
#include "traffic/schedules/message_sizes.hpp"

namespace dateline {

struct EmbeddedMachine {
  // Throws ConfigError, and std::runtime_error for a network that is not safe.
  explicit EmbeddedMachine(std::string_view options);

  NetworkObjects network;
  RouterConfig config;
  std::vector<ChangedNetwork> changes;
  MessageSizes sizes;
  CycleTime cycle_time;
  std::string proof;
  std::vector<std::pair<std::string, std::string>> record;  // the options that results depend on
};

}  // namespace dateline
