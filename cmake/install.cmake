# What `cmake --install` puts where: the program with its manual page and completion, the libraries with their headers,
# and what finds them: find_package(dateline), and dateline.pc for pkg-config. CPack makes a Debian package of it.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Both are printed by the program, from its table of options.
set(dateline_pages ${PROJECT_BINARY_DIR}/dateline.1 ${PROJECT_BINARY_DIR}/dateline.bash)
add_custom_command(OUTPUT ${dateline_pages}
  COMMAND dateline help man > ${PROJECT_BINARY_DIR}/dateline.1
  COMMAND dateline help bash-completion > ${PROJECT_BINARY_DIR}/dateline.bash
  DEPENDS dateline VERBATIM)
add_custom_target(dateline_pages ALL DEPENDS ${dateline_pages})

set(config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/dateline)
set(libraries dateline_models dateline_routing dateline_traffic dateline_core)
set(embed_libraries dateline_options dateline_embed)
set(systemc_libraries dateline_modules dateline_systemc)
set(program_libraries dateline_cli dateline_main dateline_program)
foreach(library IN LISTS libraries embed_libraries systemc_libraries program_libraries)
  string(REPLACE dateline_ "" name ${library})
  set_target_properties(${library} PROPERTIES EXPORT_NAME ${name})
endforeach()
install(TARGETS dateline RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS ${libraries} EXPORT core ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS ${embed_libraries} EXPORT embed ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(DATELINE_SHARED)
  set_target_properties(dateline_c PROPERTIES EXPORT_NAME c)
  install(TARGETS dateline_c EXPORT c LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(FILES ${PROJECT_SOURCE_DIR}/sim/embed/c/dateline.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/dateline)
  install(EXPORT c NAMESPACE dateline:: FILE dateline-c.cmake DESTINATION ${config_folder})
endif()
install(TARGETS ${systemc_libraries} EXPORT systemc ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS ${program_libraries} EXPORT program ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
foreach(part core embed systemc program)
  install(EXPORT ${part} NAMESPACE dateline:: FILE dateline-${part}.cmake DESTINATION ${config_folder})
endforeach()
install(FILES ${PROJECT_BINARY_DIR}/dateline.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${PROJECT_BINARY_DIR}/dateline.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME dateline)
file(GLOB adapters CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/sim/embed/examples/*.hpp)
install(FILES ${adapters} DESTINATION ${CMAKE_INSTALL_DATADIR}/dateline/embed)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(CODE "set(source [[${PROJECT_SOURCE_DIR}]])\nset(destination \${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_INCLUDEDIR}/dateline)")
install(SCRIPT ${CMAKE_CURRENT_LIST_DIR}/install_headers.cmake)

set(dateline_boost ${Boost_VERSION_MAJOR}.${Boost_VERSION_MINOR})  # whose headers stand in ours
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/dateline-config.cmake.in ${PROJECT_BINARY_DIR}/dateline-config.cmake
  INSTALL_DESTINATION ${config_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/dateline-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/dateline-config.cmake ${PROJECT_BINARY_DIR}/dateline-config-version.cmake DESTINATION ${config_folder})
install(FILES ${CMAKE_CURRENT_LIST_DIR}/dateline_rtl.cmake ${CMAKE_CURRENT_LIST_DIR}/dateline_rtl_unit.cmake DESTINATION ${config_folder})

cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig OUTPUT_VARIABLE dateline_up)
set(pc_files dateline.pc dateline-program.pc dateline-embed.pc)
if(DATELINE_SHARED)
  list(APPEND pc_files libdateline.pc)
endif()
foreach(file IN LISTS pc_files)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/${file}.in ${PROJECT_BINARY_DIR}/${file} @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${file} DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR dateline)
set(CPACK_PACKAGE_CONTACT "the authors of dateline")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "cycle-accurate, flit-level simulation, analysis and proof of interconnection networks")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)  # of libdateline.so, which the linker then finds
# What programs that are built against the libraries need besides.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS
  "libsystemc-dev, libboost-dev, libboost-program-options-dev, libfmt-dev, libpcg-cpp-dev, coinor-libclp-dev, libbz2-dev, zlib1g-dev, pkg-config, cmake, g++, make")
if(NOT DATELINE_SHARED)
  set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/no_package.cmake)
endif()
include(CPack)
