#include "models/network/faults/channel_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "models/base/error.hpp"

namespace dateline {
namespace {

class Reader {
 public:
  Reader(const Topology& topology, const ValueSource& source, std::string_view text) : topology_(topology), source_(source), text_(text) {}

  [[nodiscard]] std::vector<ChannelId> read() {
    for (const std::string& part : split(text_, '+')) add(part);
    std::sort(channels_.begin(), channels_.end());
    if (std::adjacent_find(channels_.begin(), channels_.end()) != channels_.end()) refuse("names a channel twice");
    return channels_;
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const { throw ConfigError(source_.component, source_.key, text_, why); }
  [[nodiscard]] std::uint32_t number(std::string_view part, std::string_view word, std::uint64_t high, const char* what) const {
    const auto value = whole_number(word, high);
    if (!value) refuse(fmt::format("names no {} 0..{} in '{}'", what, high, printable(part)));
    return static_cast<std::uint32_t>(*value);
  }
  void add(const std::string& part) {
    const std::vector<std::string> kinds = topology_.kinds();
    const auto kind = std::find(kinds.begin(), kinds.end(), part);
    if (kind != kinds.end()) {
      return add_if([&](const Channel& c) { return c.kind == kind - kinds.begin(); }, part);
    }
    const std::size_t at = part.find_first_of("-.");
    if (at == std::string::npos) {
      refuse(fmt::format("names '{}', which is neither a kind of channel ({}) nor a link A-B, nor a channel A.PORT", printable(part),
                         fmt::join(kinds, ", ")));
    }
    const std::uint32_t a = number(part, std::string_view(part).substr(0, at), topology_.nodes() - 1, "node");
    if (part[at] == '.') {
      const std::uint32_t port =
          number(part, std::string_view(part).substr(at + 1), static_cast<std::uint64_t>(std::max(topology_.ports() - 1, 0)), "port");
      const ChannelId channel = topology_.out(NodeId(a), Port(static_cast<std::uint16_t>(port)));
      if (channel == kNoChannel) refuse(fmt::format("names '{}', where no channel leaves", printable(part)));
      channels_.push_back(channel);
      return;
    }
    const std::uint32_t b = number(part, std::string_view(part).substr(at + 1), topology_.nodes() - 1, "node");
    const auto between = [&](const Channel& c) { return (c.from == NodeId(a) && c.to == NodeId(b)) || (c.from == NodeId(b) && c.to == NodeId(a)); };
    add_if(between, part);
  }
  template <typename Has>
  void add_if(Has has, const std::string& part) {
    const std::size_t before = channels_.size();
    for (std::uint32_t c = 0; c < topology_.channels(); ++c) {
      if (has(topology_.channel(ChannelId(c)))) channels_.emplace_back(c);
    }
    if (channels_.size() == before) refuse(fmt::format("names '{}', where there is no channel", printable(part)));
  }

  const Topology& topology_;
  const ValueSource& source_;
  std::string_view text_;
  std::vector<ChannelId> channels_;
};

}  // namespace

std::vector<ChannelId> channels_named(const Topology& topology, const ValueSource& source, std::string_view text) {
  return Reader(topology, source, text).read();
}

}  // namespace dateline
