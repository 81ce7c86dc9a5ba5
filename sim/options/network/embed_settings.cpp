#include "sim/options/network/embed_settings.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"
#include "sim/options/option_aliases.hpp"
#include "traffic/schedules/message_sizes.hpp"

namespace dateline {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

}  // namespace

void EmbedSettings::declare(Declarations& d) {
  declare_paths(d, network);
  declare_lanes(d, network);
  declare_vcs(d, network);
  declare_classes(d, network);
  declare_escape(d, network);
  declare_router(d, router);
  declare_absorption(d, absorption);
  declare_blocked_escape(d, network);
  declare_fault_events(d, network);
  declare_packet_length(d, traffic).otherwise(std::to_string(MessageSizes().packet_length));
  declare_flit_bytes(d, workload);
  declare_cycle_time(d, workload);
  d.add("header-flits", header_flits, Whole{0, 1, "flits"}, "of every packet, beside those that carry a message's bytes");
  declare_prove(d, prove);
  declare_seed(d, *this);
}

std::vector<OptionWord> option_words(const std::string& component, std::string_view text) {
  std::vector<OptionWord> words;
  for (std::size_t at = text.find_first_not_of(kBlanks); at != std::string_view::npos; at = text.find_first_not_of(kBlanks, at)) {
    const std::size_t equals = text.find('=', at), blank = text.find_first_of(kBlanks, at);
    if (equals == std::string_view::npos || equals == at || blank < equals) {
      throw ConfigError(component, "options", std::string(text.substr(at, std::min(blank, text.size()) - at)), "is no KEY=VALUE");
    }
    OptionWord word{std::string(text.substr(at, equals - at)), {}};
    at = equals + 1;
    const bool quoted = at < text.size() && text[at] == '"';
    if (quoted) ++at;
    const std::size_t end = std::min(quoted ? text.find('"', at) : text.find_first_of(kBlanks, at), text.size());
    word.value = text.substr(at, end - at);
    const bool closed = !quoted || (end < text.size() && (end + 1 == text.size() || kBlanks.find(text[end + 1]) != std::string_view::npos));
    if (!closed) throw ConfigError(component, word.name, word.value, "has a quote that does not end it");
    at = std::min(end + 1, text.size());
    words.push_back(std::move(word));
  }
  return words;
}

void read_options(std::string_view text, Declarations& declarations, EmbedSettings& settings) {
  settings.declare(declarations);
  OptionReader(declarations).read(renamed(declarations, option_words(declarations.command(), text)).words, {});
  note_read(declarations, settings);
}

}  // namespace dateline
