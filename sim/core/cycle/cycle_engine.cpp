#include "sim/core/cycle/pipeline_engine.hpp"
#include "sim/core/inspect/channel_counters.hpp"

namespace dateline {

std::unique_ptr<CycleEngine> make_engine(const MachineParts& parts, NullObserver& nobody) { return make_watched_engine(parts, nobody); }
std::unique_ptr<CycleEngine> make_engine(const MachineParts& parts, ChannelCounters& counters) { return make_watched_engine(parts, counters); }

}  // namespace dateline
