// Oblivious routing by a table of weighted paths, on any topology (models/network/path_table.hpp; the file: path_table_file.hpp).
// A message draws one path of its pair at the start; its state is the place on that path and the VC class: classes as vc_layers.hpp gives them.
// Messages to the own node are delivered at once. Relative tables are symmetric under all translations, up to the classes.
#pragma once

#include <memory>
#include <string>

#include "models/network/cube.hpp"
#include "models/network/relation.hpp"
#include "routing/path_trie.hpp"
#include "routing/vc_layers.hpp"

namespace dateline {

class TableRouting final : public RoutingRelation {
 public:
  // `topology` must outlive the relation; the table need not. `name` stands for the table in errors. Throws ConfigError as check_path_table does.
  TableRouting(const Topology& topology, const PathTable& table, const std::string& name);

  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override;
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  // May be above 16: then loads are defined, and neither machine nor proof can take it.
  [[nodiscard]] int classes() const override { return layers_.classes(); }
  [[nodiscard]] std::vector<Symmetry> symmetries() const override;

 private:
  const Topology& topology_;
  const CubeTopology* relative_to_;  // null: not relative
  PathTrie paths_;
  VcLayers layers_;
};

[[nodiscard]] std::unique_ptr<RoutingRelation> read_table_routing(const Topology& topology, const std::string& path);

}  // namespace dateline
