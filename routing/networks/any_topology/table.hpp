// Oblivious routing by a table of weighted paths, on any topology (models/network/relation/path_table.hpp; the file:
// path_table_file.hpp).
// A message draws one path of its pair at the start; its state is the place on that path and the VC class: classes as
// the table names them, else as vc_layers.hpp gives them. Classes that a table names may deadlock; the proof says.
// Messages to the own node are delivered at once. Relative tables are symmetric under all translations, up to the
// classes.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "models/network/relation/relation.hpp"
#include "models/network/topology/grid.hpp"
#include "routing/networks/any_topology/path_trie.hpp"
#include "routing/networks/any_topology/table_classes.hpp"
#include "routing/networks/any_topology/vc_layers.hpp"

namespace dateline {

class TableRouting final : public RoutingRelation {
 public:
  // `topology` must outlive the relation; the table need not. `name` stands for the table in errors. Throws ConfigError
  // as check_path_table does.
  TableRouting(const Topology& topology, const PathTable& table, const std::string& name);

  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override;
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  // Those given: the highest + 1. Those found may be above 16: then loads are defined, and neither machine nor proof
  // can take it.
  [[nodiscard]] int classes() const override { return classes_; }
  [[nodiscard]] std::vector<Symmetry> symmetries() const override;

 private:
  const Topology& topology_;
  const Grid* relative_to_;  // null: not relative
  PathTrie paths_;
  std::optional<VcLayers> layers_;  // none: the table names the classes
  int classes_;
};

// `classes`: none: given if the file names them, else automatic. `around`: paths over what has failed are left out;
// null: all stay. Throws ConfigError for classes that are to be given and are not, and as surviving_paths does.
[[nodiscard]] std::unique_ptr<RoutingRelation> read_table_routing(const Topology& topology, const std::string& path,
                                                                  std::optional<TableClasses> classes = {}, const FaultMap* around = nullptr);

}  // namespace dateline
