// A router as Verilator would make it, by hand: the pins of docs/extend/router-verilog.md with a local output port, one
// VC, and the rules of docs/reference/router-cycle.md for reuse at the tail, first come first served. Variants give
// credits otherwise.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <stdexcept>
#include <vector>

#include "sim/systemc/rtl/pins.hpp"

namespace dateline::test {

enum class Credits {
  with_flit,
  every_other_cycle,  // those of two cycles together
  early,              // when a flit leaves its buffer; it is on the link a cycle later
  for_nothing         // early, and from cycle 200 on for the empty buffer of the interface
};

template <Credits kCredits, unsigned kDepth = 4, unsigned kCreditBits = 1, unsigned kMostCredits = 1>
class PinModel {
 public:
  std::uint8_t clk = 0, reset = 0, in_valid = 0, in_head = 0, in_tail = 0;
  std::uint16_t x = 0, y = 0;
  std::uint64_t in_vc = 0, out_vc = 0;
  std::array<std::uint32_t, 10> in_data{}, out_data{};
  std::uint8_t out_valid = 0, out_head = 0, out_tail = 0;
  std::uint16_t in_credit = 0, out_credit = 0;

  void eval() {
    const bool rises = clk != 0 && was_low_;
    was_low_ = clk == 0;
    if (rises && reset == 0) edge();
  }

 private:
  static constexpr unsigned kPorts = 5, kLocal = 4;
  struct Flit {
    bool head, tail;
    std::uint64_t data;
  };
  struct Input {
    std::deque<Flit> buffer;
    std::optional<std::uint64_t> since;  // its head flit waits
    std::optional<unsigned> output;      // that its packet holds
    unsigned owed = 0;
  };

  [[nodiscard]] unsigned route(std::uint64_t data) const {
    const auto to_x = static_cast<std::uint16_t>(data), to_y = static_cast<std::uint16_t>(data >> 16U);
    if (to_x != x) return to_x > x ? 0 : 1;
    if (to_y != y) return to_y > y ? 2 : 3;
    return kLocal;
  }
  void edge() {
    for (unsigned p = 0; p < kPorts; ++p) {
      const auto given = static_cast<unsigned>(bits(out_credit, p * kCreditBits, kCreditBits));
      if (given > kMostCredits) throw std::runtime_error("more credits in a cycle than the pins take");
      places_[p] += given;
      if (bits(in_valid, p, 1) == 0) continue;
      if (inputs_[p].buffer.size() == kDepth) throw std::runtime_error("a buffer runs over");
      inputs_[p].buffer.push_back({bits(in_head, p, 1) != 0, bits(in_tail, p, 1) != 0, bits(in_data, p * 64, 64)});
    }
    allocate();
    out_valid = out_head = out_tail = 0;
    in_credit = 0;
    if (kCredits == Credits::early || kCredits == Credits::for_nothing) {
      for (unsigned o = 0; o < kPorts; ++o) {
        if (behind_[o]) put(o, *behind_[o]);
        behind_[o].reset();
      }
    }
    for (unsigned i = 0; i < kPorts; ++i) move(inputs_[i]);
    for (unsigned i = 0; i < kPorts; ++i) give(i);
    ++cycle_;
  }
  void allocate() {
    for (Input& input : inputs_) {
      if (!input.buffer.empty() && !input.output && !input.since) input.since = cycle_;
    }
    std::vector<Input*> waiting;
    for (Input& input : inputs_) {
      if (input.since) waiting.push_back(&input);
    }
    std::stable_sort(waiting.begin(), waiting.end(), [](const Input* a, const Input* b) { return *a->since < *b->since; });
    for (Input* const input : waiting) {
      const unsigned output = route(input->buffer.front().data);
      if (held_[output]) continue;
      held_[output] = true;
      input->output = output;
      input->since.reset();
    }
  }
  void move(Input& input) {
    if (!input.output || input.buffer.empty() || places_[*input.output] == 0) return;
    const unsigned output = *input.output;
    const Flit flit = input.buffer.front();
    input.buffer.pop_front();
    --places_[output];
    ++input.owed;
    if (kCredits == Credits::early || kCredits == Credits::for_nothing) {
      behind_[output] = flit;
    } else {
      put(output, flit);
    }
    if (!flit.tail) return;
    input.output.reset();
    released_[output] = true;
  }
  void put(unsigned o, const Flit& flit) {
    set_bits(out_valid, o, 1, 1);
    set_bits(out_head, o, 1, flit.head ? 1 : 0);
    set_bits(out_tail, o, 1, flit.tail ? 1 : 0);
    set_bits(out_data, o * 64, 64, flit.data);
  }
  void give(unsigned i) {
    held_[i] = held_[i] && !released_[i];
    released_[i] = false;
    const bool nothing = kCredits == Credits::for_nothing && i == kLocal && cycle_ >= 200 && inputs_[i].buffer.empty() && inputs_[i].owed == 0;
    if (kCredits == Credits::every_other_cycle && cycle_ % 2 == 0) return;
    set_bits(in_credit, i * kCreditBits, kCreditBits, nothing ? 1 : inputs_[i].owed);
    inputs_[i].owed = 0;
  }

  bool was_low_ = false;
  std::uint64_t cycle_ = 0;
  std::array<Input, kPorts> inputs_{};
  std::array<unsigned, kPorts> places_{kDepth, kDepth, kDepth, kDepth, kDepth};
  std::array<bool, kPorts> held_{}, released_{};
  std::array<std::optional<Flit>, kPorts> behind_{};  // the register behind the crossbar
};

}  // namespace dateline::test
