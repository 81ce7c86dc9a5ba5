#include "traffic/stream_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "models/network/line_reader.hpp"
#include "models/network/error.hpp"

namespace dateline {
namespace {

constexpr std::size_t kLongestLine = 100'000;
constexpr std::uint32_t kLongestMessage = 65535;
constexpr const char* kKeys = "traffic, load, rate, message-length, injection";

// The parts of a line, by their keys.
std::map<std::string, std::string> keys_of(const LineReader& file, const std::vector<std::string>& words) {
  std::map<std::string, std::string> keys;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::size_t equals = words[i].find('=');
    const std::string key = words[i].substr(0, equals);
    if (key == "vc-set" || key == "priority") file.fail(fmt::format("{} is not there yet: all streams share the VCs; allowed: {}", key, kKeys));
    if (key != "traffic" && key != "load" && key != "rate" && key != "message-length" && key != "injection") {
      file.fail(fmt::format("'{}' is unknown; allowed after the name of the stream: {}, each as KEY=VALUE", printable(key), kKeys));
    }
    if (equals == std::string::npos || equals + 1 == words[i].size()) file.fail(key + " has no value; it is written " + key + "=VALUE");
    if (!keys.emplace(key, words[i].substr(equals + 1)).second) file.fail(key + " stands twice");
  }
  return keys;
}

Rational load_of(const LineReader& file, const std::map<std::string, std::string>& keys, const MessageLengths& lengths) {
  if (keys.count("load") == keys.count("rate")) file.fail("needs either load=FLITS or rate=MESSAGES, per node and cycle");
  const bool load = keys.count("load") != 0;
  const std::string& text = keys.at(load ? "load" : "rate");
  const auto value = read_rational(text);
  if (!value || *value <= 0) file.fail(fmt::format("{}={} is not a number above 0, like 0.2 or 1/5", load ? "load" : "rate", printable(text)));
  return load ? *value : Rational(*value * lengths.mean());
}

bool is_name(const std::string& word) {
  return std::all_of(word.begin(), word.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
  });
}

}  // namespace

std::vector<StreamSpec> read_streams(const ValueSource& source, const std::string& path) {
  LineReader file(source.component, source.key, path, kLongestLine);
  std::vector<StreamSpec> streams;
  Rational total = 0;
  while (const auto words = file.next()) {
    const std::string& name = words->front();
    if (!is_name(name)) file.fail(fmt::format("'{}' is no name of a stream: letters, digits, '-', '_' and '.'", printable(name)));
    const auto same = [&](const StreamSpec& other) { return other.name == name; };
    if (std::any_of(streams.begin(), streams.end(), same)) file.fail(fmt::format("the stream '{}' stands twice", name));
    if (streams.size() == kMostStreams) file.fail(fmt::format("is one stream too many; at most {}", kMostStreams));
    const auto keys = keys_of(file, *words);
    const auto own = [&](const char* key) { return ValueSource{source.component, fmt::format("{} of {} line {}", key, path, file.line())}; };
    StreamSpec stream;
    stream.name = name;
    if (const auto at = keys.find("traffic"); at != keys.end()) stream.traffic = at->second;
    if (const auto at = keys.find("message-length"); at != keys.end()) {
      stream.lengths = MessageLengths::parse(own("message-length"), at->second, kLongestMessage);
    }
    stream.load = load_of(file, keys, stream.lengths);
    if (const auto at = keys.find("injection"); at != keys.end()) {
      stream.injection = parse_injection(own("injection"), at->second, stream.lengths.mean());
      check_injection(own("injection"), at->second, stream.injection, stream.load, stream.lengths.mean());
    }
    total += stream.load;
    if (total > 1) file.fail("with it the loads sum to more than the injection bandwidth of 1 flit/node/cycle");
    streams.push_back(std::move(stream));
  }
  if (streams.empty()) throw ConfigError(source.component, source.key, path, "names no stream; a line each: NAME load=L traffic=PATTERN ...");
  return streams;
}

}  // namespace dateline
