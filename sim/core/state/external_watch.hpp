// Whether anything moves in a network with external nodes: noted in every cycle, examined every now and then.
#pragma once

#include "models/base/ids.hpp"

namespace dateline {

class ExternalWatch {
 public:
  static constexpr Cycle kLook = 512;

  // Notes whether anything moves in this cycle. True every now and then, when it is time to look.
  [[nodiscard]] bool progress(Cycle now, bool moves) {
    if (moves) moved_ = now;
    if (now < look_) return false;
    look_ = now + kLook;
    return true;
  }
  [[nodiscard]] Cycle still_for(Cycle now) const { return now - moved_; }

 private:
  Cycle moved_ = 0, look_ = 0;
};

}  // namespace dateline
