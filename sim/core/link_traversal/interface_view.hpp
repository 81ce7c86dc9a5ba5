// What a flit that crosses an injection channel may touch of a tile beside what any flit may: where it came from.
#pragma once

#include "sim/core/state/tile.hpp"

namespace dateline {

class InterfaceView {
 public:
  InterfaceView(Tile& tile) : tile_(tile) {}  // NOLINT(google-explicit-constructor): a view of the tile

  [[nodiscard]] SourceQueues& sources() const { return tile_.sources; }
  [[nodiscard]] SentPackets& sent() const { return tile_.sent; }

 private:
  Tile& tile_;
};

}  // namespace dateline
