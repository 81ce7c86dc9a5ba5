// Which router every terminal is at. Terminals are numbered densely from 0: one a router, terminal t at router t,
// unless they are placed otherwise; any number at a router up to kMaxRouterTerminals, none too. Nothing is stored where
// a router has one.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/ids.hpp"

namespace dateline {

// Terminals in ascending order.
class TerminalRange {
 public:
  class Iterator {
   public:
    Iterator(const TerminalId* list, std::uint32_t at) : list_(list), at_(at) {}
    [[nodiscard]] TerminalId operator*() const { return list_ != nullptr ? list_[at_] : TerminalId(at_); }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    friend bool operator==(Iterator a, Iterator b) { return a.at_ == b.at_; }
    friend bool operator!=(Iterator a, Iterator b) { return a.at_ != b.at_; }

   private:
    const TerminalId* list_;
    std::uint32_t at_;
  };

  // Places `first`..`last` - 1 of `list`; without a list the terminals of these numbers.
  TerminalRange(const TerminalId* list, std::uint32_t first, std::uint32_t last) : list_(list), first_(first), last_(last) {}
  [[nodiscard]] Iterator begin() const { return {list_, first_}; }
  [[nodiscard]] Iterator end() const { return {list_, last_}; }
  [[nodiscard]] std::uint32_t size() const { return last_ - first_; }
  [[nodiscard]] bool empty() const { return first_ == last_; }
  [[nodiscard]] TerminalId front() const { return *begin(); }

 private:
  const TerminalId* list_;
  std::uint32_t first_, last_;
};

class TerminalPlacement {
 public:
  // One a router.
  explicit TerminalPlacement(std::uint32_t routers) : routers_(routers) {}
  // Terminal t is at router_of[t]. Throws InvariantError for a router that does not exist, for more than
  // kMaxRouterTerminals at one, and for no terminal.
  TerminalPlacement(std::uint32_t routers, std::vector<NodeId> router_of);

  [[nodiscard]] std::uint32_t routers() const { return routers_; }
  // Terminal t is at router t, for every t.
  [[nodiscard]] bool one_a_router() const { return router_of_.empty(); }
  [[nodiscard]] std::uint32_t terminals() const { return one_a_router() ? routers_ : static_cast<std::uint32_t>(router_of_.size()); }
  [[nodiscard]] NodeId router_of(TerminalId t) const { return one_a_router() ? NodeId(t.value()) : router_of_[t.value()]; }
  [[nodiscard]] TerminalRange terminals_of(NodeId router) const {
    if (one_a_router()) return {nullptr, router.value(), router.value() + 1};
    return {terminal_.data(), first_terminal_[router.value()], first_terminal_[router.value() + 1]};
  }

 private:
  std::uint32_t routers_;
  std::vector<NodeId> router_of_;              // per terminal; empty: one a router
  std::vector<std::uint32_t> first_terminal_;  // per router, and one more: where its terminals begin in terminal_
  std::vector<TerminalId> terminal_;           // by router, ascending
};

}  // namespace dateline
