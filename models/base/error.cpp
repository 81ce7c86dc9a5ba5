#include "models/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "models/base/join.hpp"
#include "models/base/name_distance.hpp"

namespace dateline {
namespace {

std::string escaped(std::string_view text, std::size_t longest) {
  std::string out;
  for (const char c : text) {
    if (out.size() >= longest) {
      out += "...";
      break;
    }
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) {
      out += c;
    } else {
      out += fmt::format("\\x{:02x}", byte);
    }
  }
  return out;
}

}  // namespace

ConfigError::ConfigError(std::string_view component, std::string_view key, std::string_view value, std::string_view rule)
    : std::runtime_error(fmt::format("{}: {}={} {}", printable(component), printable(key), value.empty() ? "''" : printable(value), one_line(rule))) {
}

ConfigError::ConfigError(std::string_view component, std::string_view key, std::string_view rule)
    : std::runtime_error(fmt::format("{}: {} {}", printable(component), printable(key), one_line(rule))) {}

std::string one_line(std::string_view text) { return escaped(text, std::string::npos); }

std::string printable(std::string_view text) { return escaped(text, 60); }

std::string unknown_name(std::string_view given, const std::vector<std::string>& known) {
  std::vector<NameAs> names;
  names.reserve(known.size());
  for (const std::string& name : known) names.push_back({name, name});
  return unknown_name_as(given, names);
}

std::string unknown_name_as(std::string_view given, const std::vector<NameAs>& known) {
  constexpr std::size_t kNearest = 3;
  constexpr std::size_t kAllAtMost = 6;
  std::vector<std::pair<std::size_t, std::string>> ranked;
  ranked.reserve(known.size());
  const std::string_view start = given.substr(0, 64);
  for (const auto& [name, shown] : known) {
    const std::string_view whole = name;  // and "random" of "random:SEED"
    ranked.emplace_back(std::min(name_distance(start, whole), name_distance(start.substr(0, start.find(':')), whole.substr(0, whole.find(':')))),
                        shown);
  }
  std::vector<std::string> shown;
  const auto show_first = [&](std::size_t most) {
    for (const auto& [distance, name] : ranked) {
      if (shown.size() < most && std::find(shown.begin(), shown.end(), name) == shown.end()) shown.push_back(name);
    }
  };
  show_first(kAllAtMost + 1);
  if (shown.size() <= kAllAtMost) return fmt::format("unknown; known: {}", join(shown, ", "));
  shown.clear();
  std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  show_first(kNearest);
  return fmt::format("unknown; nearest: {}", join(shown, ", "));
}

}  // namespace dateline
