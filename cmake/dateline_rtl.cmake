# dateline_add_rtl_router(TARGET TOP SOURCES file.sv ... [VCS n] [DEPTH n] [PREFIX class] [PARAMETERS NAME=VALUE ...])
# Verilates a router (docs/extend/router-verilog.md) and makes the library TARGET of it; its model is the class PREFIX (default V and TOP) in
# PREFIX.h, for RtlRouter<PREFIX> (sim/systemc/rtl/rtl_router.hpp). VCS and DEPTH (1 and 2) become the parameters of these
# names. Needs Verilator 5 (DATELINE_VERILATOR_FOUND says whether it is there).
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
  cmake_parse_arguments(rtl "" "VCS;DEPTH;PREFIX" "SOURCES;PARAMETERS" ${ARGN})
  if(NOT DATELINE_VERILATOR_FOUND)
    message(FATAL_ERROR "dateline_add_rtl_router(${target}): Verilator 5 was not found (Debian package verilator)")
  endif()
  foreach(default VCS=1 DEPTH=2 PREFIX=V${top})
    string(REGEX MATCH "^([A-Z]+)=(.*)$" unused ${default})
    if(NOT DEFINED rtl_${CMAKE_MATCH_1})
      set(rtl_${CMAKE_MATCH_1} ${CMAKE_MATCH_2})
    endif()
  endforeach()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target}.verilated)
  list(TRANSFORM rtl_PARAMETERS PREPEND -G)
  # One translation unit, so that its name is known before Verilator has run.
  add_custom_command(OUTPUT ${folder}/${rtl_PREFIX}__ALL.cpp ${folder}/${rtl_PREFIX}.h
    COMMAND ${DATELINE_VERILATOR} --cc --build-jobs 1 -O3 --x-initial 0 --Mdir ${folder} --prefix ${rtl_PREFIX} --top-module ${top}
            -GVCS=${rtl_VCS} -GDEPTH=${rtl_DEPTH} ${rtl_PARAMETERS} ${rtl_SOURCES}
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${folder} -DPREFIX=${rtl_PREFIX} -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/dateline_rtl_unit.cmake
    DEPENDS ${rtl_SOURCES} WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} COMMENT "Verilating ${top} (VCS=${rtl_VCS}, DEPTH=${rtl_DEPTH})" VERBATIM)
  add_library(${target} STATIC ${folder}/${rtl_PREFIX}__ALL.cpp ${DATELINE_VERILATOR_ROOT}/include/verilated.cpp ${DATELINE_VERILATOR_ROOT}/include/verilated_threads.cpp)
  target_include_directories(${target} SYSTEM PUBLIC ${folder} ${DATELINE_VERILATOR_ROOT}/include ${DATELINE_VERILATOR_ROOT}/include/vltstd)
  target_compile_options(${target} PRIVATE -w)
  target_compile_features(${target} PUBLIC cxx_std_17)
  set_target_properties(${target} PROPERTIES CXX_CLANG_TIDY "")
  find_package(Threads REQUIRED)
  target_link_libraries(${target} PUBLIC Threads::Threads)
endfunction()
