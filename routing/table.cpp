#include "routing/table.hpp"

#include "models/network/cube_symmetries.hpp"
#include "models/network/path_table_file.hpp"

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
      relative_to_(table.relative ? as_cube(topology) : nullptr),
      paths_(topology, checked(topology, table, name), name),
      layers_(topology, paths_, name) {}

StartStates TableRouting::start(NodeId src, NodeId dst) const {
  StartStates states;
  if (src == dst) {
    states.emplace_back();  // step 0: the end of a path
    return states;
  }
  const std::size_t pair =
      relative_to_ != nullptr ? relative_to_->offset(src, dst).value() : std::size_t{src.value()} * topology_.nodes() + dst.value();
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
  auto vc_class = static_cast<std::uint32_t>(state.word & kClassMask);
  if (in != kNoChannel) vc_class = layers_.next_class(vc_class, in, step.port);
  c.channel = topology_.out(node, step.port);
  c.classes = static_cast<std::uint16_t>(1U << vc_class);
  c.next.word = std::uint64_t{step.next} << kClassBits | vc_class;
}

std::vector<Symmetry> TableRouting::symmetries() const {
  if (relative_to_ == nullptr) return {};
  return translations(*relative_to_, false);
}

std::unique_ptr<RoutingRelation> read_table_routing(const Topology& topology, const std::string& path) {
  return std::make_unique<TableRouting>(topology, read_path_table(topology, path), path);
}

}  // namespace dateline
