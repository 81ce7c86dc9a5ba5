#include "models/mesh/machine/processor.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"

namespace dateline {

void MeshProcessor::violate(std::size_t queue, const char* what) const {
  throw InvariantError(fmt::format("mesh: step {}, processor ({}, {}), {} {} queue of {} places: {}", clock_.step, queues_->position.row,
                                   queues_->position.column, name_of(static_cast<Side>(queue % 4)), queue < 4 ? "input" : "output", capacity_, what));
}

}  // namespace dateline
