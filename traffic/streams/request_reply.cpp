#include "traffic/streams/request_reply.hpp"

#include <fmt/format.h>

#include <set>
#include <string>

#include "models/base/error.hpp"

namespace dateline {

RequestReplyOptions RequestReplyOptions::parse(const ValueSource& source, std::string_view text) {
  const auto refuse = [&](const std::string& rule) { throw ConfigError(source.component, source.key, std::string(text), rule); };
  if (text.rfind(kWindow, 0) != 0 && text.rfind(kBatch, 0) != 0) refuse(fmt::format("begins with neither window= nor batch=; allowed: {}", kValues));
  RequestReplyOptions options;
  std::set<std::string> seen;
  for (const std::string& part : split(text.substr(kName.size()), ',')) {
    const std::size_t equals = part.find('=');
    const std::string name = part.substr(0, equals);
    const auto value = [&](std::uint64_t low, std::uint64_t high) {
      return parse_whole({source.component, source.key + " " + name}, equals == std::string::npos ? "" : part.substr(equals + 1), low, high);
    };
    if (!seen.insert(name).second) refuse(fmt::format("has {} twice", name));
    if (name == "window") {
      options.window = value(1, kMostOutstanding);
    } else if (name == "batch") {
      options.batch = value(1, kMostRequests);
    } else if (name == "request") {
      options.request = static_cast<std::uint32_t>(value(1, kMaxLength));
    } else if (name == "reply") {
      options.reply = static_cast<std::uint32_t>(value(1, kMaxLength));
    } else if (name == "service") {
      options.service = value(0, kLongestService);
    } else if (name == "vcs") {
      const std::string choice = equals == std::string::npos ? "" : part.substr(equals + 1);
      if (choice != "separate" && choice != "shared") refuse(fmt::format("has vcs={}; allowed: separate, shared", printable(choice)));
      options.separate_vcs = choice == "separate";
    } else {
      refuse(fmt::format("has an unknown parameter '{}'; allowed: {}", printable(name),
                         "window=W, batch=B, request=M, reply=M, service=C, vcs=separate|shared"));
    }
  }
  if (options.batch && text.rfind(kBatch, 0) != 0) refuse("has a batch that does not stand first");
  return options;
}

}  // namespace dateline
