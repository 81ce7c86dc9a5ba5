#include "traffic/streams/stream_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>

#include "models/base/error.hpp"
#include "models/base/ids.hpp"
#include "models/base/text/line_reader.hpp"

namespace dateline {
namespace {

constexpr std::size_t kLongestLine = 100'000;
constexpr std::uint32_t kLongestPacket = 65535;
constexpr const char* kPackets = "pkt";  // behind a load that counts packets
constexpr std::array<const char*, 6> kKeys = {"traffic", "load", "packet-length", "injection", "vc-set", "priority"};

// A part of a line with a key as it was before 0.2.0, which is understood until 0.3.0, under today's.
std::string renamed(const std::string& word) {
  const std::string rate = "rate=", length = "message-length=";
  if (word.size() > rate.size() && word.rfind(rate, 0) == 0) return "load=" + word.substr(rate.size()) + kPackets;
  return word.rfind(length, 0) == 0 ? "packet-length=" + word.substr(length.size()) : word;
}

// The parts of a line, by their keys.
std::map<std::string, std::string> keys_of(const LineReader& file, const std::vector<std::string>& words) {
  std::map<std::string, std::string> keys;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string word = renamed(words[i]);
    const std::size_t equals = word.find('=');
    const std::string key = word.substr(0, equals);
    if (std::find(kKeys.begin(), kKeys.end(), key) == kKeys.end()) {
      file.fail(fmt::format("'{}' is unknown; allowed after the name of the stream: {}, each as KEY=VALUE", printable(key), fmt::join(kKeys, ", ")));
    }
    if (equals == std::string::npos || equals + 1 == word.size()) file.fail(key + " has no value; it is written " + key + "=VALUE");
    if (!keys.emplace(key, word.substr(equals + 1)).second) file.fail(key + " stands twice");
  }
  return keys;
}

Rational load_of(const LineReader& file, const std::map<std::string, std::string>& keys, const PacketLengths& lengths) {
  if (keys.count("load") == 0) file.fail("needs load=FLITS per terminal and cycle, or in packets: load=0.01pkt");
  const std::string& text = keys.at("load");
  const std::size_t unit = text.rfind(kPackets);
  const bool packets = unit != std::string::npos && unit > 0 && unit + std::string_view(kPackets).size() == text.size();
  const auto value = read_rational(packets ? std::string_view(text).substr(0, unit) : std::string_view(text));
  if (!value || *value <= 0) file.fail(fmt::format("load={} is not a number above 0, like 0.2 or 1/5", printable(text)));
  return packets ? Rational(*value * lengths.mean()) : *value;
}

bool is_name(const std::string& word) {
  return std::all_of(word.begin(), word.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
  });
}

// SET is N, a set of N VCs for this stream alone, or NAME or NAME:N, shared by all that name it.
void take_vc_set(const LineReader& file, const ValueSource& own, const std::string& text, StreamSpec& stream) {
  const auto number = [&](const std::string& digits) { return static_cast<int>(parse_whole(own, digits, 1, kMaxVcs)); };
  if (std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; })) {
    stream.vc_set = stream.name;
    stream.set_vcs = number(text);
    return;
  }
  const std::size_t colon = text.find(':');
  stream.vc_set = text.substr(0, colon);
  if (stream.vc_set.empty() || !is_name(stream.vc_set)) {
    file.fail(fmt::format("vc-set={} is neither a number of VCs nor NAME or NAME:N, NAME of letters, digits, '-', '_' and '.'", printable(text)));
  }
  if (colon != std::string::npos) stream.set_vcs = number(text.substr(colon + 1));
}

}  // namespace

std::vector<StreamSpec> read_streams(const ValueSource& source, const std::string& path, int nic_ports) {
  LineReader file(source.component, source.key, path, kLongestLine);
  std::vector<StreamSpec> streams;
  Rational total = 0;
  while (const auto words = file.next()) {
    const std::string& name = words->front();
    if (!is_name(name)) file.fail(fmt::format("'{}' is no name of a stream: letters, digits, '-', '_' and '.'", printable(name)));
    const auto same = [&](const StreamSpec& other) { return other.name == name; };
    if (std::any_of(streams.begin(), streams.end(), same)) file.fail(fmt::format("the stream '{}' stands twice", printable(name)));
    if (streams.size() == kMostStreams) file.fail(fmt::format("is one stream too many; at most {}", kMostStreams));
    const auto keys = keys_of(file, *words);
    const auto own = [&](const char* key) { return ValueSource{source.component, fmt::format("{} of {} line {}", key, path, file.line())}; };
    StreamSpec stream;
    stream.name = name;
    if (const auto at = keys.find("traffic"); at != keys.end()) stream.traffic = at->second;
    if (const auto at = keys.find("packet-length"); at != keys.end()) {
      stream.lengths = PacketLengths::parse(own("packet-length"), at->second, kLongestPacket);
    }
    stream.load = load_of(file, keys, stream.lengths);
    if (const auto at = keys.find("injection"); at != keys.end()) {
      stream.injection = parse_injection(own("injection"), at->second, stream.lengths.mean());
      check_injection(own("injection"), at->second, stream.injection, stream.load, stream.lengths.mean());
    }
    if (const auto at = keys.find("vc-set"); at != keys.end()) take_vc_set(file, own("vc-set"), at->second, stream);
    if (const auto at = keys.find("priority"); at != keys.end()) {
      stream.priority = static_cast<int>(parse_whole(own("priority"), at->second, 0, kHighestPriority));
    }
    total += stream.load;
    if (total > nic_ports) {
      file.fail(fmt::format("with it the loads sum to more than the injection bandwidth of {} flit{}/terminal/cycle", nic_ports,
                            nic_ports == 1 ? "" : "s"));
    }
    streams.push_back(std::move(stream));
  }
  if (streams.empty()) throw ConfigError(source.component, source.key, path, "names no stream; a line each: NAME load=L traffic=PATTERN ...");
  return streams;
}

}  // namespace dateline
