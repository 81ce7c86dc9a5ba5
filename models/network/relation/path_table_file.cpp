#include "models/network/relation/path_table_file.hpp"

#include <fmt/format.h>

#include <optional>

#include "models/base/error.hpp"
#include "models/base/text/line_reader.hpp"
#include "models/base/text/parse.hpp"

namespace dateline {
namespace {

// Decimal digits, below 10^16; nothing else.
std::optional<std::uint64_t> whole(std::string_view word) {
  if (word.empty() || word.size() > 16 || word.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  return std::stoull(std::string(word));
}

// The channels from one node to another, one after the other in the order of ports, until `visit` returns true.
template <typename Visit>
void for_parallel(const Topology& topology, NodeId from, NodeId to, Visit visit) {
  for (int p = 0; p < topology.ports(); ++p) {
    const ChannelId c = topology.out(from, Port(static_cast<std::uint16_t>(p)));
    if (c != kNoChannel && topology.channel(c).to == to && visit(c)) return;
  }
}

class TableReader {
 public:
  TableReader(const Topology& topology, const std::string& path)
      : topology_(topology), path_(path), lines_("routing", "table", path, 1000 + kCharactersPerNode * longest_path(topology)) {}

  [[nodiscard]] PathTable read() {
    auto words = lines_.next();
    const bool relative = words && words->size() == 1 && words->front() == "relative";
    table_ = empty_path_table(topology_, relative, path_);
    for (words = relative ? lines_.next() : words; words; words = lines_.next()) take(*words);
    check_path_table(topology_, table_, path_);
    return std::move(table_);
  }

 private:
  static constexpr std::size_t kCharactersPerNode = 12;

  void take(const std::vector<std::string>& words) {
    WeightedPath path;
    path.weight = weight(words.front());
    if (words.size() < 3) lines_.fail("names fewer than two nodes");
    if (words.size() - 2 > longest_path(topology_)) lines_.fail(fmt::format("is a path of more than {} hops", longest_path(topology_)));
    if (words[1].find('@') != std::string::npos) {
      lines_.fail(
          fmt::format("'{}' begins the path, and a VC class is that of a hop; allowed is 'node@C' from the second node on", printable(words[1])));
    }
    const NodeId source = node(words[1], words[1]);
    if (table_.relative && source != NodeId(0)) lines_.fail("does not begin at node 0, and the table is relative");
    NodeId at = source;
    for (std::size_t i = 2; i < words.size(); ++i) {
      const auto mark = words[i].find('@');
      path.channels.push_back(step(at, std::string_view(words[i]).substr(0, mark), words[i]));
      at = topology_.channel(path.channels.back()).to;
      take_class(words[i], mark, path);
    }
    if (at == source) lines_.fail("ends where it begins");
    table_.paths[std::size_t{source.value()} * topology_.nodes() + at.value()].push_back(std::move(path));
  }

  // The class behind the mark, if there is one: every hop of the file has one, or none.
  void take_class(const std::string& word, std::string::size_type mark, WeightedPath& path) {
    const bool named = mark != std::string::npos;
    if (!first_hop_) first_hop_ = FirstHop{lines_.line(), named};
    if (named != first_hop_->named) {
      lines_.fail(fmt::format("'{}' names {} VC class, and line {} begins {}; allowed are 'node@C' at every hop of the file or at none",
                              printable(word), named ? "a" : "no", first_hop_->line, named ? "without" : "with one"));
    }
    if (!named) return;
    const auto vc_class = whole(std::string_view(word).substr(mark + 1));
    if (!vc_class || *vc_class >= kMaxVcs)
      lines_.fail(fmt::format("'{}' names no VC class; allowed is 'node@C', C 0..{}", printable(word), kMaxVcs - 1));
    path.classes.push_back(static_cast<std::uint8_t>(*vc_class));
  }

  [[nodiscard]] std::uint64_t weight(const std::string& word) const {
    const auto value = !word.empty() && word.back() == ':' ? whole(std::string_view(word).substr(0, word.size() - 1)) : std::nullopt;
    if (!value || *value < 1 || *value > kMostPathWeight) {
      lines_.fail(fmt::format("'{}' is no weight; allowed are lines 'WEIGHT: n0 n1 ...', WEIGHT 1..{}", printable(word), kMostPathWeight));
    }
    return *value;
  }

  [[nodiscard]] NodeId node(std::string_view digits, const std::string& word) const {
    const auto value = whole(digits);
    if (!value || *value >= topology_.nodes()) lines_.fail(fmt::format("'{}' is no node; allowed 0..{}", printable(word), topology_.nodes() - 1));
    return NodeId(static_cast<std::uint32_t>(*value));
  }

  // `way` is the word without its class.
  [[nodiscard]] ChannelId step(NodeId from, std::string_view way, const std::string& word) const {
    const auto slash = way.find('/');
    const NodeId to = node(way.substr(0, slash), word);
    const auto wanted = slash == std::string_view::npos ? 0 : whole(way.substr(slash + 1));
    if (!wanted) lines_.fail(fmt::format("'{}' names no channel; allowed are 'node' and 'node/K', K from 0", printable(word)));
    std::uint64_t found = 0;
    ChannelId channel = kNoChannel;
    for_parallel(topology_, from, to, [&](ChannelId c) {
      if (found++ == *wanted) channel = c;
      return channel != kNoChannel;
    });
    if (channel != kNoChannel) return channel;
    lines_.fail(found == 0 ? fmt::format("no channel leads from node {} to node {}", from.value(), to.value())
                           : fmt::format("'{}' is none of the channels 0..{} from node {} to node {}", word, found - 1, from.value(), to.value()));
  }

  const Topology& topology_;
  const std::string& path_;
  LineReader lines_;
  struct FirstHop {
    std::size_t line;
    bool named;
  };
  std::optional<FirstHop> first_hop_;
  PathTable table_;
};

}  // namespace

PathTable read_path_table(const Topology& topology, const std::string& path) { return TableReader(topology, path).read(); }

std::string path_table_text(const Topology& topology, const PathTable& table) {
  check_path_table(topology, table, "computed");
  std::string text = table.relative ? "relative\n" : "";
  for (const auto& paths : table.paths) {
    for (const WeightedPath& path : paths) {
      if (path.weight > kMostPathWeight) {
        throw ConfigError("routing", "weight", std::to_string(path.weight),
                          fmt::format("is more than a table's file can hold; allowed 1..{}", kMostPathWeight));
      }
      text += fmt::format("{}: {}", path.weight, topology.channel(path.channels.front()).from.value());
      for (std::size_t hop = 0; hop < path.channels.size(); ++hop) {
        const ChannelId id = path.channels[hop];
        const Channel& channel = topology.channel(id);
        std::uint32_t rank = 0;
        for_parallel(topology, channel.from, channel.to, [&](ChannelId c) { return c == id || (++rank, false); });
        text += fmt::format(" {}", channel.to.value());
        if (rank > 0) text += fmt::format("/{}", rank);
        if (!path.classes.empty()) text += fmt::format("@{}", path.classes[hop]);
      }
      text += '\n';
    }
  }
  return text;
}

}  // namespace dateline
