// A client of an embedded network that does what a random script says, and what came of it as text.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

#include "models/base/numbers/random.hpp"
#include "sim/embed/network.hpp"

namespace dateline::test {

inline std::string text_of(const Event& e) {
  return fmt::format("{} user {} bytes {} at {} offered {} injected {} {}->{} hops {} packets {}\n", static_cast<unsigned>(e.kind), e.user, e.bytes,
                     e.at, e.offered, e.injected, e.source.value(), e.destination.value(), e.hops, e.packets);
}

inline std::vector<Event> take_all(Network& network) {
  std::vector<Event> events(3);
  std::vector<Event> all;
  for (std::size_t count = events.size(); count == events.size();) {
    count = network.take(events.data(), events.size());
    all.insert(all.end(), events.begin(), events.begin() + static_cast<std::ptrdiff_t>(count));
  }
  return all;
}

// Sends, timers and answers to what happens, drawn from a seed: the same calls in the same cycles, however run() is
// split.
class Script {
 public:
  explicit Script(std::uint64_t seed) : seed_(seed) {}

  void begin(Network& network) {
    for (int i = 0; i < 20; ++i) act(network);
  }
  // Up to `end`, in steps of run() that `split` draws; 0: in one.
  std::string play(Network& network, Cycle end, std::uint64_t split) {
    std::string text;
    while (network.now() < end) {
      const Cycle until = split == 0 ? end : network.now() + 1 + mix(split + ++splits_) % 97;
      network.run(until < end ? until : end);
      for (const Event& event : take_all(network)) {
        text += text_of(event);
        if (actions_ < 120) act(network);
      }
    }
    return text;
  }
  [[nodiscard]] std::uint64_t actions() const { return actions_; }

 private:
  std::uint64_t draw(std::uint64_t below) { return mix(seed_ * 1000003 + ++draws_) % below; }
  void act(Network& network) {
    ++actions_;
    const Cycle at = network.now() + (draw(3) == 0 ? 0 : draw(300));
    const std::uint64_t user = actions_;
    if (draw(4) == 0) return network.wake(at, user);
    const TerminalId from(static_cast<std::uint32_t>(draw(network.terminals()))), to(static_cast<std::uint32_t>(draw(network.terminals())));
    network.send(at, from, to, draw(2) == 0 ? draw(40) : draw(3000), user, {draw(2) == 0});
  }

  std::uint64_t seed_, draws_ = 0, splits_ = 0, actions_ = 0;
};

}  // namespace dateline::test
