#include "sim/options/option.hpp"

namespace dateline {

OptionCondition OptionCondition::beginning(std::string option, std::vector<std::string> begins) {
  OptionCondition condition(std::move(option));
  condition.begins = std::move(begins);
  return condition;
}

OptionCondition OptionCondition::other_than(std::string option, std::vector<std::string> except) {
  OptionCondition condition(std::move(option));
  condition.except = std::move(except);
  return condition;
}

OptionCondition OptionCondition::where(std::string option, bool (*is)(std::string_view)) {
  OptionCondition condition(std::move(option));
  condition.is = is;
  return condition;
}

OptionDeclaration OptionDeclaration::common(std::string value, std::string text) const {
  option_.brief = Option::Brief{std::move(value), std::move(text)};
  return *this;
}

OptionDeclaration OptionDeclaration::excluded_by(std::vector<OptionCondition> conditions) const {
  option_.excluding = std::move(conditions);
  return *this;
}

OptionDeclaration OptionDeclaration::needs(std::vector<OptionCondition> conditions) const {
  option_.needed = std::move(conditions);
  return *this;
}

OptionDeclaration OptionDeclaration::has_effect(OptionEffect which) const {
  option_.effect = which;
  return *this;
}

OptionDeclaration OptionDeclaration::default_beside(OptionCondition beside, std::string value) const {
  option_.other_defaults.push_back({std::move(beside), std::move(value)});
  return *this;
}

OptionDeclaration OptionDeclaration::may_name_file() const {
  option_.names_file = true;
  return *this;
}

OptionDeclaration OptionDeclaration::suggests(std::vector<std::string> values) const {
  option_.suggested = std::move(values);
  return *this;
}

OptionDeclaration OptionDeclaration::otherwise(std::string value) const {
  option_.default_value = std::move(value);
  return *this;
}

OptionDeclaration OptionDeclaration::is_whole() const {
  option_.whole = true;
  return *this;
}

}  // namespace dateline
