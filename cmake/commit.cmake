# Writes `output`, a source file that names the commit of `source`: 12 digits, a plus behind them where files differ from
# it, or "unknown" outside a checkout. Run at every build; the file is written only when it changes.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND git -C ${source} rev-parse --show-prefix OUTPUT_VARIABLE below OUTPUT_STRIP_TRAILING_WHITESPACE
  RESULT_VARIABLE failed ERROR_QUIET)
set(commit unknown)
if(failed STREQUAL "0" AND below STREQUAL "")  # a checkout of its own, not a copy inside another
  execute_process(COMMAND git -C ${source} describe --always --abbrev=12 --exclude=* --dirty=+ OUTPUT_VARIABLE commit
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
file(CONFIGURE OUTPUT ${output} @ONLY CONTENT [[
#include "sim/commit.hpp"
const char* const dateline::kCommit = "@commit@";
]])
