#include "models/network/faults/fault_process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <utility>

#include "models/base/error.hpp"
#include "models/base/join.hpp"
#include "models/base/numbers/natural_exp.hpp"
#include "models/base/numbers/random.hpp"
#include "models/network/faults/fault_regions.hpp"
#include "models/network/faults/fault_set.hpp"

namespace dateline {
namespace {

constexpr std::uint64_t kStreams = 0x3c6ef372fe94f82bULL;  // apart from all others
constexpr Cycle kLongest = 1'000'000'000'000;
constexpr std::array<const char*, 6> kKeys = {"mtbf", "mttr", "of", "shape", "regions", "until"};

[[noreturn]] void refuse(const std::string& value, const std::string& rule) { throw ConfigError("faults", "fault-process", value, rule); }

enum class Kind : std::uint32_t { node, link, region };

// What fails and is repaired together.
struct Component {
  Kind kind;
  std::uint32_t number;  // of its stream, among those of its kind
  std::vector<NodeId> nodes;
  std::optional<LinkEnd> link;
};

// Times of one component, by their number.
class ComponentStream {
 public:
  ComponentStream(const FaultProcess& process, const Component& component, std::uint64_t seed)
      : process_(process),
        key_(packet_key(mix(seed ^ kStreams), static_cast<std::uint32_t>(component.kind), component.number)),
        up_scale_(static_cast<double>(process.mtbf) / gamma_function(1.0 + 1.0 / process.weibull)) {}

  // The real time at which it turns next.
  double next() {
    const double unit = static_cast<double>(mix(key_ + number_) >> 11U) * 0x1p-53;
    const double exponential = -natural_log(1.0 - unit);
    const bool up = number_++ % 2 == 0;
    if (!up) {
      clock_ += exponential * static_cast<double>(process_.mttr);
    } else if (process_.weibull == 1.0) {
      clock_ += exponential * static_cast<double>(process_.mtbf);
    } else if (exponential > 0.0) {
      clock_ += real_power(exponential, 1.0 / process_.weibull) * up_scale_;
    }
    return clock_;
  }

 private:
  const FaultProcess& process_;
  std::uint64_t key_, number_ = 0;
  double up_scale_, clock_ = 0.0;
};

// A region at every place where it fits.
std::vector<Component> region_components(const Topology& topology, const std::string& regions) {
  std::vector<Component> components;
  for (std::vector<NodeId>& nodes : region_places(topology, {"faults", "fault-process regions"}, regions)) {
    components.push_back({Kind::region, static_cast<std::uint32_t>(components.size()), std::move(nodes), {}});
  }
  return components;
}

std::vector<Component> components_of(const Topology& topology, const FaultMap* before, const FaultProcess& process) {
  FaultSet failed(topology);
  if (before != nullptr) {
    for (const NodeId node : before->nodes()) failed.add(node);
    for (const LinkEnd& link : before->links()) failed.add(link);
  }
  if (!process.regions.empty()) return region_components(topology, process.regions);
  std::vector<Component> components;
  if (process.of != FaultyComponents::links) {
    for (const NodeId node : failed.other_nodes()) components.push_back({Kind::node, node.value(), {node}, {}});
  }
  if (process.of == FaultyComponents::nodes) return components;
  const auto ports = static_cast<std::uint32_t>(topology.ports());
  for (const LinkEnd& link : failed.other_links()) components.push_back({Kind::link, link.node.value() * ports + link.port.value(), {}, link});
  return components;
}

// All turns before cycle `until`; those of one cycle in pairs are none.
DrawnFaults turns_of(const std::vector<Component>& components, const FaultProcess& process, std::uint64_t seed, Cycle until) {
  if (components.empty()) refuse(fmt::format("of={}", name_of(process.of)), "names nothing that could fail: no such component is left");
  DrawnFaults drawn;
  drawn.components = static_cast<std::uint32_t>(components.size());
  const auto end = static_cast<double>(until);
  for (std::uint32_t c = 0; c < components.size(); ++c) {
    ComponentStream stream(process, components[c], seed);
    const std::size_t first = drawn.turns.size();
    bool fails = true;
    for (double at = stream.next(); at < end; at = stream.next(), fails = !fails) {
      const auto cycle = static_cast<Cycle>(at);
      if (drawn.turns.size() > first && drawn.turns.back().at == cycle) {
        drawn.turns.pop_back();
        continue;
      }
      drawn.turns.push_back({cycle, c, fails});
      if (drawn.turns.size() > kMostTurns) {
        refuse(fmt::format("mtbf={},mttr={}", process.mtbf, process.mttr),
               fmt::format("draws more than {} failures and repairs of {} components before cycle {}", kMostTurns, components.size(), until));
      }
    }
  }
  std::sort(drawn.turns.begin(), drawn.turns.end(),
            [](const ComponentTurn& a, const ComponentTurn& b) { return a.at == b.at ? a.component < b.component : a.at < b.at; });
  for (const ComponentTurn& turn : drawn.turns) ++(turn.fails ? drawn.failures : drawn.repairs);
  return drawn;
}

// What has failed: by which components, as regions overlap.
class FailedNow {
 public:
  FailedNow(const Topology& topology, const FaultMap* before) : topology_(topology), nodes_(topology.nodes(), 0) {
    if (before == nullptr) return;
    for (const NodeId node : before->nodes()) nodes_[node.value()] = 1;
    links_.insert(before->links().begin(), before->links().end());
  }
  void turn(const Component& component, bool fails) {
    for (const NodeId node : component.nodes) nodes_[node.value()] += fails ? 1 : -1;
    if (!component.link) return;
    if (fails) {
      links_.insert(*component.link);
    } else {
      links_.erase(*component.link);
    }
  }
  [[nodiscard]] FaultMap map(const std::vector<NodeId>& cut_off = {}) const {
    std::vector<NodeId> failed = cut_off;
    for (std::uint32_t v = 0; v < nodes_.size(); ++v) {
      if (nodes_[v] > 0) failed.emplace_back(v);
    }
    return {topology_, std::move(failed), {links_.begin(), links_.end()}};
  }
  [[nodiscard]] bool all() const {
    return std::all_of(nodes_.begin(), nodes_.end(), [](std::int32_t count) { return count > 0; });
  }

