# dateline_add_rtl_router(TARGET TOP SOURCES file.sv ... [VCS n] [DEPTH n] [PREFIX class] [PARAMETERS NAME=VALUE ...]
#   [INCLUDES folder ...] [DEFINES NAME[=VALUE] ...] [VERILATOR_ARGS arg ...] [TRACE]
#   [CREDIT_BITS n] [PORT_CREDITS n] [EARLY_CREDITS])
# Verilates a router (docs/extend/router-verilog.md) and makes the library TARGET of it; its model is the class PREFIX
# (default V and TOP) in PREFIX.h, for RtlRouter<PREFIX> (sim/systemc/rtl/rtl_router.hpp). rtl_model.hpp beside it has
# the class as dateline::RtlModel, and what it was built with as dateline::kRtlBuilt. VCS and DEPTH (1 and 2) become the
# parameters of these names of the top module. INCLUDES: where Verilator looks for `include`d files and for modules.
# What Verilator warns of does not end the build; what it cannot translate does. TRACE: the model can write its waves.
# CREDIT_BITS, PORT_CREDITS, EARLY_CREDITS: RtlParameters (sim/systemc/rtl/rtl_parameters.hpp).
# Needs Verilator 5 (DATELINE_VERILATOR_FOUND says whether it is there).
find_program(DATELINE_VERILATOR verilator)
set(DATELINE_VERILATOR_FOUND FALSE)
if(DATELINE_VERILATOR)
  execute_process(COMMAND ${DATELINE_VERILATOR} --version OUTPUT_VARIABLE dateline_verilator_version ERROR_QUIET)
  if(dateline_verilator_version MATCHES "Verilator ([5-9]|[1-9][0-9]+)\\.")
    set(DATELINE_VERILATOR_FOUND TRUE)
    execute_process(COMMAND ${DATELINE_VERILATOR} --getenv VERILATOR_ROOT OUTPUT_VARIABLE DATELINE_VERILATOR_ROOT OUTPUT_STRIP_TRAILING_WHITESPACE)
  endif()
endif()

function(dateline_add_rtl_router target top)
  set(numbers VCS=1 DEPTH=2 CREDIT_BITS=1 PORT_CREDITS=0)
  cmake_parse_arguments(rtl "TRACE;EARLY_CREDITS" "VCS;DEPTH;CREDIT_BITS;PORT_CREDITS;PREFIX" "SOURCES;PARAMETERS;INCLUDES;DEFINES;VERILATOR_ARGS" ${ARGN})
  if(NOT DATELINE_VERILATOR_FOUND)
    message(FATAL_ERROR "dateline_add_rtl_router(${target}): Verilator 5 was not found (Debian package verilator)")
  endif()
  if(rtl_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "dateline_add_rtl_router(${target}): ${rtl_UNPARSED_ARGUMENTS}: no such argument; allowed: SOURCES VCS DEPTH PREFIX PARAMETERS "
      "INCLUDES DEFINES VERILATOR_ARGS TRACE CREDIT_BITS PORT_CREDITS EARLY_CREDITS")
  endif()
  foreach(default ${numbers} PREFIX=V${top})
    string(REGEX MATCH "^([A-Z_]+)=(.*)$" unused ${default})
    if(NOT DEFINED rtl_${CMAKE_MATCH_1})
      set(rtl_${CMAKE_MATCH_1} ${CMAKE_MATCH_2})
    endif()
  endforeach()
  foreach(default ${numbers})
    string(REGEX MATCH "^[A-Z_]+" name ${default})
    if(NOT rtl_${name} MATCHES "^[0-9]+$")
      message(FATAL_ERROR "dateline_add_rtl_router(${target}): ${name}: ${rtl_${name}} is no whole number")
    endif()
  endforeach()
  foreach(list SOURCES INCLUDES)
    set(whole)
    foreach(path ${rtl_${list}})
      cmake_path(ABSOLUTE_PATH path BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
      list(APPEND whole ${path})
    endforeach()
    set(rtl_${list} ${whole})
  endforeach()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target}.verilated)
  set(unit ${folder}/${rtl_PREFIX}__ALL.cpp)
  list(TRANSFORM rtl_PARAMETERS PREPEND -G)
  list(TRANSFORM rtl_INCLUDES PREPEND -I)
  list(TRANSFORM rtl_DEFINES PREPEND -D)
  set(runtime verilated.cpp verilated_threads.cpp)
  if(rtl_TRACE)
    list(APPEND runtime verilated_fst_c.cpp)
    list(PREPEND rtl_VERILATOR_ARGS --trace-fst --trace-structs)
  endif()
  list(TRANSFORM runtime PREPEND ${DATELINE_VERILATOR_ROOT}/include/)
  # One translation unit, so that its name is known before Verilator has run.
  add_custom_command(OUTPUT ${unit} ${folder}/${rtl_PREFIX}.h
    COMMAND ${DATELINE_VERILATOR} --cc --build-jobs 1 -O3 --x-initial 0 --no-timing -Wno-fatal --Mdir ${folder} --prefix ${rtl_PREFIX} --top-module ${top}
            -GVCS=${rtl_VCS} -GDEPTH=${rtl_DEPTH} ${rtl_PARAMETERS} ${rtl_INCLUDES} ${rtl_DEFINES} ${rtl_VERILATOR_ARGS} ${rtl_SOURCES}
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${folder} -DPREFIX=${rtl_PREFIX} -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/dateline_rtl_unit.cmake
    DEPENDS ${rtl_SOURCES} DEPFILE ${unit}.d WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} COMMENT "Verilating ${top} (VCS=${rtl_VCS}, DEPTH=${rtl_DEPTH})"
    VERBATIM)
  set(early false)
  if(rtl_EARLY_CREDITS)
    set(early true)
  endif()
  file(CONFIGURE OUTPUT ${folder}/rtl_model.hpp @ONLY CONTENT [[
#pragma once

#ifdef SYSTEMC_VERSION
#error "rtl_model.hpp stands before headers of SystemC: Verilator's headers mean another time behind them"
#endif
#include "@rtl_PREFIX@.h"
#include "sim/systemc/rtl/rtl_parameters.hpp"

namespace dateline {

using RtlModel = ::@rtl_PREFIX@;
inline constexpr RtlParameters kRtlBuilt{@rtl_VCS@, @rtl_DEPTH@, @rtl_CREDIT_BITS@, @rtl_PORT_CREDITS@, @early@};

}  // namespace dateline
]])
  add_library(${target} STATIC ${unit} ${runtime})
  target_include_directories(${target} SYSTEM PUBLIC ${folder} ${DATELINE_VERILATOR_ROOT}/include ${DATELINE_VERILATOR_ROOT}/include/vltstd)
  target_compile_options(${target} PRIVATE -w -fno-sanitize=undefined)  # Verilator's own code, of which we can mend nothing
  target_compile_features(${target} PUBLIC cxx_std_17)
  set_target_properties(${target} PROPERTIES CXX_CLANG_TIDY "")
  find_package(Threads REQUIRED)
  target_link_libraries(${target} PUBLIC Threads::Threads $<$<CXX_COMPILER_ID:Clang>:atomic>)  # of which g++ needs nothing
  if(rtl_TRACE)
    find_package(ZLIB REQUIRED)
    target_compile_definitions(${target} PUBLIC VM_TRACE=1 VM_TRACE_FST=1)
    target_link_libraries(${target} PUBLIC ZLIB::ZLIB)
  endif()
endfunction()
