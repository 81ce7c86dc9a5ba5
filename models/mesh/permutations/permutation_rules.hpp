// Permutations of a square mesh of side m by name, index x = i*m + j (row i, column j, from 0), destination index
// given:
//   identity, transpose (j,i), reverse (m-1-i, m-1-j), bitrev (rev i, rev j), bitrevT (rev j, rev i), halfshift (i+m/2,
//   j+m/2) mod m
//   affine:A,B         x -> (A x + B) mod N, A prime to N
//   random:SEED        Fisher-Yates from the identity, i = N-1 down to 1, swap with (state >> 33) mod (i+1) after each
//                      state = state 6364136223846793005 + 1442695040888963407 mod 2^64 (starting at SEED)
//   lump:L,R,Q         long lumps that block one another under dimension order (after E. Miyano and K. Iwama, section 3): rows r = 1..R of the
//                      lower-left quarter hold, from the right, Q packets for each of the columns m-1..m-r+1 and then L
//                      for column m-r; the destination rows of a column are 0, 1, ... in order of appearance; the rest
//                      of the quarter fills the upper-right one, the upper-right quarter is the point reflection, the
//                      other two are fixed. lumponly:L,R,Q: the named packets alone
//   blumps:B,DR,DC     subplanes of n = m/4 shifted by (DR, DC), blocks of B transposed inside: relative row x1 B + x0, column y1 B + y0 goes to
//                      row x1 B + y0, column y1 B + x0
//   zonelump:Q         lumps of n/2 within one phase of the zone algorithm, from subplane (4,2) to (2,4); all else absent
// Absent packets have destination kAbsent. Throws ConfigError: unknown name, wrong arguments, a side the rule is not
// defined for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/base/text/parse.hpp"
#include "models/mesh/machine/side.hpp"

namespace dateline {

[[nodiscard]] const std::vector<std::string>& mesh_permutation_names();
// `given_as`: the option that names it, for errors.
[[nodiscard]] std::vector<NodeId> mesh_permutation(std::string_view name, std::uint32_t side,
                                                   const ValueSource& given_as = {"mesh", "permutation"});

}  // namespace dateline
