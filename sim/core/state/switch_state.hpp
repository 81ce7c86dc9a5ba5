// Phases 3 and 4, their state: what every channel picked, and (per-port crossbar) what each input port is asked for.
// Lists are in ascending order of VC numbers, so the kinds of channel follow each other: network, injection, ejection;
// a number above all ends them. Ports are owned by their router; the rest lasts one cycle.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/core/state/event_wheel.hpp"
#include "sim/core/state/layout/id_vector.hpp"
#include "sim/core/state/layout/vc_numbering.hpp"

namespace dateline {

class SwitchState {
 public:
  static constexpr std::uint32_t kEnd = 0xffffffffU;

  // Words of VC numbers in which some channel can move, ended by a word without VCs.
  struct Words {
    std::uint64_t* vcs;              // what can, then what is picked
    std::uint32_t* first;            // VC number of the lowest bit
    std::uint64_t* pointers_before;  // by number of the word: its round-robin pointers from before; per-port crossbar only
  };
  // Input ports of the per-port crossbar, by words of 64 VC numbers: of the VCs in whose buffers flits wait those
  // nominated in this cycle, those granted, and, per port, ones at and after the VC at which the search begins.
  struct Ports {
    explicit Ports(std::size_t words) : fed(words, 0), claims(words, 0), granted(words, 0), at_or_after(words, ~std::uint64_t{0}), room(words) {}
    std::vector<std::uint64_t> fed;  // VCs that input ports feed: on all channels but injection channels
    std::vector<std::uint64_t> claims, granted, at_or_after;
    AppendList<std::uint32_t> claimed;  // numbers of the words with claims
    struct Room {                       // for a cycle's work
      explicit Room(std::size_t words) : place(words), vcs(words + 1), first(words + 1) {}
      std::vector<std::uint32_t> place;  // by number of a word of nominations: where the list of words has it
      std::vector<std::uint64_t> vcs;    // of VCs that input ports feed: words of nominations,
      std::vector<std::uint32_t> first;  // as Words has those of all
      AppendList<std::uint32_t> losing;  // numbers of the words with claims that were not granted
    } room;
    template <typename Archive>
    void io(Archive& archive) {
      auto& [fed_vcs, claims_of, granted_ones, search, claimed_words, scratch] = *this;
      static_cast<void>(fed_vcs);
      static_cast<void>(scratch);
      archive(claims_of, granted_ones, search, claimed_words);
    }
  };

  SwitchState(const VcNumbering& numbering, const RouterConfig& config)
      : word_vcs_(numbering.vcs() / 64 + 8),
        word_first_(word_vcs_.size()),
        word_pointers_(config.crossbar == Crossbar::per_port ? word_vcs_.size() : 0),
        granted_vcs_(numbering.channels() + 4, kEnd),
        ports_(config.crossbar == Crossbar::per_port ? numbering.vcs() / 64 + 1 : 0) {
    if (config.crossbar != Crossbar::per_port) return;
    for (std::uint32_t vc = 0; vc < numbering.vcs(); ++vc) ports_.fed[vc / 64] |= vc_toggle(vc, !numbering.is_injection(VcId(vc)));
  }

  [[nodiscard]] Words words() { return {word_vcs_.data(), word_first_.data(), word_pointers_.data()}; }
  // The picked VCs, ended by kEnd.
  [[nodiscard]] std::uint32_t* granted_vcs() { return granted_vcs_.data(); }
  [[nodiscard]] const std::uint32_t* granted_vcs() const { return granted_vcs_.data(); }
  [[nodiscard]] Ports& ports() { return ports_; }

  [[nodiscard]] AppendList<std::uint32_t>& losers() { return losers_; }
  // Room for phase 4: VCs whose tail was sent, and VCs at which a flit arrived that needs a closer look.
  [[nodiscard]] AppendList<VcId>& tail_flits() { return tail_flits_; }
  [[nodiscard]] AppendList<VcId>& head_flits() { return head_flits_; }
  // Places and VCs of injection buffers that are free from the next cycle on (where network channels are longer).
  [[nodiscard]] AppendList<MarkedVc>& near_credits() { return near_credits_; }
  // For the reversed order of tests: the picks by kind, last kind first.
  [[nodiscard]] std::vector<std::uint32_t>& reversed() { return reversed_; }
  // The rest lasts one cycle; what was picked in the last one is asked for where flits are counted (counts.hpp).
  template <typename Archive>
  void io(Archive& archive) {
    auto& [picked, first, pointers, granted, backwards, input_ports, lost, tails, heads, near] = *this;
    static_cast<void>(picked);
    static_cast<void>(first);
    static_cast<void>(pointers);
    static_cast<void>(backwards);
    static_cast<void>(lost);
    static_cast<void>(tails);
    static_cast<void>(heads);
    static_cast<void>(near);
    archive(granted, input_ports);
  }

 private:
  std::vector<std::uint64_t> word_vcs_;
  std::vector<std::uint32_t> word_first_;
  std::vector<std::uint64_t> word_pointers_;
  std::vector<std::uint32_t> granted_vcs_, reversed_;
  Ports ports_;
  AppendList<std::uint32_t> losers_;
  AppendList<VcId> tail_flits_, head_flits_;
  AppendList<MarkedVc> near_credits_;
};

}  // namespace dateline
