# Read by cpack in a build that has not all of a package.
message(FATAL_ERROR "a package has libdateline.so: cmake --workflow --preset package, or configure with -DDATELINE_SHARED=ON")
