#include "sim/cli/simulate/vcd_output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "models/base/error.hpp"
#include "models/base/text/parse.hpp"
#include "models/base/text/system_reason.hpp"
#include "sim/cli/network/external_routers.hpp"

namespace dateline {
namespace {

constexpr std::size_t kMostVcs = 4096;

// Channels by the names that users give them.
class Chooser {
 public:
  Chooser(const OutputSetting& setting, const Topology& topology, const RouterConfig& machine, ChannelProbe& probe)
      : setting_(setting), topology_(topology), machine_(machine), probe_(probe) {}

  void all() {
    for (std::uint32_t c = 0; c < topology_.channels(); ++c) add_network(ChannelId(c));
  }
  // "3-4", "3.1", "t5-5", "5-t5".
  void named(const std::string& name) {
    const std::size_t dash = name.find('-'), dot = name.find('.');
    const std::size_t before = vcs_;
    if (dash == std::string::npos && dot == std::string::npos) refuse(name, "FROM-TO or NODE.PORT is wanted");
    if (dash == std::string::npos) return add_port(name, node(name.substr(0, dot)), name.substr(dot + 1));
    const std::string from = name.substr(0, dash), to = name.substr(dash + 1);
    if (from.rfind('t', 0) == 0) return add_terminal(name, terminal(from), node(to), true);
    if (to.rfind('t', 0) == 0) return add_terminal(name, terminal(to), node(from), false);
    const NodeId source = node(from), destination = node(to);
    for (std::uint32_t c = 0; c < topology_.channels(); ++c) {
      const Channel& channel = topology_.channel(ChannelId(c));
      if (channel.from == source && channel.to == destination) add_network(ChannelId(c));
    }
    if (vcs_ == before && !known_) refuse(name, "there is no such channel");
  }
  // All VCs at the ports of a router.
  void router(NodeId node) {
    for (int p = 0; p < topology_.ports(); ++p) {
      const Port port(static_cast<std::uint16_t>(p));
      if (topology_.in(node, port) != kNoChannel) count("routers", machine_.vcs);
      if (topology_.out(node, port) != kNoChannel) count("routers", machine_.vcs);
    }
    for (std::uint32_t t = 0; t < topology_.terminals_of(node).size(); ++t)
      count("routers", machine_.injection_vcs + (machine_.ejection == Ejection::channel ? machine_.vcs : 0));
  }

 private:
  [[noreturn]] void refuse(const std::string& name, const std::string& why) const {
    setting_.refuse_argument("channels", fmt::format("has {}: {}", name, why));
  }
  [[nodiscard]] ValueSource where() const { return setting_.argument_source("channels"); }
  [[nodiscard]] NodeId node(const std::string& text) const {
    return NodeId(static_cast<std::uint32_t>(parse_whole(where(), text, 0, topology_.nodes() - 1)));
  }
  [[nodiscard]] TerminalId terminal(const std::string& text) const {
    return TerminalId(static_cast<std::uint32_t>(parse_whole(where(), text.substr(1), 0, topology_.terminals() - 1)));
  }
  void count(const char* argument, int vcs) {
    vcs_ += static_cast<std::size_t>(vcs);
    if (vcs_ > kMostVcs) setting_.refuse_argument(argument, fmt::format("would take more than {} VCs", kMostVcs));
  }
  void add(const std::string& name, ChannelId channel, int vcs) {
    known_ = true;
    if (!there_.insert(channel.value()).second) return;
    count("channels", vcs);
    probe_.add(name, channel, static_cast<std::size_t>(vcs));
  }
  // Of several channels between two nodes each is known by its port.
  void add_network(ChannelId id) {
    const Channel& channel = topology_.channel(id);
    std::uint32_t alike = 0, port = 0;
    for (int p = 0; p < topology_.ports(); ++p) {
      const ChannelId other = topology_.out(channel.from, Port(static_cast<std::uint16_t>(p)));
      if (other == kNoChannel) continue;
      if (other == id) port = static_cast<std::uint32_t>(p);
      if (topology_.channel(other).to == channel.to) ++alike;
    }
    const std::string name = fmt::format("from_{}_to_{}", channel.from.value(), channel.to.value());
    add(alike == 1 ? name : fmt::format("{}_port_{}", name, port), id, machine_.vcs);
  }
  void add_port(const std::string& name, NodeId node, const std::string& text) {
    const auto port = static_cast<std::uint16_t>(parse_whole(where(), text, 0, static_cast<std::uint64_t>(topology_.ports()) - 1));
    const ChannelId channel = topology_.out(node, Port(port));
    if (channel == kNoChannel) refuse(name, "there is no such channel");
    add_network(channel);
  }
  void add_terminal(const std::string& name, TerminalId terminal, NodeId node, bool injection) {
    if (topology_.router_of(terminal) != node)
      refuse(name, fmt::format("terminal {} is at node {}", terminal.value(), topology_.router_of(terminal).value()));
    if (!injection && machine_.ejection != Ejection::channel) refuse(name, "only --router.ejection channel has ejection channels");
    const std::uint32_t first = topology_.channels() + (injection ? 0 : topology_.terminals());
    const std::string text =
        injection ? fmt::format("from_t{}_to_{}", terminal.value(), node.value()) : fmt::format("from_{}_to_t{}", node.value(), terminal.value());
    add(text, ChannelId(first + terminal.value()), injection ? machine_.injection_vcs : machine_.vcs);
  }

