// What a run with --flit-error says of flits that erred (docs/guide/link-errors.md).
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "sim/core/compiled_network.hpp"

namespace dateline {

class LinkErrorReport {
 public:
  // Of the machine at the end of the run.
  LinkErrorReport(const LinkErrors& errors, const CompiledNetwork& machine)
      : detection_(errors.detection), counts_(machine.link_errors()), discarded_(machine.totals().discarded) {}
  [[nodiscard]] nlohmann::ordered_json json() const;
  [[nodiscard]] std::string line() const;

 private:
  ErrorDetection detection_;
  ErrorCounts counts_;
  std::uint64_t discarded_;  // packets that arrived with errors
};

}  // namespace dateline
