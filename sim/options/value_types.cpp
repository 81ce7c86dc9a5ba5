#include "sim/options/value_types.hpp"

namespace dateline {

Rational Number::read(const ValueSource& source, const std::string& text, const std::string& shown) {
  const auto refuse = [&](const std::string& rule) -> Rational {
    throw ConfigError(source.component, source.key, shown.empty() ? text : shown, rule);
  };
  if (text.find_first_of(":,") != std::string::npos) {
    return refuse(
        fmt::format("is a list or a range; a run has one {0}. Many are an experiment's: `grid: {{{0}: [0.1, 0.2]}}` in experiments/NAME.yaml, "
                    "`search: {{option: {0}}}` for the highest that is sustained (experiments/README.md)",
                    source.key));
  }
  const auto value = read_rational(text);
  return value ? *value : refuse("is not a number of 0 or more, like 0.2 or 1/5");
}

}  // namespace dateline