  const OutputSetting& setting_;
  const Topology& topology_;
  const RouterConfig& machine_;
  ChannelProbe& probe_;
  std::set<std::uint32_t> there_;
  std::size_t vcs_ = 0;
  bool known_ = false;
};

// SystemC does not look whether what it writes is written. The clock changes in every cycle, so a file that is whole
// ends with a line, and its last time is behind the last cycle's begin.
bool is_whole(std::ifstream& in, Cycle cycles) {
  constexpr std::streamoff kTail = std::streamoff{1} << 20U;  // changes of one time take less
  constexpr std::uint64_t kUnits = 10;                        // of time, a cycle
  in.seekg(0, std::ios::end);
  const std::streamoff size = in.tellg();
  std::string tail(static_cast<std::size_t>(std::clamp(size, std::streamoff{0}, kTail)), '\0');
  in.seekg(-static_cast<std::streamoff>(tail.size()), std::ios::end);
  in.read(tail.data(), static_cast<std::streamsize>(tail.size()));
  in.seekg(0);
  const std::size_t at = tail.rfind("\n#");
  return in && at != std::string::npos && tail.back() == '\n' && std::strtoull(tail.c_str() + at + 2, nullptr, 10) >= kUnits * cycles;
}

// Beside the file that it will become, where that is one.
TemporaryFile beside(const OutputSetting& setting, const ResultFile& file) {
  namespace fs = std::filesystem;
  const std::string& path = setting.path();
  std::error_code none;
  const std::string stem = file.replaces() ? path : (fs::temp_directory_path(none) / "dateline").string();
  errno = 0;
  TemporaryFile written(fmt::format("{}.{}.vcd", stem, getpid()));
  if (!written.created()) setting.refuse("cannot be written" + because_of(errno));
  return written;
}

}  // namespace

VcdOutput::VcdOutput(const OutputSetting& setting, const Topology& topology, const RouterConfig& machine) {
  if (!setting.has()) return;
  Chooser chooser(setting, topology, machine, probe_);
  std::vector<NodeId> nodes = routers_of_waveform(setting, topology);
  for (const std::string& name : setting.arguments("channels")) chooser.named(name);
  if (!setting.has("channels") && nodes.empty()) chooser.all();
  for (const NodeId node : nodes) chooser.router(node);
  file_ = output_file(setting);
  written_ = beside(setting, *file_);
  trace_.emplace(VcdTrace{probe_, written_.path(), std::move(nodes)});
}

RouterConfig VcdOutput::probed(RouterConfig machine) const {
  if (file_) machine.execution.general_path = true;
  return machine;
}

void VcdOutput::commit(Cycle cycles) {
  if (!file_) return;
  std::ifstream in(written_.path(), std::ios::binary);
  if (!is_whole(in, cycles)) file_->fail();
  for (std::string line; std::getline(in, line) && line.rfind("$end", 0) != 0;) continue;  // $date, the date, $end
  std::string piece(ResultFile::kPiece, '\0');
  while (in.read(piece.data(), static_cast<std::streamsize>(piece.size())) || in.gcount() > 0) {
    file_->append(piece.substr(0, static_cast<std::size_t>(in.gcount())));
  }
  file_->commit("");
}

}  // namespace dateline
