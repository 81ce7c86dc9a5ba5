#include "reference_log.hpp"

#include <tuple>

namespace dateline::reference {
namespace {

auto fields(const ReferenceVc& v) { return std::tuple(v.channel, v.node, v.port, v.vc); }

auto fields(const ReferenceEvent& e) { return std::tuple(e.cycle, e.kind, fields(e.vc), fields(e.other), e.source, e.sequence, e.tail); }

std::string describe(const ReferenceVc& v) {
  std::string text;
  switch (v.channel) {
    case ChannelKind::network:
      text = "channel " + std::to_string(v.port) + " out of node " + std::to_string(v.node);
      break;
    case ChannelKind::injection:
      text = "injection channel of node " + std::to_string(v.node);
      break;
    case ChannelKind::ejection:
      text = "ejection channel of node " + std::to_string(v.node);
      break;
  }
  return v.vc < 0 ? text : text + " vc " + std::to_string(v.vc);
}

}  // namespace

bool operator<(const ReferenceEvent& a, const ReferenceEvent& b) { return fields(a) < fields(b); }
bool operator==(const ReferenceEvent& a, const ReferenceEvent& b) { return fields(a) == fields(b); }

std::string describe(const ReferenceEvent& event) {
  static const char* const kinds[] = {"flit_sent",   "header_blocked",   "header_granted",    "vc_allocated",
                                      "vc_released", "message_injected", "message_delivered", "flit_blocked"};
  std::string text = "cycle " + std::to_string(event.cycle) + ": " + kinds[static_cast<int>(event.kind)];
  if (event.vc.node >= 0) text += ", " + describe(event.vc);
  if (event.other.node >= 0) text += ", " + describe(event.other);
  if (event.source >= 0) text += ", message " + std::to_string(event.sequence) + " of node " + std::to_string(event.source);
  return event.tail ? text + ", tail" : text;
}

}  // namespace dateline::reference
