// A number of things in words, for people: "1 node", "2 nodes", "3 classes", "4 symmetries", "5 ways".
#pragma once

#include <string>
#include <string_view>

namespace dateline {

// The noun alone: "node" of one, "nodes" of any other number.
template <typename Number>
[[nodiscard]] std::string noun_of(Number count, std::string_view one) {
  std::string noun(one);
  if (count == 1 || noun.empty()) return noun;
  if (noun.back() == 's') return noun + "es";
  if (noun.size() < 2 || noun.back() != 'y' || std::string_view("aeiou").find(noun[noun.size() - 2]) != std::string_view::npos) return noun + "s";
  noun.back() = 'i';
  return noun + "es";
}

template <typename Number>
[[nodiscard]] std::string counted(Number count, std::string_view one) {
  return std::to_string(count) + " " + noun_of(count, one);
}

}  // namespace dateline
