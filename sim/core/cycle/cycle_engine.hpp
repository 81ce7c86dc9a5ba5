// One cycle of a machine: its phases in their order. Which of their instantiations runs is chosen once, from the
// options and the kind of observer.
#pragma once

#include <memory>

#include "sim/core/state/tile.hpp"

namespace dateline {

class CycleEngine {
 public:
  virtual ~CycleEngine() = default;
  // Executes cycle `parts.now`; completed packets are left in parts.delivery_queue.
  virtual void execute(Tile& tile) = 0;
  // Of a tile with a border, before the next stretch of cycles: takes what other tiles have put there in the last.
  virtual void take_mail(Tile& tile) = 0;
  CycleEngine(const CycleEngine&) = delete;
  CycleEngine& operator=(const CycleEngine&) = delete;

 protected:
  CycleEngine() = default;
};

class ChannelCounters;
struct NullObserver;
// For the observers of this folder; pipeline_engine.hpp makes one for any other. The observer must outlive the engine.
[[nodiscard]] std::unique_ptr<CycleEngine> make_engine(const Tile& tile, NullObserver& none);
[[nodiscard]] std::unique_ptr<CycleEngine> make_engine(const Tile& tile, ChannelCounters& counters);

}  // namespace dateline
