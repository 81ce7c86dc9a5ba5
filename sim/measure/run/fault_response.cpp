#include "sim/measure/run/fault_response.hpp"

#include <algorithm>

namespace dateline {

void FaultResponse::noticed(Cycle now, std::uint64_t lost) {
  const auto first = std::find_if(failures_.begin(), failures_.end(), [now](const FailureResponse& f) { return f.known == now; });
  if (first != failures_.end()) first->lost += lost;
}

void FaultResponse::look(Cycle now, std::uint64_t outstanding) {
  const auto over = [&](std::size_t i) {
    FailureResponse& failure = failures_[i];
    if (now <= failure.known || outstanding > failure.outstanding) return false;
    failure.recovered = now - failure.at;
    return true;
  };
  open_.erase(std::remove_if(open_.begin(), open_.end(), over), open_.end());
}

}  // namespace dateline
