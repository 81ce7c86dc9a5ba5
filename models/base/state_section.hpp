// A part of a state (state_io.hpp) that a reader may leave out, or read in part: its bytes, with their number before
// them.
#pragma once

#include <stdexcept>
#include <string>

#include "models/base/state_io.hpp"

namespace dateline {

// `each(archive)` has its fields. Of what is written they are counted first.
template <typename Archive, typename Each>
void state_section(Archive& archive, Each each) {
  if constexpr (Archive::kReads) {
    std::string bytes;
    archive(bytes);
    Archive own(bytes);
    each(own);
  } else {
    Archive counted;
    if (archive.writes()) each(counted);
    archive.count(counted.size());
    each(archive);
  }
}

// The same where all of it must be read.
template <typename Archive, typename Each>
void whole_section(Archive& archive, Each each) {
  state_section(archive, [&](Archive& own) {
    each(own);
    if constexpr (Archive::kReads) {
      if (!own.at_end()) throw std::runtime_error("has more than the options say");
    }
  });
}

}  // namespace dateline
