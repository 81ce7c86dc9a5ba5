// The settings of `schedule`, and of `list`.
#pragma once

#include <cstdint>
#include <string>

#include "sim/options/common_settings.hpp"
#include "sim/options/network_settings.hpp"

namespace dateline {

struct ScheduleSettings : CommonSettings {
  NetworkSettings network;  // topology alone
  Setting<std::string> workload, cycle_time{"1ns"};
  Setting<std::uint32_t> ranks;
  struct {
    OutputSetting schedule;
  } out;
  void declare(Declarations& declarations);
};

struct ListSettings : CommonSettings {
  void declare(Declarations& declarations);
};

}  // namespace dateline
