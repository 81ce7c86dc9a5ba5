// A run through networks that follow each other, with a log of what was generated, lost and delivered beside it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "models/network/faults/fault_map.hpp"
#include "tests/support/logged_run.hpp"
#include "traffic/patterns/surviving.hpp"
#include "traffic/patterns/uniform.hpp"

namespace dateline::test {

// Terminal 0 sends to terminal 2.
class OneFlow final : public TrafficPattern {
 public:
  [[nodiscard]] std::vector<Demand> row(TerminalId source) const override {
    return source.value() == 0 ? std::vector<Demand>{{TerminalId(2), 1}} : std::vector<Demand>{};
  }
  [[nodiscard]] TerminalId sample(TerminalId /*source*/, RandomStream& /*random*/) const override { return TerminalId(2); }
  [[nodiscard]] Rational share(TerminalId source) const override { return source.value() == 0 ? 1 : 0; }
};

struct NetworkFrom {
  Cycle at;
  std::vector<std::uint32_t> nodes;
  std::vector<LinkEnd> links;
};

// A run of sw-deterministic through the networks, the first from cycle 0 on; uniform traffic among who lives, or, of a
// workload, one message from terminal 0 to 2.
class FaultyRun final : public DeliveryObserver {
 public:
  FaultyRun(const std::string& topology, RunConfig settings, const std::vector<NetworkFrom>& networks) : topology_(make_cube(topology)) {
    for (const NetworkFrom& n : networks) {
      std::vector<NodeId> nodes;
      for (const std::uint32_t v : n.nodes) nodes.emplace_back(v);
      RoutingOptions options;
      options.faults = std::make_shared<const FaultMap>(*topology_, nodes, n.links);
      relations_.push_back(make_relation("sw-deterministic", *topology_, options));
      uniform_.push_back(surviving(std::make_unique<UniformTraffic>(topology_->nodes(), false), relations_.back()->faults()));
      logged_.push_back(std::make_unique<LoggedPattern>(*uniform_.back(), log));
      const bool workload = settings.protocol == RunConfig::Protocol::workload;
      patterns_.push_back(workload ? static_cast<const TrafficPattern*>(&one_flow_) : logged_.back().get());
      if (relations_.size() > 1) settings.changes.push_back({n.at, relations_.back().get(), patterns_.back()});
    }
    settings.audit = true;
    run_ = std::make_unique<Run>(settings, *patterns_.front(), topology_->nodes());
    machine_ = std::make_unique<CompiledNetwork>(RouterConfig{}, Wiring::of(*topology_), *relations_.front(), *this);
  }
  void delivered(const Delivery& d) override {
    log.delivered.push_back(d);
    run_->delivered(d);
  }
  void lost(const Packet& packet, Cycle now) override {
    losses.push_back(packet);
    run_->lost(packet, now);
  }
  RunResult go() {
    run_->begin(*machine_);
    for (Cycle now = 0; !run_->finished() && now != CycleClient::kNever;) {
      log.now = now;
      now = run_->execute(*machine_, now);
    }
    return run_->result();
  }
  Log log;
  std::vector<Packet> losses;

 private:
  std::unique_ptr<CubeTopology> topology_;
  std::vector<std::unique_ptr<RoutingRelation>> relations_;
  OneFlow one_flow_;
  std::vector<std::unique_ptr<TrafficPattern>> uniform_;
  std::vector<std::unique_ptr<LoggedPattern>> logged_;
  std::vector<const TrafficPattern*> patterns_;
  std::unique_ptr<Run> run_;
  std::unique_ptr<CompiledNetwork> machine_;
};

}  // namespace dateline::test