 private:
  const Topology& topology_;
  std::vector<std::int32_t> nodes_;  // how many components take it
  std::set<LinkEnd> links_;
};

std::string named(NodeId node) { return std::to_string(node.value()); }
std::string named(const LinkEnd& link) { return fmt::format("{}.{}", link.node.value(), link.port.value()); }

// What is in `then` and not in `now`, ascending.
template <typename Part>
void add_events(const char* kind, Cycle at, const std::vector<Part>& then, const std::vector<Part>& now, std::vector<std::string>& events) {
  std::vector<Part> parts;
  std::set_difference(then.begin(), then.end(), now.begin(), now.end(), std::back_inserter(parts));
  for (const Part& part : parts) events.push_back(fmt::format("{}@{}:{}", kind, at, named(part)));
}

class ChangeList {
 public:
  ChangeList(const Topology& topology, const FaultMap* before, const FaultProcess& process, DrawnFaults& drawn) : process_(process), drawn_(drawn) {
    last_ = std::make_shared<const FaultMap>(before != nullptr ? *before : FaultMap(topology, {}, {}));
  }
  void add(Cycle at, const FailedNow& failed) {
    if (failed.all()) refuse(fmt::format("mtbf={},mttr={}", process_.mtbf, process_.mttr), fmt::format("leaves no node alive in cycle {}", at));
    auto faults = std::make_shared<const FaultMap>(failed.map());
    if (faults->healthy_terminals() == 0)
      refuse(fmt::format("mtbf={},mttr={}", process_.mtbf, process_.mttr), fmt::format("leaves no terminal alive in cycle {}", at));
    if (!faults->connected()) {
      faults = std::make_shared<const FaultMap>(failed.map(nodes_cut_off(*faults)));
      ++drawn_.disconnections;
    }
    if (faults->nodes() == last_->nodes() && faults->links() == last_->links()) return;
    add_events("repair", at, last_->nodes(), faults->nodes(), drawn_.events);
    add_events("repair", at, last_->links(), faults->links(), drawn_.events);
    add_events("fail", at, faults->nodes(), last_->nodes(), drawn_.events);
    add_events("fail", at, faults->links(), last_->links(), drawn_.events);
    drawn_.changes.push_back({at, faults->none() ? nullptr : faults});
    last_ = std::move(faults);
  }

