#include "models/lcc/lcc_names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/text/name_table.hpp"
#include "models/base/text/parse.hpp"

namespace dateline {
namespace {

// y_i = x_{from(i)}, complemented in the dimensions of b.
template <typename From>
Lcc moved_bits(int n, From from, Bits b = 0) {
  Lcc lcc;
  for (int i = 0; i < n; ++i) lcc.a.push_back(bit(from(i)));
  lcc.b = b;
  return lcc;
}
Lcc complemented(int n, Bits b) {
  return moved_bits(
      n, [](int i) { return i; }, b);
}
Lcc transpose(int n, Bits b) {
  return moved_bits(
      n, [n](int i) { return (i + n / 2) % n; }, b);
}
Lcc reversed(int n, Bits b) {
  return moved_bits(
      n, [n](int i) { return n - 1 - i; }, b);
}
Bits low_half(int n) { return first_bits(n / 2); }
Bits high_half(int n) { return first_bits(n) ^ low_half(n); }

// The lower left quarter of an image to all of it: pixel (qx, qy) is sent to by (qx / 2, qy / 2).
Lcc scaled(int n) {
  Lcc lcc;
  for (int i = 0; i < n; ++i) lcc.a.push_back(i == n / 2 - 1 || i == n - 1 ? 0 : bit(i + 1));
  lcc.scatter = true;
  return lcc;
}

std::vector<LccEntry> build() {
  const std::string square = " of a square image";
  return {
      {"identity", {}, "nothing moves", false, [](int n, int) { return complemented(n, 0); }},
      {"transpose",
       {"reflect-diagonal"},
       "the halves of the bits change places: px and py of a square image",
       true,
       [](int n, int) { return transpose(n, 0); }},
      {"bit-reverse", {"bit_reverse"}, "the bits reversed", false, [](int n, int) { return reversed(n, 0); }},
      {"reverse-flip", {}, "the bits reversed and complemented", false, [](int n, int) { return reversed(n, first_bits(n)); }},
      {"shuffle:K", {}, "the bits rotated left by K", false, [](int n, int k) { return moved_bits(n, [n, k](int i) { return (i + n - k) % n; }); }},
      {"exchange:K", {}, "with the neighbour in dimension K", false, [](int n, int k) { return complemented(n, bit(k)); }},
      {"reflect-antidiagonal", {}, "reflection on the other diagonal" + square, true, [](int n, int) { return transpose(n, first_bits(n)); }},
      {"rotate-clockwise", {}, "a quarter turn" + square + ", y upwards", true, [](int n, int) { return transpose(n, high_half(n)); }},
      {"rotate-counterclockwise", {}, "a quarter turn" + square + ", y upwards", true, [](int n, int) { return transpose(n, low_half(n)); }},
      {"rotate-180", {}, "half a turn" + square, true, [](int n, int) { return complemented(n, first_bits(n)); }},
      {"reflect-vertical", {}, "reflection on a vertical line" + square, true, [](int n, int) { return complemented(n, low_half(n)); }},
      {"reflect-horizontal", {}, "reflection on a horizontal line" + square, true, [](int n, int) { return complemented(n, high_half(n)); }},
      {"scale", {}, "a scatter: the lower left quarter" + square + " to all of it", true, [](int n, int) { return scaled(n); }},
      {"row-bit-reverse",
       {"row-bitrev"},
       "the bits of px reversed, for an FFT of each row",
       true,
       [](int n, int) { return moved_bits(n, [n](int i) { return i < n / 2 ? n / 2 - 1 - i : i; }); }},
      {"column-bit-reverse",
       {"column-bitrev"},
       "the bits of py reversed, for an FFT of each column",
       true,
       [](int n, int) { return moved_bits(n, [n](int i) { return i < n / 2 ? i : n + n / 2 - 1 - i; }); }},
  };
}

}  // namespace

const std::vector<LccEntry>& lcc_table() {
  static const std::vector<LccEntry> table = build();
  return table;
}

bool is_lcc_name(std::string_view text) {
  return std::any_of(lcc_table().begin(), lcc_table().end(), [&](const LccEntry& row) { return has_kind(row, kind_of(text)); });
}

Lcc lcc_named(std::string_view command, std::string_view text, int dimensions) {
  const auto refuse = [&](const std::string& rule) { throw ConfigError(command, "lcc", text, rule); };
  if (!is_lcc_name(text)) refuse(unknown_name(text, names_of(lcc_table())) + ", or a file");
  const LccEntry* const row = find_row(lcc_table(), text);
  if (row == nullptr) {
    for (const LccEntry& entry : lcc_table()) {
      if (has_kind(entry, kind_of(text))) refuse("is written " + entry.name + ": " + entry.summary);
    }
  }
  if (row->halves && dimensions % 2 != 0) refuse(fmt::format("needs an even number of dimensions; there are {}", dimensions));
  const bool argument = kind_of(row->name).size() < row->name.size();
  const auto most = static_cast<std::uint64_t>(dimensions - 1);
  const int k = argument ? static_cast<int>(parse_whole({std::string(command), "lcc's " + row->name}, argument_of(text), 0, most)) : 0;
  return row->make(dimensions, k);
}

}  // namespace dateline
