#include "sim/cli/run/link_error_report.hpp"

#include <fmt/format.h>

#include "models/base/text/counted.hpp"

namespace dateline {

nlohmann::ordered_json LinkErrorReport::json() const {
  if (detection_ == ErrorDetection::link) return {{"flits", counts_.flits}, {"retries", counts_.errors}};
  return {{"flits", counts_.flits}, {"errors", counts_.errors}, {"packets", discarded_}};
}

std::string LinkErrorReport::line() const {
  const double share = counts_.flits == 0 ? 0 : static_cast<double>(counts_.errors) / static_cast<double>(counts_.flits);
  const std::string what = detection_ == ErrorDetection::link
                               ? fmt::format("{:.4g} tries again a flit", share)
                               : fmt::format("{:.4g} a flit; {} arrived with errors", share, counted(discarded_, "packet"));
  return fmt::format("{:<18}{} errors, {} flits over channels that may err: {}\n", "link errors", counts_.errors, counts_.flits, what);
}

}  // namespace dateline
