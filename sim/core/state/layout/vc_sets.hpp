// VC sets: the VCs of every channel are divided into sets, each a copy of the routing's classes for the packets of
// some streams alone (docs/reference/vc-classes.md). Sets share channels, never VCs: a deadlock in one needs none of
// the others, and the proof of each holds by itself. The machine counts the classes of all sets side by side: those of
// set s begin where those of set s - 1 end. A machine without sets has one, of all its VCs, and pays nothing for it.
// Const after construction, but for a change of the network. Throws ConfigError: sets that do not have all VCs
// together, fewer VCs than classes in one, fewer injection VCs than sets.
#pragma once

#include <cstdint>
#include <vector>

#include "models/network/relation/relation.hpp"
#include "sim/core/state/layout/router_config.hpp"

namespace dateline {

class VcSets {
 public:
  VcSets(const RouterConfig& config, const RoutingRelation& relation);

  [[nodiscard]] bool several() const { return sets_.size() > 1; }
  [[nodiscard]] std::size_t count() const { return sets_.size(); }
  [[nodiscard]] const RoutingRelation& relation(std::size_t set) const { return *sets_[set].relation; }
  // Of a machine with one set.
  void set_relation(const RoutingRelation& relation) { sets_.front().relation = &relation; }

  [[nodiscard]] int classes() const { return sets_.back().first_class + sets_.back().classes; }
  // The class that VC `vc` of a network or ejection channel serves.
  [[nodiscard]] int class_of_vc(int vc) const;
  // Classes of a set as the machine counts them.
  [[nodiscard]] std::uint16_t own(std::uint32_t classes, std::size_t set) const {
    const Set& s = sets_[set];
    return static_cast<std::uint16_t>((classes & ((1U << static_cast<unsigned>(s.classes)) - 1U)) << static_cast<unsigned>(s.first_class));
  }
  // VCs of an injection channel: where there are as many as VCs those of the same numbers, else equal shares.
  [[nodiscard]] std::uint32_t injection_vcs_of(std::size_t set) const { return sets_[set].injection_vcs_of; }

  // What the relation of the set offers, in the machine's classes.
  void next(const HeaderQuery& query, std::size_t set, Candidates& out) const;
  [[nodiscard]] HeaderStep step(const HeaderQuery& query, std::size_t set) const;

 private:
  struct Set {
    const RoutingRelation* relation;
    int first_vc, vcs;
    int first_class, classes;
    std::uint32_t injection_vcs_of = 0;
  };
  void share_injection_vcs(int vcs);

  std::vector<Set> sets_;
};

}  // namespace dateline
