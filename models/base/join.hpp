// The elements of a list as one text, with `separator` between them. fmt::join does the same and takes a second to
// compile wherever it stands.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>

namespace dateline {

// Elements are texts or whole numbers.
template <typename Iterator>
[[nodiscard]] std::string join(Iterator begin, Iterator end, std::string_view separator) {
  std::string text;
  for (Iterator at = begin; at != end; ++at) {
    if (at != begin) text += separator;
    if constexpr (std::is_integral_v<std::decay_t<decltype(*at)>>) {
      text += std::to_string(*at);
    } else {
      text += *at;
    }
  }
  return text;
}

template <typename List>
[[nodiscard]] std::string join(const List& list, std::string_view separator) {
  return join(list.begin(), list.end(), separator);
}

}  // namespace dateline
