#include "sim/cli/network/fault_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/text/counted.hpp"
#include "models/network/faults/fault_shape.hpp"
#include "models/network/topology/cube.hpp"
#include "traffic/patterns/surviving.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint32_t kWidest = 95;  // radix of dimension 0: two characters a node, and the numbers
constexpr std::size_t kMostPlanes = 64;

// One plane of dimensions 0 and 1, through `corner`.
class PlanePicture {
 public:
  PlanePicture(const CubeTopology& cube, const FaultMap& faults, NodeId corner)
      : cube_(cube), faults_(faults), corner_(corner), height_(cube.dimensions() > 1 ? cube.radix(1) : 1) {}

  [[nodiscard]] bool any() const { return text().find_first_of("#x") != std::string::npos; }
  [[nodiscard]] std::string text() const {
    std::string picture;
    for (std::uint32_t y = height_; y-- > 0;) {
      if (cube_.dimensions() > 1) picture += line("", [&](std::uint32_t x) { return fmt::format("{} ", mark(at(x, y), 1)); });
      picture +=
          line(fmt::format("{}", y), [&](std::uint32_t x) { return fmt::format("{}{}", faults_.failed(at(x, y)) ? '#' : '.', mark(at(x, y), 0)); });
    }
    return picture + line("", [](std::uint32_t x) { return fmt::format("{:<2}", x % 10); });
  }

 private:
  // A row of cells behind what stands before it, without spaces at its end; nothing if it is empty.
  template <typename Cell>
  [[nodiscard]] std::string line(const std::string& head, Cell cell) const {
    std::string row = fmt::format("{:>7} ", head);
    for (std::uint32_t x = 0; x < cube_.radix(0); ++x) row += cell(x);
    const std::size_t end = row.find_last_not_of(' ');
    return end == std::string::npos ? std::string{} : row.substr(0, end + 1) + "\n";
  }
  [[nodiscard]] NodeId at(std::uint32_t x, std::uint32_t y) const { return NodeId(corner_.value() + x + cube_.radix(0) * y); }
  // Of the link that leads on from a node in dimension `d`.
  [[nodiscard]] char mark(NodeId node, int d) const {
    const Port port = cube_.port(d, +1);
    if (cube_.out(node, port) == kNoChannel) return ' ';
    const Channel& channel = cube_.channel(cube_.out(node, port));
    const LinkEnd link = std::min(LinkEnd{node, port}, LinkEnd{channel.to, channel.to_port});
    return std::binary_search(faults_.links().begin(), faults_.links().end(), link) ? 'x' : ' ';
  }

  const CubeTopology& cube_;
  const FaultMap& faults_;
  NodeId corner_;
  std::uint32_t height_;
};

std::string plane_name(const CubeTopology& cube, NodeId corner) {
  std::string name;
  for (int d = 2; d < cube.dimensions(); ++d) name += fmt::format("{}x{} = {}", d > 2 ? ", " : "", d, cube.coordinate(corner, d));
  return name;
}

}  // namespace

std::string link_text(const LinkEnd& link) { return fmt::format("{}.{}", link.node.value(), link.port.value()); }

Json faults_json(const FaultMap* faults) {
  Json json = {{"nodes", Json::array()}, {"links", Json::array()}, {"connected", true}, {"convex", true}};
  if (faults == nullptr) return json;
  for (const NodeId node : faults->nodes()) json["nodes"].push_back(node.value());
  for (const LinkEnd& link : faults->links()) json["links"].push_back(Json::array({link.node.value(), link.port.value()}));
  json["connected"] = faults->connected();
  const std::optional<bool> convex = is_convex(*faults);
  json["convex"] = convex ? Json(*convex) : Json(nullptr);
  return json;
}

void add_faults(Json& json, const FaultMap* faults, const TrafficPattern& pattern) {
  json["faults"] = faults_json(faults);
  json["left_out_flows"] = flows_left_out(pattern);
}

std::string fault_lines(const FaultMap* faults, const TrafficPattern& pattern) {
  if (faults == nullptr) return {};
  std::string text =
      fmt::format("{:<18}{}, {} failed; {}\n", "faults", counted(faults->nodes().size(), "node"), counted(faults->links().size(), "link"),
                  faults->healthy_nodes() == 1 ? "1 node lives" : fmt::format("{} nodes live", faults->healthy_nodes()));
  if (const std::uint64_t flows = flows_left_out(pattern); flows > 0) {
    text += fmt::format("{:<18}{} left out, with a failed end\n", "traffic", counted(flows, "flow"));
  }
  return text;
}

std::string fault_picture(const FaultMap& faults) {
  const CubeTopology* const cube = as_cube(faults.topology());
  if (cube == nullptr || cube->kind() == CubeTopology::Kind::hypercube || cube->radix(0) > kWidest) return {};
  if (cube->dimensions() <= 2) return PlanePicture(*cube, faults, NodeId(0)).text();
  const std::uint32_t plane = cube->radix(0) * cube->radix(1);
  std::vector<std::string> pictures;
  for (std::uint32_t corner = 0; corner < cube->nodes() && pictures.size() <= kMostPlanes; corner += plane) {
    const PlanePicture picture(*cube, faults, NodeId(corner));
    if (picture.any()) pictures.push_back(fmt::format("{}\n{}", plane_name(*cube, NodeId(corner)), picture.text()));
  }
  if (pictures.size() > kMostPlanes) return fmt::format("more than {} planes hold faults: not drawn\n", kMostPlanes);
  std::string text;
  for (const std::string& picture : pictures) text += picture;
  return text;
}

}  // namespace dateline
