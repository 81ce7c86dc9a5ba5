#include "models/base/text/line_reader.hpp"
#include "models/network/faults/fault_events.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"
#include "models/network/faults/fault_names.hpp"

namespace dateline {
namespace {

constexpr std::size_t kLongestLine = 4096;
constexpr Cycle kLatest = 1'000'000'000'000'000;

struct Event {
  std::string text;  // for error lines
  bool repair = false;
  Cycle at = 0;
  bool link = false;
  std::string what;  // "17", "3-4", "3.1"
};

[[noreturn]] void refuse(const std::string& event, const std::string& rule) { throw ConfigError("faults", "fault-events", event, rule); }

ValueSource source_of(const std::string& event) { return {"faults", "fault-events: " + event}; }

// "fail@5000:17"
Event event_of(const std::string& text) {
  const std::size_t at = text.find('@'), colon = text.find(':');
  const std::string kind = text.substr(0, at);
  if (at == std::string::npos || colon == std::string::npos || colon < at || (kind != "fail" && kind != "repair")) {
    refuse(text, "is not written fail@CYCLE:NODE, fail@CYCLE:NODE-NODE, fail@CYCLE:NODE.PORT, or repair instead of fail; nor is it a file");
  }
  Event event{text, kind == "repair", parse_whole(source_of(text), text.substr(at + 1, colon - at - 1), 0, kLatest), false, text.substr(colon + 1)};
  event.link = event.what.find_first_of("-.") != std::string::npos;
  return event;
}

std::vector<Event> read_file(const std::string& path) {
  std::vector<Event> events;
  LineReader lines("faults", "fault-events", path, kLongestLine);
  while (const auto words = lines.next()) {
    const auto& w = *words;
    const bool good =
        w.size() >= 4 && (w[0] == "fail" || w[0] == "repair") &&
        ((w[2] == "node" && w.size() == 4) || (w[2] == "link" && (w.size() == 5 || (w.size() == 4 && w[3].find('.') != std::string::npos))));
    if (!good) lines.fail("is not `fail 5000 node 17`, `fail 5000 link 3 4` or `fail 5000 link 3.1`, or repair instead of fail");
    const std::string text = fmt::format("{} line {}", path, lines.line());
    events.push_back(
        {text, w[0] == "repair", parse_whole(source_of(text), w[1], 0, kLatest), w[2] == "link", w.size() == 5 ? w[3] + "-" + w[4] : w[3]});
  }
  if (lines.line() == 0) refuse(path, "is empty; a file without events says so in a comment");
  return events;
}

std::vector<Event> read(std::string_view text) {
  if (text.rfind("fail@", 0) != 0 && text.rfind("repair@", 0) != 0 && text.find('@') == std::string_view::npos && !text.empty()) {
    return read_file(std::string(text));
  }
  std::vector<Event> events;
  for (const std::string& part : split(text, ',')) events.push_back(event_of(part));
  return events;
}

template <typename Part>
void apply(const Event& event, Part part, const std::string& name, FaultSet& failed) {
  if (!event.repair && !failed.add(part)) refuse(event.text, fmt::format("fails {}, which has failed", name));
  if (event.repair && !failed.remove(part)) refuse(event.text, fmt::format("repairs {}, which works", name));
}

void apply(const Event& event, FaultSet& failed) {
  if (!event.link) return apply(event, node_named(source_of(event.text), event.what, failed.topology()), "node " + event.what, failed);
  const NamedLinks named = links_named(source_of(event.text), event.what, failed);
  if (!named.problem.empty()) refuse(event.text, named.problem);
  for (const LinkEnd& link : named.links) apply(event, link, "link " + event.what, failed);
}

}  // namespace

std::vector<FaultChange> read_fault_events(const Topology& topology, const FaultMap* before, std::string_view text) {
  FaultSet failed(topology);
  if (before != nullptr) {
    for (const NodeId node : before->nodes()) failed.add(node);
    for (const LinkEnd& link : before->links()) failed.add(link);
  }
  std::vector<FaultChange> changes;
  const std::vector<Event> events = read(text);
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    if (i > 0 && event.at < events[i - 1].at) refuse(event.text, fmt::format("comes after one of cycle {}: events stand in order", events[i - 1].at));
    apply(event, failed);
    if (failed.nodes().size() == topology.nodes()) refuse(event.text, "leaves no node alive");
    if (i + 1 < events.size() && events[i + 1].at == event.at) continue;
    auto faults = std::make_shared<const FaultMap>(failed.map());
    if (!faults->connected()) refuse(event.text, "disconnects the nodes that live");
    if (faults->healthy_terminals() == 0) refuse(event.text, "leaves no terminal alive");
    changes.push_back({event.at, faults->none() ? nullptr : std::move(faults)});
  }
  return changes;
}

}  // namespace dateline
