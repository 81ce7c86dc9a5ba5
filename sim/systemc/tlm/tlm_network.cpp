#include "sim/systemc/tlm/tlm_network.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "sim/systemc/inside.hpp"

namespace dateline {
TlmNetwork::TlmNetwork(const sc_core::sc_module_name& name, NetworkModule& network, const MessageSizes& sizes)
    : sc_module(name), network_(network), sizes_(sizes) {}

TlmNetwork::Terminal& TlmNetwork::terminal(TerminalId id) {
  NetworkInterface& interface = network_.interface(id);  // throws for one that there is not
  const auto [it, added] = terminals_.try_emplace(id.value());
  if (added) interface.sink.bind(it->second);
  return it->second;
}

InitiatorBridge& TlmNetwork::initiator(TerminalId id) {
  Terminal& at = terminal(id);
  const Inside inside(*this);
  if (!at.initiator) at.initiator = std::make_unique<InitiatorBridge>(fmt::format("initiator_{}", id.value()).c_str(), *this, network_.interface(id));
  return *at.initiator;
}

TargetBridge& TlmNetwork::target(TerminalId id, TlmTransport transport) {
  Terminal& at = terminal(id);
  const Inside inside(*this);
  if (!at.target) {
    at.target = std::make_unique<TargetBridge>(fmt::format("target_{}", id.value()).c_str(), *this, network_.interface(id), transport);
    at.transport = transport;
  }
  if (at.transport != transport) throw ConfigError(name(), "target", std::to_string(id.value()), "has a bridge with the other transport");
  return *at.target;
}

void TlmNetwork::end_of_elaboration() {
  for (const auto& [base, region] : map_.regions()) {
    const auto it = terminals_.find(region.terminal.value());
    if (it != terminals_.end() && it->second.target) continue;
    throw ConfigError(name(), "region", fmt::format("{:#x}", base), fmt::format("is at terminal {}, which has no target", region.terminal.value()));
  }
}

void TlmNetwork::Terminal::receive(const Delivery& delivery) {
  const std::uint32_t tag = delivery.packet.order.tag;
  if ((tag & Transactions::kAnswer) != 0) return initiator->answered(tag & ~Transactions::kAnswer);
  target->requested(tag, delivery.packet.source);
}

unsigned TlmNetwork::debug(tlm::tlm_generic_payload& payload) {
  const Region* const region = map_.find(payload.get_address());
  if (region == nullptr) return 0;
  const std::uint64_t address = payload.get_address() - region->base;
  const unsigned wanted = payload.get_data_length();
  payload.set_data_length(static_cast<unsigned>(std::min<std::uint64_t>(wanted, room(*region, payload.get_address()))));
  const unsigned bytes = terminals_.at(region->terminal.value()).target->debug(payload, address);
  payload.set_data_length(wanted);
  return bytes;
}

}  // namespace dateline
