// The options of every command: one table of names, defaults and allowed values; the command line and --config FILE are
// read by Boost.Program_options with the same keys (the command line wins). Throws ConfigError: unknown or repeated
// option (with the nearest names), a value that is not allowed, an option the command does not take, or that has no use
// beside the others.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/base/enum_names.hpp"
#include "models/base/numbers/rational.hpp"

namespace dateline {

// What --help prints together, in this order.
enum class OptionGroup { network, router, traffic, measurement, analysis, mesh, output };
constexpr std::array<EnumName<OptionGroup>, 7> enum_names(OptionGroup) {
  return {{{OptionGroup::network, "network"},
           {OptionGroup::router, "router"},
           {OptionGroup::traffic, "traffic"},
           {OptionGroup::measurement, "measurement"},
           {OptionGroup::analysis, "analysis"},
           {OptionGroup::mesh, "mesh"},
           {OptionGroup::output, "output"}}};
}

// Another option that is used with another value than its default; or only some of its values.
struct Beside {
  std::string name;
  std::vector<std::string> begins = {};          // not empty: values that begin with one of these
  std::vector<std::string> except = {};          // but none that begins with one of these
  bool (*is)(std::string_view value) = nullptr;  // not null: values of which this holds
  Beside(const char* option) : name(option) {}   // NOLINT(google-explicit-constructor): a name is any value of it
  explicit Beside(std::string option) : name(std::move(option)) {}
  [[nodiscard]] static Beside beginning(std::string option, std::vector<std::string> begins);
  [[nodiscard]] static Beside other_than(std::string option, std::vector<std::string> except);
  [[nodiscard]] static Beside where(std::string option, bool (*is)(std::string_view));
};

struct OptionSpec {
  std::string name;
  std::optional<std::string> default_value;
  std::string values;  // for people: what is allowed
  std::string help;
  bool output = false;               // names a file or the terminal's behaviour; never changes a result
  bool inert = false;                // says how a result is made; never changes it, and is not in it
  bool whole = false;                // its numbers are whole: 07 is 7, also in results
  std::vector<std::string> choices;  // if not empty: the only values allowed
  std::string only_in;               // if not empty: what the name means to this command alone
  OptionGroup group = OptionGroup::output;
  // Of a common option, for the short help: how its value is called ("N"), and what it is in a line. Others stand in
  // the help of their group alone.
  struct Brief {
    std::string value, text;
  };
  std::optional<Brief> brief;
  // When a run uses it at all, as far as its command has these options. Unused, it is refused if given, and in no
  // result.
  std::vector<Beside> excluded_by;                                                                     // not beside one of these
  std::vector<Beside> needs;                                                                           // beside one of these only
  [[nodiscard]] bool is_flag() const { return choices == std::vector<std::string>{"false", "true"}; }  // may stand without a value: true
};

struct CommandSpec {
  std::string name;
  std::string summary;
  std::vector<std::string> options;
  std::string example;     // what stands behind "dateline NAME "
  std::string plain = {};  // the option whose value may be given as a plain word, without its name; empty: none
};

// What the option `name` is to `command`.
[[nodiscard]] const OptionSpec& option_spec(const std::string& command, const std::string& name);

class Options {
 public:
  // `arguments` without the command's name.
  Options(const CommandSpec& command, const std::vector<std::string>& arguments);

  [[nodiscard]] const std::string& command() const { return command_; }
  [[nodiscard]] bool given(const std::string& name) const { return given_.count(name) > 0; }
  [[nodiscard]] bool has(const std::string& name) const { return values_.count(name) > 0; }  // used by this run, and given or has a default
  [[nodiscard]] const std::string& text(const std::string& name) const;                      // must have a value
  [[nodiscard]] std::uint64_t whole(const std::string& name, std::uint64_t low, std::uint64_t high) const;
  [[nodiscard]] Rational number(const std::string& name) const;     // not negative
  [[nodiscard]] std::size_t choice(const std::string& name) const;  // index into the spec's choices
  [[nodiscard]] bool flag(const std::string& name) const { return choice(name) == 1; }
  // The enumerator that an option whose choices are choices_of<Enum>() names.
  template <typename Enum>
  [[nodiscard]] Enum pick(const std::string& name) const {
    return enum_names(Enum{})[choice(name)].value;
  }
  // The options that a result depends on, with their values, in the order of the table.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> model_options() const;
  // Whether it is used, with another value than its default.
  [[nodiscard]] bool turned_on(const std::string& name) const;
  // The names among them whose value is not the default.
  [[nodiscard]] std::vector<std::string> changed() const;
  [[noreturn]] void refuse(const std::string& name, const std::string& rule) const;

 private:
  [[nodiscard]] bool holds(const Beside& other) const;
  void drop_unused();
  [[noreturn]] void refuse_unused(const std::string& name, const Beside* excluding, const std::vector<Beside>& needed) const;

  std::string command_;
  std::vector<std::string> names_;
  std::map<std::string, std::string> values_;
  std::map<std::string, bool> given_;
};

// The text of `dateline COMMAND --help`: the common options, a line each; with a group's name or `all` those options in
// full. Throws ConfigError for any other word.
[[nodiscard]] std::string help_text(const CommandSpec& command, const std::string& group = "");

}  // namespace dateline
