#include "sim/measure/window/snapshot.hpp"

namespace dateline {

std::int64_t accepted_flits(const Snapshot& begin, const Snapshot& end, std::uint32_t terminal) {
  return static_cast<std::int64_t>(end.ejected_flits[terminal] - begin.ejected_flits[terminal]) -
         static_cast<std::int64_t>(end.wasted_flits[terminal] - begin.wasted_flits[terminal]);
}

Snapshot take_snapshot(const CompiledNetwork& network, std::uint32_t terminals) {
  Snapshot s;
  for (auto* const counts : {&s.generated, &s.generated_flits, &s.injected}) counts->reserve(terminals);
  for (std::uint32_t t = 0; t < terminals; ++t) {
    const SourceQueues::Source& source = network.source(TerminalId(t));
    s.generated.push_back(source.generated);
    s.generated_flits.push_back(source.generated_flits);
    s.injected.push_back(source.injected);
  }
  s.ejected_flits = network.ejected_flits_by_source();
  s.wasted_flits = network.wasted_flits_by_source();
  s.channels = network.crossings();
  return s;
}

}  // namespace dateline
