#include "models/network/faults/fault_names.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"

namespace dateline {
namespace {

// `what` it is, for the error line.
std::uint32_t number_below(const ValueSource& where, std::string_view what, std::string_view word, std::uint32_t bound) {
  return static_cast<std::uint32_t>(parse_whole({where.component, fmt::format("{}: {}", where.key, what)}, word, 0, bound - 1));
}

}  // namespace

NodeId node_named(const ValueSource& where, std::string_view word, const Topology& topology) {
  return NodeId(number_below(where, "node", word, topology.nodes()));
}

NamedLinks links_named(const ValueSource& where, const std::string& word, const FaultSet& faults) {
  const Topology& topology = faults.topology();
  const std::size_t mark = word.find_first_of("-.");
  if (mark == std::string::npos) return {{}, fmt::format("has a link {} that is not written 0-1 (its nodes) or 0.2 (node.port)", printable(word))};
  const NodeId node(number_below(where, "node of a link", word.substr(0, mark), topology.nodes()));
  const std::string other = word.substr(mark + 1);
  if (word[mark] == '.') {
    const Port port(static_cast<std::uint16_t>(number_below(where, "port of a link", other, static_cast<std::uint32_t>(topology.ports()))));
    if (!faults.exists({node, port})) return {{}, fmt::format("names link {}: no channel leaves node {} there", word, node.value())};
    return {{{node, port}}, {}};
  }
  const NodeId peer(number_below(where, "node of a link", other, topology.nodes()));
  NamedLinks named{faults.between(node, peer), {}};
  if (named.links.empty()) named.problem = fmt::format("names link {}: there is no link between nodes {} and {}", word, node.value(), peer.value());
  return named;
}

}  // namespace dateline
