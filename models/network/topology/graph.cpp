#include "models/network/topology/graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <optional>

#include "models/base/error.hpp"
#include "models/base/text/line_reader.hpp"
#include "models/base/text/parse.hpp"

namespace dateline {
namespace {

[[noreturn]] void refuse(const std::string& name, const std::string& why) { throw ConfigError("topology", "topology", name, why); }

// What is wrong with an edge, for people; empty if nothing is.
std::string problem_of(const GraphEdge& e) {
  if (std::max(e.from.value(), e.to.value()) >= GraphTopology::kMaxNodes) {
    return fmt::format("has a node above {}: at most {} nodes", GraphTopology::kMaxNodes - 1, GraphTopology::kMaxNodes);
  }
  if (e.from == e.to) return fmt::format("joins node {} to itself", e.from.value());
  if (e.bandwidth == 0) return "has bandwidth 0; it must be above 0";
  return {};
}

std::uint32_t checked_nodes(const std::string& name, const std::vector<GraphEdge>& edges) {
  if (edges.empty()) refuse(name, "has no edges");
  std::uint32_t nodes = 0;
  for (const GraphEdge& e : edges) {
    const std::string problem = problem_of(e);
    if (!problem.empty()) refuse(name, fmt::format("has an edge {} {} that {}", e.from.value(), e.to.value(), problem));
    nodes = std::max({nodes, e.from.value() + 1, e.to.value() + 1});
  }
  return nodes;
}

int checked_ports(const std::string& name, const std::vector<GraphEdge>& edges) {
  std::vector<std::uint32_t> ports(checked_nodes(name, edges), 0);
  for (const GraphEdge& e : edges) {
    ++ports[e.from.value()];
    ++ports[e.to.value()];
  }
  for (std::uint32_t v = 0; v < ports.size(); ++v) {
    if (ports[v] == 0) refuse(name, fmt::format("has no edge at node {}; nodes are numbered 0..{} without a gap", v, ports.size() - 1));
    if (ports[v] > static_cast<std::uint32_t>(kMaxPorts)) {
      refuse(name, fmt::format("has {} edges at node {}; at most {} are allowed", ports[v], v, kMaxPorts));
    }
  }
  return static_cast<int>(*std::max_element(ports.begin(), ports.end()));
}

// The nodes that can be reached from node 0, or, against the channels, that can reach it.
std::vector<bool> reached(const Topology& topology, bool forward) {
  std::vector<bool> seen(topology.nodes(), false);
  std::vector<NodeId> queue = {NodeId(0)};
  seen[0] = true;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (int p = 0; p < topology.ports(); ++p) {
      const Port port(static_cast<std::uint16_t>(p));
      const ChannelId c = forward ? topology.out(queue[i], port) : topology.in(queue[i], port);
      if (c == kNoChannel) continue;
      const NodeId next = forward ? topology.channel(c).to : topology.channel(c).from;
      if (seen[next.value()]) continue;
      seen[next.value()] = true;
      queue.push_back(next);
    }
  }
  return seen;
}

// The router of every terminal.
std::vector<NodeId> placed(const std::string& name, std::uint32_t nodes, const std::vector<GraphTerminals>& given) {
  std::vector<std::uint32_t> count(nodes, 1);
  for (const GraphTerminals& t : given) {
    if (t.node.value() >= nodes) refuse(name, fmt::format("has terminals at node {}, and no edge there", t.node.value()));
    if (t.count > static_cast<std::uint32_t>(kMaxRouterTerminals)) {
      refuse(name, fmt::format("has {} terminals at node {}; at most {} are allowed", t.count, t.node.value(), kMaxRouterTerminals));
    }
    count[t.node.value()] = t.count;
  }
  const auto all = std::accumulate(count.begin(), count.end(), std::uint64_t{0});
  if (all < 2 || all > GraphTopology::kMaxTerminals) {
    refuse(name, fmt::format("has {} terminals; allowed 2..{}", all, GraphTopology::kMaxTerminals));
  }
  std::vector<NodeId> router_of;
  router_of.reserve(all);
  for (std::uint32_t v = 0; v < nodes; ++v) router_of.insert(router_of.end(), count[v], NodeId(v));
  return router_of;
}

Bandwidth read_bandwidth(const std::string& word, const LineReader& reader) {
  const auto value = read_rational(word);
  if (!value) reader.fail(fmt::format("'{}' is no bandwidth; allowed are numbers above 0 like 2, 0.5 or 1/3", printable(word)));
  const Integer top = numerator(*value), bottom = denominator(*value);
  constexpr auto kLargest = std::numeric_limits<std::uint64_t>::max();
  if (top > kLargest || bottom > kLargest) {
    reader.fail(fmt::format("'{}' is no bandwidth: as a fraction in lowest terms it needs a number of 2^64 or more", printable(word)));
  }
  return {static_cast<std::uint64_t>(top), static_cast<std::uint64_t>(bottom)};
}

}  // namespace

