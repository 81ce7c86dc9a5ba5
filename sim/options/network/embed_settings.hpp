// The options of an embedded network (sim/embed/network.hpp): those of simulate that say what the machine is, and how
// messages become packets.
#pragma once

#include <string_view>
#include <vector>

#include "sim/options/option_reader.hpp"
#include "sim/options/run_settings.hpp"

namespace dateline {

struct EmbedSettings : CommonSettings {
  NetworkSettings network;
  RouterSettings router;
  AbsorptionSettings absorption;
  TrafficSettings traffic;    // packet-length: of the longest packet
  WorkloadSettings workload;  // flit-bytes and cycle-time
  Setting<std::uint32_t> header_flits{1U};
  Setting<ProofMode> prove{ProofMode::automatic};

  void declare(Declarations& declarations);
};

// "topology=torus:8x8 routing=dor": words KEY=VALUE parted by white space; a value with blanks stands in double quotes.
// Throws ConfigError of `component`.
[[nodiscard]] std::vector<OptionWord> option_words(const std::string& component, std::string_view text);
// Gives the settings their values; `declarations`, empty, must outlive them. Old names are understood as on the command
// line.
void read_options(std::string_view text, Declarations& declarations, EmbedSettings& settings);

}  // namespace dateline