 private:
  const FaultProcess& process_;
  DrawnFaults& drawn_;
  std::shared_ptr<const FaultMap> last_;
};

}  // namespace

FaultProcess FaultProcess::parse(const ValueSource& source, const std::string& text) {
  FaultProcess process;
  std::vector<std::string> given;
  const auto fail = [&](const std::string& rule) { throw ConfigError(source.component, source.key, text, rule + "; allowed: " + kValues); };
  for (const std::string& part : split(text, ',')) {
    const std::size_t mark = part.find('=');
    const std::string key = part.substr(0, mark), value = mark == std::string::npos ? "" : part.substr(mark + 1);
    const ValueSource of{source.component, source.key + ": " + key};
    if (mark == std::string::npos || std::find(kKeys.begin(), kKeys.end(), key) == kKeys.end()) fail(fmt::format("has part '{}'", printable(part)));
    if (std::find(given.begin(), given.end(), key) != given.end()) fail(fmt::format("says {} twice", key));
    given.push_back(key);
    if (key == "mtbf") process.mtbf = parse_whole(of, value, 1, kLongest);
    if (key == "mttr") process.mttr = parse_whole(of, value, 1, kLongest);
    if (key == "until") process.until = parse_whole(of, value, 1, kLongest);
    if (key == "regions") process.regions = value;
    if (key == "of") {
      const auto names = choices_of<FaultyComponents>();
      if (std::find(names.begin(), names.end(), value) == names.end()) throw ConfigError(of.component, of.key, value, unknown_name(value, names));
      for (const auto& entry : enum_names(FaultyComponents{})) {
        if (entry.name == value) process.of = entry.value;
      }
    }
    if (key == "shape" && value != "exponential") {
      const std::string weibull = "weibull:";
      const auto shape = value.rfind(weibull, 0) == 0 ? read_rational(value.substr(weibull.size())) : std::nullopt;
      if (!shape || *shape < Rational(1, 4) || *shape > 20) {
        throw ConfigError(of.component, of.key, value, "is neither exponential nor weibull:K, K in 0.25..20");
      }
      process.weibull = to_double(*shape);
    }
  }
  for (const char* key : {"mtbf", "mttr", "of"}) {
    if (std::find(given.begin(), given.end(), key) == given.end()) fail(fmt::format("does not say {}", key));
  }
  if (std::find(given.begin(), given.end(), "regions") != given.end()) {
    if (process.of != FaultyComponents::nodes) fail("has regions, which are of nodes");
    if (process.regions.empty()) fail("names no region");
  }
  return process;
}

std::vector<Cycle> DrawnFaults::up_times(Cycle begin, Cycle end) const {
  std::vector<Cycle> down(components, 0), since(components, begin);
  std::vector<std::uint8_t> failed(components, 0);
  const auto count = [&](std::uint32_t c, Cycle at) {
    if (failed[c] != 0) down[c] += at - since[c];
  };
  for (const ComponentTurn& turn : turns) {
    if (turn.at >= end) break;
    const Cycle at = std::max(turn.at, begin);
    count(turn.component, at);
    since[turn.component] = at;
    failed[turn.component] = turn.fails ? 1 : 0;
  }
  std::vector<Cycle> up(components);
  for (std::uint32_t c = 0; c < components; ++c) {
    count(c, end);
    up[c] = end - begin - down[c];
  }
  return up;
}

std::vector<NodeId> nodes_cut_off(const FaultMap& faults) {
  const std::uint32_t nodes = faults.topology().nodes();
  std::vector<std::uint8_t> done(nodes, 0), largest(nodes, 0);
  std::uint32_t most = 0;
  for (std::uint32_t v = 0; v < nodes; ++v) {
    if (done[v] != 0 || faults.failed(NodeId(v))) continue;
    const auto there = faults.reached_from(NodeId(v), true), back = faults.reached_from(NodeId(v), false);
    std::vector<std::uint8_t> part(nodes, 0);
    std::uint32_t size = 0;
    bool terminals = false;
    for (std::uint32_t w = 0; w < nodes; ++w) {
      if (there[w] == 0 || back[w] == 0) continue;
      part[w] = done[w] = 1;
      terminals = terminals || faults.topology().terminals_of(NodeId(w)).size() > 0;
      ++size;
    }
    if (size <= most || !terminals) continue;
    most = size;
    largest = std::move(part);
  }
  std::vector<NodeId> cut_off;
  for (std::uint32_t v = 0; v < nodes; ++v) {
    if (largest[v] == 0 && !faults.failed(NodeId(v))) cut_off.emplace_back(v);
  }
  return cut_off;
}

DrawnFaults draw_turns(const Topology& topology, const FaultMap* before, const FaultProcess& process, std::uint64_t seed, Cycle until) {
  return turns_of(components_of(topology, before, process), process, seed, process.until.value_or(until));
}

DrawnFaults draw_fault_process(const Topology& topology, const FaultMap* before, const FaultProcess& process, std::uint64_t seed, Cycle until) {
  const std::vector<Component> components = components_of(topology, before, process);
  DrawnFaults drawn = turns_of(components, process, seed, process.until.value_or(until));
  FailedNow failed(topology, before);
  ChangeList changes(topology, before, process, drawn);
  for (std::size_t i = 0; i < drawn.turns.size(); ++i) {
    const ComponentTurn& turn = drawn.turns[i];
    failed.turn(components[turn.component], turn.fails);
    if (i + 1 == drawn.turns.size() || drawn.turns[i + 1].at != turn.at) changes.add(turn.at, failed);
  }
  return drawn;
}

UpFraction exponential_up_fraction(const FaultProcess& process, Cycle begin, Cycle end) {
  const double up = to_double(process.availability()), down = 1.0 - up;
  const double s = 1.0 / static_cast<double>(process.mtbf) + 1.0 / static_cast<double>(process.mttr);
  const auto length = static_cast<double>(end - begin);
  const double first = natural_exp(-s * static_cast<double>(begin)), last = natural_exp(-s * static_cast<double>(end));
  const double through = natural_exp(-s * length), gone = first - last;
  const double mean = up + down * gone / (s * length);
  // Twice the integral of the covariance p(u) (1 - A) (e^(-s (v - u)) - e^(-s v)) over begin <= u <= v <= end.
  const double settled = up * ((1.0 + last) * length - (1.0 - through) / s - gone / s);
  const double fading = down * ((1.0 + last) * gone / s - last * length - (first * first - last * last) / (2.0 * s));
  const double variance = std::max(2.0 * down / s * (settled + fading) / (length * length), 0.0);
  double root = 0;
  if (variance > 0) root = real_power(variance, 0.5);
  return {mean, root};
}

}  // namespace dateline
