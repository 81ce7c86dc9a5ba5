#include "sim/systemc/tlm/tlm_network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "models/base/error.hpp"

namespace dateline {
TlmNetwork::TlmNetwork(const sc_core::sc_module_name& name, NetworkModule& network, const MessageSizes& sizes, std::uint32_t outstanding)
    : sc_module(name), network_(network), sizes_(sizes), outstanding_(outstanding) {
  if (outstanding == 0) throw ConfigError(this->name(), "outstanding", "0", "lets no transaction begin; allowed: 1 or more");
}

TlmNetwork::Terminal& TlmNetwork::terminal(TerminalId id) {
  NetworkInterface& interface = network_.interface(id);  // throws for one that there is not
  const auto [it, added] = terminals_.try_emplace(id.value());
  if (added) interface.sink.bind(it->second);
  return it->second;
}

void TlmNetwork::refuse_bridge(const std::string& kind, TerminalId id, const std::string& rule) const {
  throw ConfigError(name(), kind, std::to_string(id.value()), rule);
}

void TlmNetwork::check_width(const std::string& kind, TerminalId id, unsigned width, unsigned wanted) const {
  if (width != wanted) refuse_bridge(kind, id, fmt::format("has a bridge of {} bits, and is asked for one of {}", width, wanted));
}

void TlmNetwork::break_off(const sc_core::sc_module& bridge, const tlm::tlm_phase& phase, const std::string& rule) {
  RunFailure& failure = network_.scheduler().failure();
  if (failure.failed()) return;
  failure.fail(std::make_exception_ptr(ConfigError(bridge.name(), "phase", phase.get_name(), rule)));
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