GraphTopology::GraphTopology(const std::string& name, const std::vector<GraphEdge>& edges, const std::vector<GraphTerminals>& terminals)
    : Topology(name, checked_nodes(name, edges), checked_ports(name, edges)) {
  std::vector<std::uint16_t> next_port(nodes(), 0);
  std::vector<Channel> all;
  for (const GraphEdge& e : edges) {
    const Port from_port(next_port[e.from.value()]++), to_port(next_port[e.to.value()]++);
    all.push_back({e.from, from_port, e.to, to_port, -1, 0, e.bandwidth, 0, e.latency});
    if (!e.one_way) all.push_back({e.to, to_port, e.from, from_port, -1, 0, e.bandwidth, 0, e.latency_back.value_or(e.latency)});
  }
  const auto by_node_and_port = [](const Channel& a, const Channel& b) { return a.from != b.from ? a.from < b.from : a.from_port < b.from_port; };
  std::sort(all.begin(), all.end(), by_node_and_port);
  for (const Channel& channel : all) add_channel(channel);
  check_links(*this, true);
  place_terminals(placed(name, nodes(), terminals));
  for (const bool forward : {true, false}) {
    const auto seen = reached(*this, forward);
    const auto cut_off = static_cast<std::uint32_t>(std::find(seen.begin(), seen.end(), false) - seen.begin());
    if (cut_off == nodes()) continue;
    refuse(name, fmt::format("is not strongly connected: no way leads from node {} to node {}", forward ? 0 : cut_off, forward ? cut_off : 0));
  }
}

namespace {

class GraphReader {
 public:
  explicit GraphReader(const std::string& path) : reader_("topology", "graph", path, kLongestLine) {}

  [[nodiscard]] std::unique_ptr<GraphTopology> read(const std::string& name) {
    while (const auto words = reader_.next()) words->front() == "terminals" ? take_terminals(*words) : take_edge(*words);
    if (!line_of_.empty() && line_of_.rbegin()->first >= ports_.size()) {
      reader_.fail_at(line_of_.rbegin()->second, fmt::format("places terminals at node {}, and no edge is there", line_of_.rbegin()->first));
    }
    return std::make_unique<GraphTopology>(name, edges_, terminals_);
  }

 private:
  static constexpr std::size_t kLongestLine = 1000;
  static constexpr const char* kForms = "'a b', 'a > b', after them Nx, a bandwidth and a latency, and 'terminals a COUNT'";

  void take_edge(const std::vector<std::string>& words) {
    const bool one_way = words.size() > 1 && words[1] == ">";
    std::size_t next = one_way ? 3 : 2;
    if (words.size() < next) reader_.fail(fmt::format("is no edge; allowed are {}", kForms));
    GraphEdge edge{node(words[0]), node(words[next - 1]), one_way};
    const std::uint32_t parallel = next < words.size() && is_count(words[next]) ? copies(words[next++]) : 1;
    if (next < words.size()) edge.bandwidth = read_bandwidth(words[next++], reader_);
    if (next < words.size()) take_latencies(words[next++], edge);
    if (next < words.size()) reader_.fail(fmt::format("is no edge; allowed are {}", kForms));
    const std::string problem = problem_of(edge);
    if (!problem.empty()) reader_.fail(problem);
    for (std::uint32_t i = 0; i < parallel; ++i) add_edge(edge);
  }

