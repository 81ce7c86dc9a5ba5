#include "sim/core/cycle/pipeline_engine.hpp"
#include "sim/core/inspect/channel_counters.hpp"

namespace dateline {

std::unique_ptr<CycleEngine> make_engine(const Tile& tile, NullObserver& none) { return make_watched_engine(tile, none); }
std::unique_ptr<CycleEngine> make_engine(const Tile& tile, ChannelCounters& counters) { return make_watched_engine(tile, counters); }

}  // namespace dateline
