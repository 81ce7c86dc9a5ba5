// The declaration of an option: its name, values, default, help, group, and beside which others it has a use. All that
// is known of an option is here once: the command line and configuration files, `--help`, `list --json`, completion,
// the manual page, what results record and every refusal read it (declarations.hpp).
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/base/enum_names.hpp"
#include "models/base/text/parse.hpp"

namespace dateline {

class AnySetting;

// What `--help GROUP` shows together, in this order.
enum class OptionGroup { network, router, traffic, workload, measurement, absorption, table, search, analysis, mesh, output, out };
constexpr std::array<EnumName<OptionGroup>, 12> enum_names(OptionGroup) {
  return {{{OptionGroup::network, "network"},
           {OptionGroup::router, "router"},
           {OptionGroup::traffic, "traffic"},
           {OptionGroup::workload, "workload"},
           {OptionGroup::measurement, "measurement"},
           {OptionGroup::absorption, "absorption"},
           {OptionGroup::table, "table"},
           {OptionGroup::search, "search"},
           {OptionGroup::analysis, "analysis"},
           {OptionGroup::mesh, "mesh"},
           {OptionGroup::output, "output"},
           {OptionGroup::out, "out"}}};
}

// model: results depend on it and record it; inert: it says how a result is made, and never changes it; output: files
// and the terminal.
enum class OptionEffect { model, inert, output };

// Another option that is used with another value than its default; or only some of its values.
struct OptionCondition {
  std::string name;
  std::vector<std::string> begins = {};                  // not empty: values that begin with one of these
  std::vector<std::string> except = {};                  // but none that begins with one of these
  bool (*is)(std::string_view value) = nullptr;          // not null: values of which this holds
  OptionCondition(const char* option) : name(option) {}  // NOLINT(google-explicit-constructor): a name is any value of it
  explicit OptionCondition(std::string option) : name(std::move(option)) {}
  [[nodiscard]] static OptionCondition beginning(std::string option, std::vector<std::string> begins);
  [[nodiscard]] static OptionCondition other_than(std::string option, std::vector<std::string> except);
  [[nodiscard]] static OptionCondition where(std::string option, bool (*is)(std::string_view));
};

struct Option {
  std::string command, name;
  std::optional<std::string> default_value;
  std::string values;  // for people: what is allowed
  std::string help;
  std::vector<std::string> choices = {};  // not empty: the only values allowed
  OptionGroup group = OptionGroup::network;
  OptionEffect effect = OptionEffect::model;
  bool names_file = false;                  // a value may be a file that the command reads, FILE or KIND:FILE
  std::vector<std::string> suggested = {};  // values for completion, where they are not the only ones
  bool whole = false;                       // its numbers are whole: 07 is 7, also in results
  // Of a common option, for the short help: how its value is called ("N"), and what it is in a line.
  struct Brief {
    std::string value, text;
  };
  std::optional<Brief> brief = {};
  // Its default beside another option, where that is not `default_value`; the first that holds.
  struct OtherDefault {
    OptionCondition beside;
    std::string value;
  };
  std::vector<OtherDefault> other_defaults = {};
  // When a run uses it at all, as far as its command has these options. Unused, it is refused if given, and in no
  // result.
  std::vector<OptionCondition> excluding = {};  // not beside one of these
  std::vector<OptionCondition> needed = {};     // beside one of these only
  std::vector<std::string> arguments = {};      // of a kind of --out: what may stand behind its file, ",NAME=VALUE"

  AnySetting* setting = nullptr;                                            // what it sets
  std::function<void(const ValueSource&, const std::string&)> assign = {};  // parses a value into it

  // A flag may stand without a value: true.
  [[nodiscard]] bool is_flag() const { return choices == std::vector<std::string>{"false", "true"}; }
  // A kind of --out, "out=trace".
  [[nodiscard]] bool is_kind() const { return name.find('=') != std::string::npos; }
  [[nodiscard]] std::string kind() const { return name.substr(name.find('=') + 1); }
  // What stands before '=' in error lines.
  [[nodiscard]] std::string key() const { return name.substr(0, name.find('=')); }
};

// What a declaration says beside name, values and help; each returns the same.
class OptionDeclaration {
 public:
  explicit OptionDeclaration(Option& option) : option_(option) {}
  [[nodiscard]] Option& option() const { return option_; }

  // Shown in the short help.
  OptionDeclaration common(std::string value, std::string text) const;
  OptionDeclaration excluded_by(std::vector<OptionCondition> conditions) const;
  OptionDeclaration needs(std::vector<OptionCondition> conditions) const;
  OptionDeclaration has_effect(OptionEffect which) const;
  OptionDeclaration default_beside(OptionCondition beside, std::string value) const;
  OptionDeclaration may_name_file() const;
  OptionDeclaration suggests(std::vector<std::string> values) const;
  // The default of a value that is parsed from text alone.
  OptionDeclaration otherwise(std::string value) const;
  // Its numbers are whole.
  OptionDeclaration is_whole() const;

 private:
  Option& option_;
};

}  // namespace dateline
