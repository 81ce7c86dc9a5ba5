#include "models/proof/hop_reader.hpp"

#include <fmt/format.h>

#include "models/network/error.hpp"

namespace dateline {
namespace {

[[noreturn]] void refuse_classes(std::uint16_t offered, unsigned classes) {
  throw InvariantError(fmt::format("the relation offers VC classes {:#x} of {}", offered, classes));
}

}  // namespace

HopReader::HopReader(const Topology& topology, const RoutingRelation& relation)
    : relation_(topology, relation), classes_(static_cast<unsigned>(relation.classes())) {
  escapes_.classes.assign(topology.channels(), 0);
}

inline PlaceHop HopReader::hop_over(ChannelId channel, std::uint16_t classes, HeaderState next, PlaceTable& places) const {
  if (classes == 0 || (classes >> classes_) != 0) refuse_classes(classes, classes_);
  return {1, places.find_or_add(channel, next, classes), channel, classes, relation_.wire(channel).from_port, true};
}

void HopReader::read(const HeaderPlace& at, NodeId destination, PlaceTable& places, std::vector<PlaceHop>& hops) {
  bool has_escape = false;
  const Candidate* before = nullptr;
  for (const Candidate& c : relation_.next(at, destination)) {
    if (c.exit == Exit::channel) {
      hops.push_back(hop_over(c.channel, c.classes, c.next, places));
      if (c.escape) escapes_.classes[c.channel.value()] |= c.classes;
      has_escape = has_escape || c.escape;
    } else {
      hops.push_back({1, c.exit == Exit::absorb ? PlaceHop::kAbsorbed : PlaceHop::kDelivered, kNoChannel, 0, Port(), true});
      has_escape = true;
    }
    hops.back().weight = c.weight;
    hops.back().counts = before == nullptr || before->route != c.route;
    before = &c;
  }
  if (!has_escape) escapes_.everywhere = false;
}

}  // namespace dateline
