#include "sim/options/lcc_settings.hpp"

#include "models/lcc/contention.hpp"
#include "models/lcc/lcc_names.hpp"
#include "routing/registry/registry.hpp"
#include "sim/options/names_text.hpp"

namespace dateline {
namespace {

void declare_set(Declarations& d, LccChoice& s) {
  d.group(OptionGroup::analysis);
  d.add("lcc", s.lcc, Text{fmt::format("{} | FILE, *W for a weight, joined by commas", names_text(lcc_table()))},
        "communications y = Ax + b, or scatters x = Ay + b (docs/guide/hypercubes.md)")
      .may_name_file();
  d.add("dims", s.dims, Whole{1, kMostDimensions}, "dimensions of the hypercube; else those of the files");
}

}  // namespace

void ContentionSettings::declare(Declarations& d) {
  declare_set(d, set);
  d.add("count", count, Flag{}, fmt::format("count the paths of all messages too, up to {} dimensions", kMostCountedDimensions));
  d.add("routing", routing, Text{names_text(routing_table())}, "also the messages that this routing forces through one channel");
  declare_result(d, *this);
}

void LccMappingSettings::declare(Declarations& d) {
  declare_set(d, set);
  d.add("objective", objective, OneOf<Objective>{},
        "what is least: the largest contention of any, its sum over communications in the worst dimension, or in all");
  d.add_out("mapping", out.mapping, "the node of each virtual node, a line each, for --mapping");
  declare_result(d, *this);
}

}  // namespace dateline
