#include "sim/measure/energy/energy_coefficients.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "models/base/error.hpp"
#include "models/base/text/line_reader.hpp"

namespace dateline {
namespace {

constexpr std::size_t kLongestLine = 1000;
const std::string kLink = "link", kFlit = "pJ/flit", kFlitCycle = "pJ/flit/cycle";

struct Name {
  const char* name;
  const char* unit;
  Rational EnergyCoefficients::*value;
};
const std::array<Name, 6> kNames = {{{"buffer-write", "pJ/flit", &EnergyCoefficients::buffer_write},
                                     {"buffer-read", "pJ/flit", &EnergyCoefficients::buffer_read},
                                     {"crossbar", "pJ/flit", &EnergyCoefficients::crossbar},
                                     {"switch-allocation", "pJ/flit", &EnergyCoefficients::switch_allocation},
                                     {"vc-allocation", "pJ/packet", &EnergyCoefficients::vc_allocation},
                                     {"router", "pJ/cycle", &EnergyCoefficients::router}}};

// The lines of a file.
class CoefficientLines {
 public:
  CoefficientLines(const ValueSource& source, const std::string& path, const Topology& topology)
      : lines_(source.component, source.key, path, kLongestLine), kinds_(topology.kinds()) {
    kinds_.insert(kinds_.end(), {"injection", "ejection"});
  }
  EnergyCoefficients read() {
    while (const auto words = lines_.next()) {
      if (words->size() != 3) lines_.fail(fmt::format("has {} words, not NAME VALUE UNIT", words->size()));
      take((*words)[0], value((*words)[1]), (*words)[2]);
    }
    for (std::size_t k = 0; k + 2 < kinds_.size(); ++k) result_.links.push_back(link(kLink + "." + kinds_[k], kLink));
    result_.injection = link("link.injection", {});
    result_.ejection = link("link.ejection", {});
    return result_;
  }

 private:
  Rational value(const std::string& text) const {
    const std::optional<Rational> value = read_rational(text);
    if (!value) lines_.fail(fmt::format("has the value '{}'; allowed: a number that is not negative, like 1.25 or 1/3", printable(text)));
    return *value;
  }
  void take(const std::string& name, const Rational& value, const std::string& unit) {
    if (!given_.insert({name, unit}).second) lines_.fail(fmt::format("names {} in {} twice", printable(name), printable(unit)));
    if (name == kLink || name.rfind(kLink + ".", 0) == 0) {
      check_kind(name);
      if (unit != kFlit && unit != kFlitCycle) wrong_unit(name, unit, kFlit + " | " + kFlitCycle);
      links_[{name, unit}] = value;
      return;
    }
    const auto at = std::find_if(kNames.begin(), kNames.end(), [&](const Name& known) { return name == known.name; });
    if (at == kNames.end()) unknown(name);
    if (unit != at->unit) wrong_unit(name, unit, at->unit);
    result_.*(at->value) = value;
  }
  [[noreturn]] void wrong_unit(const std::string& name, const std::string& unit, const std::string& allowed) const {
    lines_.fail(fmt::format("gives {} in {}; allowed: {}", name, printable(unit), allowed));
  }
  [[noreturn]] void unknown(const std::string& name) const {
    std::vector<std::string> names;
    for (const Name& known : kNames) names.emplace_back(known.name);
    lines_.fail(fmt::format("names '{}'; allowed: {} | link | link.KIND", printable(name), fmt::join(names, " | ")));
  }
  void check_kind(const std::string& name) const {
    if (name == kLink) return;
    const std::string kind = name.substr(kLink.size() + 1);
    if (std::find(kinds_.begin(), kinds_.end(), kind) == kinds_.end()) {
      lines_.fail(fmt::format("names no kind of channel, '{}'; this network has {}", printable(kind), fmt::join(kinds_, ", ")));
    }
  }
  // Of `name`, or else of `otherwise`.
  [[nodiscard]] EnergyCoefficients::Link link(const std::string& name, const std::string& otherwise) const {
    const auto in = [&](const std::string& unit) {
      auto found = links_.find({name, unit});
      if (found == links_.end()) found = links_.find({otherwise, unit});
      return found != links_.end() ? found->second : Rational(0);
    };
    return {in(kFlit), in(kFlitCycle)};
  }

  LineReader lines_;
  std::vector<std::string> kinds_;                                 // of network channels, and the two of terminals
  std::map<std::pair<std::string, std::string>, Rational> links_;  // by name and unit
  std::set<std::pair<std::string, std::string>> given_;
  EnergyCoefficients result_;
};

}  // namespace

EnergyCoefficients read_energy_coefficients(const ValueSource& source, const std::string& path, const Topology& topology) {
  return CoefficientLines(source, path, topology).read();
}

}  // namespace dateline
