#include "sim/measure/run/fault_response.hpp"

#include <algorithm>

namespace dateline {

void FaultResponse::look(Cycle now, std::uint64_t outstanding) {
  const auto over = [&](std::size_t i) {
    FailureResponse& failure = failures_[i];
    if (now == failure.at || outstanding > failure.outstanding) return false;
    failure.recovered = now - failure.at;
    return true;
  };
  open_.erase(std::remove_if(open_.begin(), open_.end(), over), open_.end());
}

}  // namespace dateline
