#include "routing/software_based/all_segments.hpp"

#include <utility>
#include <vector>

namespace dateline {

AllSegments::AllSegments(const CubeTopology& topology, std::unique_ptr<const RoutingRelation> of) : topology_(topology), of_(std::move(of)) {
  set_name(of_->name());
}

StartStates AllSegments::start(NodeId src, NodeId dst) const {
  StartStates states = of_->start(src, dst);
  if (src == dst) return states;
  std::vector<Signs> requests = {Signs()};
  for (int d = 0; d < topology_.dimensions() && topology_.kind() == CubeTopology::Kind::torus; ++d) {
    if (topology_.coordinate(src, d) == topology_.coordinate(dst, d)) continue;
    const std::vector<Signs> shorter = requests;
    for (const Sign sign : {Sign::plus, Sign::minus}) {
      for (Signs signs : shorter) {
        signs.set(static_cast<std::uint32_t>(d), sign);
        requests.push_back(signs);
      }
    }
  }
  for (const Signs& requested : requests) states.push_back({state_on({dst, requested}, {}), 1});
  return states;
}

}  // namespace dateline
