#include "sim/systemc/module_tree.hpp"

#include <fmt/format.h>

#include <systemc>

#include "sim/systemc/modules.hpp"

namespace dateline {
namespace {

// The other end of a link. `port`: what a router calls its ports there; `interface_port`: an interface. Between routers
// with the number of the port.
std::string end_text(const BoundEnd& end, const BoundEnd& own, const char* port, const char* interface_port) {
  using Kind = BoundEnd::Kind;
  if (end.kind == Kind::unbound) return "nothing";
  if (end.kind == Kind::interface) return fmt::format("{}.{}", end.module->name(), interface_port);
  return fmt::format("{}.{}{}", end.module->name(), port, own.kind == Kind::router ? fmt::format(", port {}", end.port.value()) : "");
}

void add_line(std::string& text, int depth, const std::string& line) {
  text.append(2 * static_cast<std::size_t>(depth), ' ');
  text += line + "\n";
}

template <typename Ports>
void add_sends(std::string& text, int depth, Ports& ports) {
  for (int i = 0; i < ports.size(); ++i) {
    add_line(text, depth, fmt::format("{}[{}] -> {}", ports.basename(), i, end_text(ports[i]->receiver(), ports[i]->sender(), "in", "from_router")));
  }
}

template <typename Ports>
void add_receives(std::string& text, int depth, Ports& ports) {
  for (int i = 0; i < ports.size(); ++i) {
    add_line(text, depth, fmt::format("{}[{}] <- {}", ports.basename(), i, end_text(ports[i]->sender(), ports[i]->receiver(), "out", "to_router")));
  }
}

// A port of any other class: what its first binding is, if that has a name.
void add_binding(std::string& text, int depth, sc_core::sc_port_base& port) {
  const auto* const bound = dynamic_cast<const sc_core::sc_object*>(port.get_interface());
  add_line(text, depth, fmt::format("{} -> {}", port.basename(), bound == nullptr ? "nothing" : bound->name()));
}

void add_object(std::string& text, int depth, sc_core::sc_object& object) {
  if (auto* const sends = dynamic_cast<sc_core::sc_port<LinkSendIf, 0>*>(&object)) return add_sends(text, depth, *sends);
  if (auto* const receives = dynamic_cast<sc_core::sc_port<LinkReceiveIf, 0>*>(&object)) return add_receives(text, depth, *receives);
  if (auto* const sends = dynamic_cast<sc_core::sc_port<LinkSendIf>*>(&object)) return add_sends(text, depth, *sends);
  if (auto* const receives = dynamic_cast<sc_core::sc_port<LinkReceiveIf>*>(&object)) return add_receives(text, depth, *receives);
  if (auto* const port = dynamic_cast<sc_core::sc_port_base*>(&object)) return add_binding(text, depth, *port);
  const auto* const router = dynamic_cast<const Router*>(&object);
  const char* const what = router == nullptr ? "" : router->is_external() ? ", an external router" : ", a router of the core";
  add_line(text, depth, fmt::format("{} ({}{})", depth == 0 ? object.name() : object.basename(), object.kind(), what));
  for (sc_core::sc_object* const child : object.get_child_objects()) add_object(text, depth + 1, *child);
}

}  // namespace

std::string module_tree() {
  std::string text;
  for (sc_core::sc_object* const object : sc_core::sc_get_top_level_objects()) add_object(text, 0, *object);
  return text;
}

}  // namespace dateline
