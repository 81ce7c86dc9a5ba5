// Names of enumerators, as users write them, once: beside an enumeration E stands
//   constexpr std::array<EnumName<E>, N> enum_names(E) { return {{{E::first, "first"}, ...}}; }
// and parsing, printing, help and lists read it. The argument only selects the overload.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace dateline {

template <typename Enum>
struct EnumName {
  Enum value;
  const char* name;
};

template <typename Enum>
[[nodiscard]] const char* name_of(Enum value) {
  for (const auto& entry : enum_names(value)) {
    if (entry.value == value) return entry.name;
  }
  return "?";
}

// All names, in the order of the table.
template <typename Enum>
[[nodiscard]] std::vector<std::string> choices_of() {
  std::vector<std::string> names;
  for (const auto& entry : enum_names(Enum{})) names.emplace_back(entry.name);
  return names;
}

}  // namespace dateline