  void add_edge(const GraphEdge& edge) {
    for (const NodeId end : {edge.from, edge.to}) {
      if (end.value() >= ports_.size()) ports_.resize(std::size_t{end.value()} + 1, 0);
      if (++ports_[end.value()] > static_cast<std::uint32_t>(kMaxPorts)) {
        reader_.fail(fmt::format("is one edge too many at node {}: at most {}", end.value(), kMaxPorts));
      }
    }
    edges_.push_back(edge);
  }

  void take_terminals(const std::vector<std::string>& words) {
    if (words.size() != 3) reader_.fail("is no line 'terminals NODE COUNT'");
    const NodeId at = node(words[1]);
    const auto count = small_number(words[2]);
    if (!count || *count > static_cast<std::uint32_t>(kMaxRouterTerminals)) {
      reader_.fail(fmt::format("'{}' is no number of terminals; allowed 0..{}", printable(words[2]), kMaxRouterTerminals));
    }
    const auto [before, added] = line_of_.emplace(at.value(), reader_.line());
    if (!added) reader_.fail(fmt::format("gives node {} its terminals again, after line {}", at.value(), before->second));
    terminals_.push_back({at, *count});
  }

  // "4x".
  [[nodiscard]] static bool is_count(const std::string& word) {
    return word.size() > 1 && word.back() == 'x' && word.find_first_not_of("0123456789") == word.size() - 1;
  }
  [[nodiscard]] std::uint32_t copies(const std::string& word) const {
    const auto count = small_number(word.substr(0, word.size() - 1));
    if (!count || *count < 1 || *count > static_cast<std::uint32_t>(kMaxPorts)) {
      reader_.fail(fmt::format("'{}' is no number of edges; allowed 1x..{}x", printable(word), kMaxPorts));
    }
    return *count;
  }

  // One, or of an edge of two channels that there and that back.
  void take_latencies(const std::string& word, GraphEdge& edge) const {
    const std::size_t slash = edge.one_way ? std::string::npos : word.find('/');
    if (slash == std::string::npos) {
      edge.latency = latency(word);
      return;
    }
    const auto of = [&](const std::string& part) { return part == "-" ? std::uint16_t{0} : latency(part); };
    edge.latency = of(word.substr(0, slash));
    edge.latency_back = of(word.substr(slash + 1));
  }

  [[nodiscard]] std::uint16_t latency(const std::string& word) const {
    const auto cycles = small_number(word);
    if (!cycles || *cycles < 1 || *cycles > static_cast<std::uint32_t>(kMaxLatency)) {
      reader_.fail(fmt::format("'{}' is no latency; allowed 1..{} cycles", printable(word), kMaxLatency));
    }
    return static_cast<std::uint16_t>(*cycles);
  }

  [[nodiscard]] static std::optional<std::uint32_t> small_number(const std::string& word) {
    if (word.empty() || word.size() > 9 || word.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
    return static_cast<std::uint32_t>(std::stoul(word));
  }

  [[nodiscard]] NodeId node(const std::string& word) const {
    const auto number = small_number(word);
    if (!number) reader_.fail(fmt::format("'{}' is no node; allowed are lines {}", printable(word), kForms));
    return NodeId(*number);
  }

  LineReader reader_;
  std::vector<GraphEdge> edges_;
  std::vector<std::uint32_t> ports_;  // per node: edges so far
  std::vector<GraphTerminals> terminals_;
  std::map<std::uint32_t, std::size_t> line_of_;  // by node
};

}  // namespace

std::unique_ptr<GraphTopology> read_graph(const std::string& name, const std::string& path) { return GraphReader(path).read(name); }

}  // namespace dateline
