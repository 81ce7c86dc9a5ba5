// A routing relation that is made of this claims, on a mesh: what a message crosses follows from how far apart its ends
// are in each dimension, and in which direction; moved along, it is what one between any two as far apart crosses. Pair
// loads then walk one pair of each kind, and try the claim on others (models/analysis/loads/offset_flows.hpp). A
// relation that forwards to another one claims nothing of it.
#pragma once

namespace dateline {

class WaysByOffset {
 protected:
  WaysByOffset() = default;
  ~WaysByOffset() = default;
};

}  // namespace dateline
