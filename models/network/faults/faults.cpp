#include "models/network/faults/faults.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>

#include "models/base/error.hpp"
#include "models/base/text/line_reader.hpp"
#include "models/base/text/name_table.hpp"
#include "models/base/text/parse.hpp"
#include "models/base/text/system_reason.hpp"
#include "models/network/faults/fault_draws.hpp"
#include "models/network/faults/fault_names.hpp"
#include "models/network/faults/fault_regions.hpp"
#include "models/network/faults/fault_set.hpp"

namespace dateline {
namespace {

const std::vector<std::string> kKinds = {"nodes", "links", "random", "random-links", "region"};
constexpr std::size_t kLongestLine = 4096;

[[noreturn]] void refuse(std::string_view part, std::string_view rule) { throw ConfigError("faults", "faults", part, rule); }

ValueSource part_source(std::string_view part) { return {"faults", std::string(part)}; }

// Adds what the parts name; a mistake is said with the part, or the line of its file.
class NamedFaults {
 public:
  explicit NamedFaults(const Topology& topology) : topology_(topology), faults_(topology) {}

  void nodes(std::string_view part) {
    for (const std::string& word : split(argument_of(part), ',')) {
      const NodeId node = node_named(part_source(part), word, topology_);
      if (!faults_.add(node)) refuse(part, repeated(node));
    }
  }
  void links(std::string_view part) {
    for (const std::string& word : split(argument_of(part), ',')) {
      const std::string problem = add_link(part, word);
      if (!problem.empty()) refuse(part, problem);
    }
  }
  void region(std::string_view part) {
    for (const NodeId node : region_nodes(topology_, part, argument_of(part))) {
      if (!faults_.add(node)) refuse(part, repeated(node));
    }
  }
  void file(std::string_view part) {
    LineReader lines("faults", "faults", std::string(part), kLongestLine);
    while (const auto words = lines.next()) {
      if (words->size() == 2 && words->front() == "node") {
        const NodeId node = node_named(part_source(fmt::format("{} line {}", part, lines.line())), words->back(), topology_);
        if (!faults_.add(node)) lines.fail(repeated(node));
      } else if ((words->size() == 2 || words->size() == 3) && words->front() == "link") {
        const std::string link = words->size() == 2 ? words->back() : (*words)[1] + "-" + words->back();
        const std::string problem = add_link(fmt::format("{} line {}", part, lines.line()), link);
        if (!problem.empty()) lines.fail(problem);
      } else {
        lines.fail("is not `node 3`, `link 3 4` or `link 3.1`");
      }
    }
  }
  [[nodiscard]] const FaultSet& all() const { return faults_; }

 private:
  static std::string repeated(NodeId node) { return fmt::format("names node {} twice", node.value()); }

  // "0-1" or "0.2"; what is wrong with it, empty if nothing is.
  std::string add_link(std::string_view part, const std::string& word) {
    const NamedLinks named = links_named(part_source(part), word, faults_);
    if (!named.problem.empty()) return named.problem;
    for (const LinkEnd& link : named.links) {
      if (!faults_.add(link)) return fmt::format("names link {} twice", word);
    }
    return {};
  }

  const Topology& topology_;
  FaultSet faults_;
};

FaultDraw draw_of(const Topology& topology, const std::string& part, std::uint64_t seed) {
  FaultDraw draw;
  draw.part = part;
  draw.links = kind_of(part) == "random-links";
  draw.seed = seed;
  const std::string_view argument = argument_of(part);
  const std::size_t at = argument.find('@');
  const auto key = [&](const char* what) { return ValueSource{"faults", fmt::format("{}: {}", part, what)}; };
  if (at != std::string_view::npos) draw.seed = parse_whole(key("seed"), argument.substr(at + 1), 0, ~std::uint64_t{0});
  const std::uint32_t most = draw.links ? topology.channels() : topology.nodes() - 1;
  draw.count = static_cast<std::uint32_t>(parse_whole(key(draw.links ? "links" : "nodes"), argument.substr(0, at), 0, most));
  return draw;
}

bool is_draw(std::string_view part) { return part.rfind("random:", 0) == 0 || part.rfind("random-links:", 0) == 0; }

// What a part is that has no kind: a file, or a mistake.
void take_file(NamedFaults& named, const std::string& part) {
  std::error_code error;
  if (part.empty()) refuse(part, "is no part: parts are joined by one +");
  for (const std::string& kind : kKinds) {
    if (kind == part) refuse(part, fmt::format("needs an argument, as {}", kind == "region" ? "region:U5@3,3" : kind + ":3"));
  }
  if (!std::filesystem::exists(part, error)) {
    refuse(part, fmt::format("{}; as a file it cannot be read{}", unknown_name(kind_of(part), kKinds), because_of(error ? error.value() : ENOENT)));
  }
  named.file(part);
}

}  // namespace

FaultMap read_faults(const Topology& topology, std::string_view text, std::uint64_t seed) {
  NamedFaults named(topology);
  std::vector<FaultDraw> draws;
  for (const std::string& part : text == "none" ? std::vector<std::string>{} : split(text, '+')) {
    if (part.rfind("nodes:", 0) == 0) {
      named.nodes(part);
    } else if (part.rfind("links:", 0) == 0) {
      named.links(part);
    } else if (part.rfind("region:", 0) == 0) {
      named.region(part);
    } else if (is_draw(part)) {
      draws.push_back(draw_of(topology, part, seed));
    } else {
      take_file(named, part);
    }
    if (named.all().nodes().size() == topology.nodes()) refuse(part, "leaves no node alive");
  }
  return draw_faults(named.all(), draws);
}

bool uses_seed(std::string_view faults) {
  for (const std::string& part : split(faults, '+')) {
    if (is_draw(part) && part.find('@') == std::string::npos) return true;
  }
  return false;
}

}  // namespace dateline
