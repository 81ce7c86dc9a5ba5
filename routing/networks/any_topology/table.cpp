#include "routing/networks/any_topology/table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/network/relation/path_table_file.hpp"

namespace dateline {
namespace {

// The header's state: next step << 4 | VC class.
constexpr unsigned kClassBits = 4;
constexpr std::uint64_t kClassMask = (1U << kClassBits) - 1;
static_assert(kMaxVcs <= 1 << kClassBits);

const PathTable& checked(const Topology& topology, const PathTable& table, const std::string& name) {
  check_path_table(topology, table, name);
  return table;
}

}  // namespace

TableRouting::TableRouting(const Topology& topology, const PathTable& table, const std::string& name)
    : topology_(topology),
      relative_to_(table.relative ? topology.grid() : nullptr),
      paths_(topology, checked(topology, table, name), name),
      classes_(1) {
  if (names_classes(table)) {
    for (std::uint32_t i = 0; i < paths_.steps(); ++i) classes_ = std::max(classes_, paths_.step(i).vc_class + 1);
  } else {
    classes_ = layers_.emplace(topology, paths_, name).classes();
  }
}

StartStates TableRouting::start(NodeId src, NodeId dst) const {
  StartStates states;
  if (src == dst) {
    states.emplace_back();  // step 0: the end of a path
    return states;
  }
  const std::size_t pair =
      relative_to_ != nullptr ? relative_to_->offset(src.value(), dst.value()) : std::size_t{src.value()} * topology_.nodes() + dst.value();
  for (std::size_t i = paths_.first_of(pair); i < paths_.first_of(pair + 1); ++i) {
    const PathTrie::Path& path = paths_.paths()[i];
    states.push_back({HeaderState{std::uint64_t{path.first} << kClassBits}, path.weight});
  }
  return states;
}

void TableRouting::next(NodeId node, ChannelId in, NodeId /*dst*/, HeaderState state, Candidates& out) const {
  const auto index = static_cast<std::uint32_t>(state.word >> kClassBits);
  Candidate& c = out.emplace_back();
  if (index == PathTrie::kEnd) {
    c.exit = Exit::deliver;
    return;
  }
  const PathTrie::Step& step = paths_.step(index);
  std::uint32_t vc_class = step.vc_class;
  if (layers_) {
    vc_class = static_cast<std::uint32_t>(state.word & kClassMask);
    if (in != kNoChannel) vc_class = layers_->next_class(vc_class, in, step.port);
  }
  c.channel = topology_.out(node, step.port);
  c.classes = static_cast<std::uint16_t>(1U << vc_class);
  c.next.word = std::uint64_t{step.next} << kClassBits | (layers_ ? vc_class : 0);
}

std::vector<Symmetry> TableRouting::symmetries() const {
  if (relative_to_ == nullptr) return {};
  std::vector<Symmetry> moves = topology_.automorphisms();
  moves.erase(std::remove_if(moves.begin(), moves.end(), [](const Symmetry& s) { return s.kind != Symmetry::Kind::translation; }), moves.end());
  return moves;
}

std::unique_ptr<RoutingRelation> read_table_routing(const Topology& topology, const std::string& path, std::optional<TableClasses> classes,
                                                    const FaultMap* around) {
  PathTable table = read_path_table(topology, path);
  const bool named = names_classes(table);
  if (classes == TableClasses::given && !named) {
    throw ConfigError("routing", "table.classes", "given",
                      fmt::format("is not in table {}: its hops name no VC class; allowed: automatic", printable(path)));
  }
  if (classes == TableClasses::automatic && named) table = without_classes(table);
  if (around != nullptr) {
    check_path_table(topology, table, path);
    table = surviving_paths(topology, table, *around, path);
  }
  return std::make_unique<TableRouting>(topology, table, path);
}

}  // namespace dateline
