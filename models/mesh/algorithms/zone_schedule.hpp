// The fixed schedule of the zone algorithm on a mesh of side 4n (E. Miyano and K. Iwama, section 4.3; budgets as
// functions of n alone). A phase moves the packets of one pair (source subplane S, destination subplane D), or with
// `merged` of four pairs at once:
//   stage 1    from S to the temporary zone T, |dr| n steps along the columns, then |dc| n along the rows (merged: slots as long as the longest of
//   the round) stage 2    `sort_steps` T2: the row is reordered on its way from T to the second zone T' stage 3+4
//   `critical_steps` T34: through the critical zone, around the corner, to the destination; the packet at place p of T'
//   (n next to the
//              critical zone) starts in step spacing (n - p) + 1; T34 = last start and the longest path without a wait,
//              (spacing + 5) n - spacing - 2
// Sequential: 256 phases, source subplanes row-major, for each the destinations row-major. Merged: 64 rounds, shifts
// (dr, dc) mod 4 row-major, for each the four classes (parity of D's row, of D's column) row-major; T = S + shift mod
// 4.
#pragma once

#include <vector>

#include "models/mesh/algorithms/zones.hpp"

namespace dateline {

struct ZoneStages {  // the last step of each, counted from the phase's first step, 1
  std::uint32_t vertical = 0, horizontal = 0, sorted = 0, end = 0;
};

class ZoneSchedule {
 public:
  ZoneSchedule(std::uint32_t n, bool merged, std::uint32_t sort_steps, std::uint32_t spacing);

  [[nodiscard]] std::uint32_t phase_of(Subplane source, Subplane destination) const;
  [[nodiscard]] const ZoneStages& stages(std::uint32_t phase) const { return stages_[phase]; }
  [[nodiscard]] std::vector<std::uint32_t> phase_lengths() const;
  [[nodiscard]] std::uint64_t budget() const;  // steps of the whole schedule
  [[nodiscard]] std::uint32_t sort_steps() const { return sort_steps_; }
  [[nodiscard]] std::uint32_t critical_steps() const { return critical_steps_; }
  // The step of stage 3 in which place p = 1..n of T' starts.
  [[nodiscard]] std::uint32_t start_of(std::uint32_t place) const { return spacing_ * (n_ - place) + 1; }

 private:
  std::uint32_t n_, spacing_, sort_steps_, critical_steps_;
  bool merged_;
  std::vector<ZoneStages> stages_;
};

}  // namespace dateline
