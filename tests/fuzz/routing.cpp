// Routings by name, and tables of paths. The first line chooses a network (its first character), tie rule, VC policy
// and classes (the next three); the second is the name; `table:FILE` reads the rest. Of what is accepted, from every
// start the candidates are followed, at most as many hops as a path may have; a table read prints and reads equal.
#include <set>

#include "models/network/relation/path_table_file.hpp"
#include "routing/registry/registry.hpp"
#include "tests/fuzz/input.hpp"
#include "tests/fuzz/networks.hpp"

using namespace dateline;

namespace {

template <typename Enum>
Enum chosen(const std::string& line, std::size_t place) {
  const auto& names = enum_names(Enum{});
  return names[(line.size() > place ? static_cast<unsigned char>(line[place]) : 0U) % names.size()].value;
}

struct Place {
  NodeId node;
  ChannelId in;
  HeaderState state;
};

// Follows the first candidate of every state.
void follow(const Topology& topology, const RoutingRelation& relation, NodeId source, NodeId destination) {
  for (const StartState& start : relation.start(source, destination)) {
    Place at{source, kNoChannel, start.state};
    bool delivered = false;
    for (std::size_t hop = 0; hop <= longest_path(topology) && !delivered; ++hop) {
      Candidates candidates;
      relation.next(at.node, at.in, destination, at.state, candidates);
      if (candidates.empty()) fuzz::broken("a header always has a candidate", relation.name());
      const Candidate& first = candidates.front();
      delivered = first.exit == Exit::deliver;
      if (delivered && at.node != destination) fuzz::broken("messages are delivered where they are to go", relation.name());
      if (!delivered) at = {topology.channel(first.channel).to, first.channel, first.next};
    }
    if (!delivered) fuzz::broken("messages arrive", relation.name());
  }
}

void check_table(const Topology& topology) {
  PathTable table;
  if (!fuzz::accepted([&] { table = read_path_table(topology, "FILE"); })) return;
  fuzz::write_file("again", path_table_text(topology, table));
  if (!(read_path_table(topology, "again") == table)) fuzz::broken("a table is read as it was printed", topology.name());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const std::string choices = input.line(), name = input.line();
  if (fuzz::leaves_scratch(name)) return 0;
  const Topology& topology = fuzz::small_network(choices);
  RoutingOptions options;
  options.tie_rule = chosen<TieRule>(choices, 1);
  options.vc_policy = chosen<VcPolicy>(choices, 2);
  if (choices.size() > 3) options.classes = chosen<TableClasses>(choices, 3);
  fuzz::write_file("FILE", input.rest());
  (void)fuzz::accepted([&] {
    const auto relation = make_relation(name, topology, options);
    (void)relation->symmetries();
    for (std::uint32_t u = 0; u < topology.nodes(); ++u) {
      for (std::uint32_t v = 0; v < topology.nodes(); ++v) follow(topology, *relation, NodeId(u), NodeId(v));
    }
  });
  if (name == "table:FILE") check_table(topology);
  return 0;
}
