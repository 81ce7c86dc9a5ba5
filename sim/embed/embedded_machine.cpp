#include "sim/embed/embedded_machine.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"
#include "sim/options/network/checkpoint.hpp"
#include "sim/options/network/machine_options.hpp"
#include "sim/options/network/network_proof.hpp"

namespace dateline {
namespace {

// The shortest packet that carries anything has a flit beside its header.
MessageSizes sizes_of(const EmbedSettings& settings) {
  MessageSizes sizes;
  sizes.flit_bytes = *settings.workload.flit_bytes;
  sizes.packet_length = settings.traffic.packet_length->shortest();
  sizes.header_flits = *settings.header_flits;
  if (sizes.packet_length > sizes.header_flits) return sizes;
  settings.traffic.packet_length.refuse(
      fmt::format("holds no more than the header flit; allowed: 2..{}, or header-flits=0", MessageSizes::kMaxPacketLength));
}

}  // namespace

EmbeddedMachine::EmbeddedMachine(std::string_view options) {
  Declarations declarations("network");
  EmbedSettings settings;
  read_options(options, declarations, settings);
  const MachineSettings machine{settings, settings.network, settings.router, settings.absorption};
  sizes = sizes_of(settings);
  cycle_time = CycleTime(settings.workload.cycle_time.source(), *settings.workload.cycle_time);
  config = machine_config(machine);
  network = make_network(network_options(settings, settings.network, nullptr, &settings.router));
  check_machine(machine, network, config);
  check_memory(settings.network.topology, *network.topology, config);
  config.execution.count_channels = false;
  config.execution.count_granted = false;
  config.execution.report_sent = true;
  changes = changed_networks(network);
  const VcReuse rule = config.vc_reuse == VcReuse::place && sizes.packet_length == 1 ? VcReuse::whole : config.vc_reuse;
  proof = proof_before({settings.command, *settings.prove, config.vc_reuse, rule, config.absorption.limit}, network, changes);
  record = options_with_files(settings);
}

}  // namespace dateline
