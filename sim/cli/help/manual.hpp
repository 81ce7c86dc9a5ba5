// The program's manual page and its completion for bash, written from the table of commands and options: `dateline help
// man` and `dateline help bash-completion`. `cmake --install` puts both where man and bash look.
#pragma once

#include <string>

namespace dateline {

// In man(7)'s macros. What is not plain text is escaped: no dot or quote begins a line, a minus is one to be copied.
[[nodiscard]] std::string man_page();

// Completes commands, the options of a command, and values where only some are allowed; elsewhere names of files.
[[nodiscard]] std::string bash_completion();

}  // namespace dateline
