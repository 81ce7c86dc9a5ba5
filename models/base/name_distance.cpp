#include "models/base/name_distance.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace dateline {
namespace {

// Insertions, deletions, substitutions and exchanges of neighbours that make one of the other.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before, last, row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    before = std::exchange(last, row);
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      row[j + 1] = std::min({row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0U : 1U)});
      if (i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j]) row[j + 1] = std::min(row[j + 1], before[j - 1] + 1);
    }
  }
  return row.back();
}

// As names are compared: capitals are no others than small letters, nor is any sign between words than '-'.
std::string plain(std::string_view name) {
  std::string text(name);
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '_' || c == ' ' || c == '.') c = '-';
  }
  return text;
}

// Whether `whole` begins or ends with `part`, or has it as a word.
bool is_part(const std::string& part, const std::string& whole) {
  constexpr std::size_t kShortest = 2, kShortestEnd = 3;
  if (part.size() < kShortest || part.size() > whole.size()) return false;
  const bool ends = part.size() >= kShortestEnd && whole.compare(whole.size() - part.size(), part.size(), part) == 0;
  return ends || whole.rfind(part, 0) == 0 || whole.find("-" + part + "-") != std::string::npos;
}

}  // namespace

std::size_t name_distance(std::string_view given, std::string_view name) {
  const std::string one = plain(given), other = plain(name);
  const std::size_t edits = edit_distance(one, other);
  return edits > 1 && (is_part(one, other) || is_part(other, one)) ? kPartDistance : kEditDistance * edits;
}

}  // namespace dateline
