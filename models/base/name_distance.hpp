// How far apart two names are, for the names nearest to a misspelt one: the edits (a letter more, less, another, or two
// exchanged) that make one of the other, capitals and signs between words aside; between one and two edits if one is a
// part of the other: what it begins or ends with, or a word of it. Cost: the product of the lengths.
#pragma once

#include <cstddef>
#include <string_view>

namespace dateline {

inline constexpr std::size_t kEditDistance = 2, kPartDistance = 3;
[[nodiscard]] std::size_t name_distance(std::string_view given, std::string_view name);

}  // namespace dateline
