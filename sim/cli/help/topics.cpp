#include "sim/cli/help/topics.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "models/base/error.hpp"
#include "models/base/text/name_table.hpp"
#include "sim/cli/command_line/command.hpp"
#include "sim/cli/help/catalogue.hpp"
#include "sim/cli/help/help_text.hpp"
#include "sim/cli/help/manual.hpp"
#include "sim/cli/help/statistics_help.hpp"

namespace dateline {
namespace {

struct Page {
  const char* name;
  std::string (*text)();
};
constexpr std::array<Page, 3> kPages = {{{"statistics", statistics_help}, {"man", man_page}, {"bash-completion", bash_completion}}};

std::string page_text(const std::string& word) {
  const auto* const page = std::find_if(kPages.begin(), kPages.end(), [&](const Page& p) { return p.name == word; });
  return page == kPages.end() ? std::string{} : page->text();
}

// Of a command, or of a group of its options: "simulate", "mesh run", "simulate router".
std::string command_text(const std::vector<std::string>& words) {
  for (const std::size_t count : {std::size_t{1}, std::size_t{2}}) {
    if (words.size() < count) break;
    const Command* const command =
        command_named(fmt::format("{}", fmt::join(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(count), " ")));
    if (command != nullptr && words.size() <= count + 1) return help_text(*command, words.size() > count ? words.back() : "");
  }
  return {};
}

// The option in full as the first command has it, and which others have one of that name.
std::string option_topic(const std::string& name) {
  std::string text;
  std::vector<std::string> commands;
  for (const Command& command : command_table()) {
    command.with_options([&](const Declarations& declarations) {
      const Option* const option = declarations.find(name);
      if (option == nullptr) return;
      if (commands.empty()) text = option_text(*option);
      commands.push_back(command.name);
    });
  }
  return text.empty() ? text : fmt::format("{}  {:<28} of {}\n", text, "", fmt::join(commands, ", "));
}

std::string table_text(const std::string& word) {
  for (const CatalogueSection& section : catalogue()) {
    if (section.topic == word) return section.text();
  }
  return {};
}

// The options of a group, as the first command that has some has them.
std::string group_topic(const std::string& word) {
  std::string text;
  for (const auto& [group, title] : enum_names(OptionGroup{})) {
    if (title != word) continue;
    for (const Command& command : command_table()) {
      if (!text.empty()) break;
      command.with_options([&, wanted = group](const Declarations& declarations) { text = group_text(declarations, wanted); });
      if (!text.empty()) text = fmt::format("dateline {}: {}", command.name, text);
    }
  }
  return text;
}

// Rows of the tables that have this name.
std::string name_text(const std::string& word) {
  std::string text;
  for (const CatalogueSection& section : catalogue()) {
    for (const CatalogueSection::Entry& entry : section.entries) {
      const bool found = std::any_of(entry.names.begin(), entry.names.end(),
                                     [&](const std::string& name) { return name == word || kind_of(name) == kind_of(word); });
      if (found) text += fmt::format("{}\n{}", section.title, entry.text);
    }
  }
  return text;
}

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += text.empty() || all.empty() ? text : "\n" + text;
  return all;
}

std::vector<std::string> option_names() {
  std::vector<std::string> names;
  for (const Command& command : command_table()) {
    command.with_options([&](const Declarations& declarations) {
      for (const std::string& name : declarations.names()) names.push_back(name);
    });
  }
  return names;
}

[[noreturn]] void refuse(const std::string& word) {
  std::vector<std::string> names = help_topics();
  for (const CatalogueSection& section : catalogue()) {
    for (const CatalogueSection::Entry& entry : section.entries) names.insert(names.end(), entry.names.begin(), entry.names.end());
  }
  for (std::string& name : option_names()) names.push_back(std::move(name));
  throw ConfigError("dateline", "help", word, unknown_name(word, names));
}

}  // namespace

std::vector<std::string> help_topics() {
  std::vector<std::string> topics;
  const auto add = [&](const std::string& topic) {
    if (std::find(topics.begin(), topics.end(), topic) == topics.end()) topics.push_back(topic);
  };
  for (const Page& page : kPages) add(page.name);
  for (const Command& command : command_table()) add(command.name.substr(0, command.name.find(' ')));
  for (const CatalogueSection& section : catalogue()) add(section.topic);
  for (const auto& [group, title] : enum_names(OptionGroup{})) add(title);
  return topics;
}

std::string found_topic(const std::vector<std::string>& words) {
  std::string text = words.size() == 1 ? page_text(words.front()) : "";
  if (text.empty()) text = command_text(words);
  const std::string word = fmt::format("{}", fmt::join(words, " "));
  const std::string name = word.substr(std::min(word.find_first_not_of('-'), word.size()));
  // A word may be several things: topology a command, a table of names and an option.
  text = joined({text, table_text(name), text.empty() ? group_topic(name) : ""});
  if (text.find(fmt::format("  --{} ", name)) == std::string::npos) text = joined({text, option_topic(name)});
  return text.empty() ? name_text(name) : text;
}

std::string topic_text(const std::vector<std::string>& words) {
  std::string text = found_topic(words);
  if (text.empty()) refuse(fmt::format("{}", fmt::join(words, " ")));
  return text;
}

}  // namespace dateline
