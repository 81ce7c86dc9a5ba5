// The permutation rules of section 7 (and the lumps of section 5) of the specification of the mesh machine, one
// function each.
#include <numeric>
#include <sstream>
#include <stdexcept>

#include "reference_mesh.hpp"

namespace dateline::test {

namespace {

using Destinations = std::vector<std::uint32_t>;
using Arguments = std::vector<std::uint64_t>;

std::uint32_t index(int side, int row, int column) {
  if (row < 0 || column < 0 || row >= side || column >= side) throw std::invalid_argument("reference permutation: outside the mesh");
  return static_cast<std::uint32_t>(row * side + column);
}

int reversed_bits(int value, int side) {
  int result = 0;
  for (int bit = 1; bit < side; bit *= 2) {
    result = 2 * result + value % 2;
    value /= 2;
  }
  return result;
}

Destinations affine(int side, std::uint64_t a, std::uint64_t b) {
  const auto all = static_cast<std::uint64_t>(side) * static_cast<std::uint64_t>(side);
  if (std::gcd(a, all) != 1) throw std::invalid_argument("reference permutation: affine factor is not coprime to N");
  Destinations result(all);
  for (std::uint64_t x = 0; x < all; ++x) result[x] = static_cast<std::uint32_t>((a * x + b) % all);
  return result;
}

Destinations random_permutation(int side, std::uint64_t state) {
  Destinations result(static_cast<std::size_t>(side) * static_cast<std::size_t>(side));
  std::iota(result.begin(), result.end(), 0u);
  for (std::size_t i = result.size() - 1; i >= 1; --i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    std::swap(result[i], result[(state >> 33) % (i + 1)]);
  }
  return result;
}

// One row of letters from its right end leftwards: q of each letter before r, then L of letter r.
std::vector<int> letters_of_row(int L, int q, int r) {
  std::vector<int> letters;
  for (int letter = 1; letter < r; ++letter) letters.insert(letters.end(), static_cast<std::size_t>(q), letter);
  letters.insert(letters.end(), static_cast<std::size_t>(L), r);
  return letters;
}

// Rows of letters from row `top` down, right ends in column `right`; letter c goes to column last - c, rows first,
// first + 1, ...
void place_letters(Destinations& result, int side, int L, int R, int q, int top, int right, int last, int first) {
  std::vector<int> seen(static_cast<std::size_t>(R + 1));
  for (int r = 1; r <= R; ++r) {
    int column = right;
    for (const int letter : letters_of_row(L, q, r)) {
      result[index(side, top + r - 1, column--)] = index(side, first + seen[letter]++, last - letter);
    }
  }
}

Destinations lump(int side, int L, int R, int q, bool only) {
  const int H = side / 2;
  if (side % 2 != 0 || L < 0 || R < 1 || R > H || q < 0 || L + q * (R - 1) > H) throw std::invalid_argument("reference permutation: lump");
  Destinations result(static_cast<std::size_t>(side) * static_cast<std::size_t>(side), kMeshAbsent);
  place_letters(result, side, L, R, q, H, H - 1, side, 0);
  if (only) return result;
  std::vector<bool> taken(result.size());
  for (const std::uint32_t destination : result) {
    if (destination != kMeshAbsent) taken[destination] = true;
  }
  std::vector<std::uint32_t> cells;  // free ones of the upper right quarter
  for (int i = 0; i < H; ++i) {
    for (int j = H; j < side; ++j) {
      if (!taken[index(side, i, j)]) cells.push_back(index(side, i, j));
    }
  }
  std::size_t next = 0;
  const auto last = static_cast<std::uint32_t>(result.size() - 1);
  for (int i = H; i < side; ++i) {
    for (int j = 0; j < H; ++j) {
      std::uint32_t& destination = result[index(side, i, j)];
      if (destination == kMeshAbsent) destination = cells.at(next++);
      result[last - index(side, i, j)] = last - destination;
    }
  }
  for (int i = 0; i < side; ++i) {
    for (int j = 0; j < side; ++j) {
      if ((i < H) == (j < H)) result[index(side, i, j)] = index(side, i, j);
    }
  }
  return result;
}

Destinations zone_lump(int side, int q) {
  const int n = side / 4, L = n / 2, R = 1 + (n - L) / q;
  Destinations result(static_cast<std::size_t>(side) * static_cast<std::size_t>(side), kMeshAbsent);
  place_letters(result, side, L, R, q, 3 * n, 2 * n - 1, 4 * n, n);  // SP(4,2) to SP(2,4)
  return result;
}

Destinations block_lumps(int side, int b, int dr, int dc) {
  const int n = side / 4;
  if (b < 1 || n % b != 0) throw std::invalid_argument("reference permutation: blumps");
  Destinations result(static_cast<std::size_t>(side) * static_cast<std::size_t>(side));
  for (int i = 0; i < side; ++i) {
    for (int j = 0; j < side; ++j) {
      const int R = (i / n + dr) % 4, C = (j / n + dc) % 4;
      const int x = i % n, y = j % n;
      result[index(side, i, j)] = index(side, R * n + (x / b) * b + y % b, C * n + (y / b) * b + x % b);
    }
  }
  return result;
}

template <typename Rule>
Destinations by_coordinates(int side, Rule rule) {
  Destinations result(static_cast<std::size_t>(side) * static_cast<std::size_t>(side));
  for (int i = 0; i < side; ++i) {
    for (int j = 0; j < side; ++j) result[index(side, i, j)] = rule(i, j);
  }
  return result;
}

Arguments arguments_of(const std::string& text) {
  Arguments result;
  std::istringstream stream(text);
  for (std::string word; std::getline(stream, word, ',');) result.push_back(std::stoull(word));
  return result;
}

}  // namespace

Destinations reference_mesh_destinations(int side, const std::string& name) {
  const std::size_t colon = name.find(':');
  const std::string rule = name.substr(0, colon);
  const Arguments a = colon == std::string::npos ? Arguments{} : arguments_of(name.substr(colon + 1));
  const auto whole = [&](std::size_t k) { return static_cast<int>(a.at(k)); };
  const int m = side;
  if (rule == "identity") return by_coordinates(m, [&](int i, int j) { return index(m, i, j); });
  if (rule == "transpose") return by_coordinates(m, [&](int i, int j) { return index(m, j, i); });
  if (rule == "reverse") return by_coordinates(m, [&](int i, int j) { return index(m, m - 1 - i, m - 1 - j); });
  if (rule == "bitrev") return by_coordinates(m, [&](int i, int j) { return index(m, reversed_bits(i, m), reversed_bits(j, m)); });
  if (rule == "bitrevT") return by_coordinates(m, [&](int i, int j) { return index(m, reversed_bits(j, m), reversed_bits(i, m)); });
  if (rule == "halfshift") return by_coordinates(m, [&](int i, int j) { return index(m, (i + m / 2) % m, (j + m / 2) % m); });
  if (rule == "affine") return affine(m, a.at(0), a.at(1));
  if (rule == "random") return random_permutation(m, a.at(0));
  if (rule == "lump") return lump(m, whole(0), whole(1), whole(2), false);
  if (rule == "lumponly") return lump(m, whole(0), whole(1), whole(2), true);
  if (rule == "blumps") return block_lumps(m, whole(0), whole(1), whole(2));
  if (rule == "zonelump") return zone_lump(m, whole(0));
  throw std::invalid_argument("reference permutation: unknown rule " + name);
}

}  // namespace dateline::test
