// The routers of a run: --buffer-depth, --router and the family router.*; and what absorbed packets meet.
#pragma once

#include <array>
#include <cstdint>

#include "models/network/topology/channel_latencies.hpp"
#include "sim/core/state/layout/link_errors.hpp"
#include "sim/core/state/layout/router_config.hpp"
#include "sim/options/declarations.hpp"

namespace dateline {

// dally1992: the router of the papers, with the defaults of docs/reference/router-cycle.md; onchip: a crossbar of one
// flit per port, VCs free again when the tail has been sent, one ejection channel a terminal; booksim: BookSim 2's
// default router.
enum class RouterPreset { dally1992, onchip, booksim };
constexpr std::array<EnumName<RouterPreset>, 3> enum_names(RouterPreset) {
  return {{{RouterPreset::dally1992, "dally1992"}, {RouterPreset::onchip, "onchip"}, {RouterPreset::booksim, "booksim"}}};
}

// A setting for each row of kRouterNumbers, by its field.
class RouterNumberSettings {
 public:
  RouterNumberSettings();
  [[nodiscard]] Setting<int>& of(int RouterConfig::*field);
  [[nodiscard]] const Setting<int>& of(int RouterConfig::*field) const;
  // Sets every field.
  void give(RouterConfig& config) const;

 private:
  std::array<Setting<int>, kRouterNumbers.size()> settings_;
};

// Links that err: what sim/options/network/link_error_options.hpp reads.
struct LinkErrorSettings {
  Setting<std::string> flit_error;
  Setting<std::uint64_t> window, replay;
  Setting<ErrorDetection> detection;
};

struct RouterSettings {
  RouterNumberSettings numbers;
  Setting<ChannelLatencies> channel_latency{ChannelLatencies()};
  Setting<RouterPreset> preset{RouterPreset::dally1992};
  Setting<NumberOrWord> credit_latency{NumberOrWord{{}, "auto"}};
  Setting<int> nic_ports{RouterConfig().nic_ports};
  Setting<NumberOrWord> injection_vcs{NumberOrWord{{}, "auto"}};
  Setting<SourcePolicy> source{RouterConfig().source};
  Setting<Ejection> ejection{RouterConfig().ejection};
  Setting<EjectionDelay> ejection_delay{RouterConfig().ejection_delay};
  Setting<Selection> vc_selection{RouterConfig().selection};
  Setting<Crossbar> crossbar{RouterConfig().crossbar};
  Setting<SwitchAllocation> switch_allocator;
  Setting<VcReuse> vc_reuse{RouterConfig().vc_reuse};
  Setting<VcAllocation> vc_allocator{RouterConfig().vc_allocation};
  Setting<VcStage> vc_stage{RouterConfig().vc_stage};
  Setting<VcArbitration> vc_arbitration{RouterConfig().vc_arbitration};
  Setting<OutputArbitration> output_arbitration{RouterConfig().output_arbitration};
  Setting<NumberOrWord> ugal_bias{NumberOrWord{{}, "auto"}};
  Setting<UgalOccupancy> ugal_occupancy{RouterConfig().ugal.occupancy};
  LinkErrorSettings links;
};

struct AbsorptionSettings {
  Setting<std::uint64_t> delay, limit;
};

// Of a run: all of them.
void declare_router(Declarations& declarations, RouterSettings& settings);
// Of a command that sends packets again.
void declare_error_detection(Declarations& declarations, LinkErrorSettings& settings);
[[nodiscard]] OptionCondition found_at_destinations();
void declare_absorption(Declarations& declarations, AbsorptionSettings& settings);
// Of a proof: router.vc-reuse.
void declare_vc_reuse(Declarations& declarations, RouterSettings& settings);
// Of a topology: what its channels take, router.channel-latency.
void declare_channel_latency(Declarations& declarations, RouterSettings& settings);
// Of bounds: those that a latency without contention depends on.
void declare_router_of_bounds(Declarations& declarations, RouterSettings& settings);

}  // namespace dateline
