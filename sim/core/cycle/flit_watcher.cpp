#include "sim/core/cycle/flit_watcher.hpp"

#include "sim/core/cycle/pipeline_engine.hpp"

namespace dateline {

std::unique_ptr<CycleEngine> make_engine(const Tile& tile, FlitWatcher& watcher) { return make_watched_engine(tile, watcher); }

}  // namespace dateline
