// Turn rules of minimal adaptive routings on a hypercube, one VC class each: by which dimensions a message may leave a
// node, and which of them let it finish. All sets of dimensions are words, bit d for dimension d; a crossing 0 -> 1 is
// positive, 1 -> 0 negative.
// Every rule has two functions. turns(): the dimensions i that "i > j, or ..." allows after a crossing of j.
// finishing(): the look-ahead: of the dimensions that turns() allows, those after which some order of the rest breaks
// no turn. Each is O(1) for up to 16 dimensions; that together they are exhaustive reachability is a test
// (tests/routing/adaptive/test_cube_turns.cpp).
// Why each is free of deadlock: docs/guide/hypercube-routings.md. Sources: P-cube, C. Glass and L. Ni, 1992. The others
// are reconstructions from what J. Hou, C.-M. Wang, C.-Y. Ku and C.-C. Hsu (2001) say of them; no primary text was
// read.
#pragma once

#include <cstdint>

namespace dateline::cube_turns {

using Dimensions = std::uint32_t;

// What a message at a node has before it: the dimensions it must still cross, by their signs.
struct Left {
  Dimensions positive, negative;
  [[nodiscard]] constexpr Dimensions all() const { return positive | negative; }
};
// The last crossing. At the source there is none: then `up_to` is empty and `positive` false, which every rule takes
// for "all allowed".
struct Crossed {
  Dimensions up_to;  // all dimensions up to the one crossed, which is the highest
  bool positive;
};

[[nodiscard]] constexpr Dimensions lowest(Dimensions set) { return set & (0U - set); }
// All dimensions up to the highest of the set; none if it is empty.
[[nodiscard]] constexpr Dimensions up_to_highest(Dimensions set) { return set == 0 ? 0 : 0xffffffffU >> static_cast<unsigned>(__builtin_clz(set)); }

// All negative crossings first, then all positive ones.
struct PCube {
  static constexpr Dimensions turns(Left left, Crossed last) { return last.positive ? left.positive : left.all(); }
  static constexpr Dimensions finishing(Left left) { return left.negative != 0 ? left.negative : left.positive; }
};

// After j: i > j, or i is crossed positively ("down, only positive"; C. Li's minimum set of restrictions, reading A).
struct DownOnlyPositive {
  static constexpr Dimensions turns(Left left, Crossed last) { return left.positive | (left.negative & ~last.up_to); }
  // Negatives must ascend. One that is lowest of all left must come first: nothing could lead down to it.
  static constexpr Dimensions finishing(Left left) {
    const Dimensions first = lowest(left.all());
    return (first & left.negative) != 0 ? first : left.all();
  }
};

// After j: i > j, or j was crossed negatively ("down, after negative"; the dual, reading B).
struct DownAfterNegative {
  static constexpr Dimensions turns(Left left, Crossed last) { return last.positive ? left.all() & ~last.up_to : left.all(); }
  // A negative one may come at any time. A positive one leads up until a negative one does: all below must be done, or
  // a negative one must be left above.
  static constexpr Dimensions finishing(Left left) { return lowest(left.all()) | up_to_highest(left.negative); }
};

// After j: i > j, or j was and i is crossed positively ("down, positive to positive only"; for the routing of G.-M.
// Chiu, S. Chalasani and C. Raghavendra).
struct DownPositiveToPositive {
  static constexpr Dimensions turns(Left left, Crossed last) {
    return last.positive ? DownOnlyPositive::turns(left, last) : left.all() & ~last.up_to;
  }
  // As DownOnlyPositive, and after a negative crossing a positive one above must be there to lead down again.
  static constexpr Dimensions finishing(Left left) {
    const Dimensions first = lowest(left.all());
    return (first & left.negative) != 0 ? first : up_to_highest(left.positive);
  }
};

// The rule with the signs of the dimensions from 3 on exchanged: for MIXab3 and MIXbb3 of H.-L. Chen and S.-H. Yihng
// (1994), whose rules have three of something.
template <typename Rule>
struct MirroredFrom3 {
  static constexpr Dimensions kBelow = 7;
  static constexpr Left mirrored(Left left) {
    return {(left.positive & kBelow) | (left.negative & ~kBelow), (left.negative & kBelow) | (left.positive & ~kBelow)};
  }
  static constexpr Dimensions turns(Left left, Crossed last) {
    return Rule::turns(mirrored(left), {last.up_to, last.up_to > kBelow ? !last.positive : last.positive});
  }
  static constexpr Dimensions finishing(Left left) { return Rule::finishing(mirrored(left)); }
};

}  // namespace dateline::cube_turns
