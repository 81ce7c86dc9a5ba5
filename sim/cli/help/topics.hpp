// What `dateline help WORDS` prints: a page, the help of a command, or what is known of a name: of a table
// (`help routing`), of one in it (`help duato`), of a group of options, of an option.
#pragma once

#include <string>
#include <vector>

namespace dateline {

// Throws ConfigError: a word that is none of these (with the nearest).
[[nodiscard]] std::string topic_text(const std::vector<std::string>& words);

// The same, empty where the word is none of these.
[[nodiscard]] std::string found_topic(const std::vector<std::string>& words);

// What completion offers behind `help`.
[[nodiscard]] std::vector<std::string> help_topics();

}  // namespace dateline
