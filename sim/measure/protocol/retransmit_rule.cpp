#include "sim/measure/protocol/retransmit_rule.hpp"

#include <algorithm>
#include <vector>

#include "models/base/error.hpp"

namespace dateline {

RetransmitRule RetransmitRule::parse(const ValueSource& source, const std::string& text) {
  const std::vector<std::string> parts = split(text, ',');
  RetransmitRule rule(parse_whole(source, parts.front(), 1, kMaxRetransmit));
  const auto value = [&](std::size_t part, const std::string& key, std::uint64_t low, std::uint64_t high) {
    if (parts[part].rfind(key + "=", 0) != 0) throw ConfigError(source.component, source.key, text, std::string("is not written ") + kValues);
    return parse_whole({source.component, source.key + ": " + key}, parts[part].substr(key.size() + 1), low, high);
  };
  if (parts.size() > 3) throw ConfigError(source.component, source.key, text, std::string("is not written ") + kValues);
  if (parts.size() > 1) rule.backoff = static_cast<std::uint32_t>(value(1, "backoff", 2, kMaxBackoff));
  if (parts.size() > 2) rule.limit = value(2, "limit", rule.delay, kMaxRetransmit);
  return rule;
}

Cycle RetransmitRule::after(std::uint32_t losses) const {
  Cycle wait = delay;
  for (; losses > 0 && backoff > 1 && wait < limit; --losses) wait *= backoff;
  return std::min(wait, limit);
}

}  // namespace dateline
