# Includes all sources that Verilator wrote in one, whose name is known before.
file(GLOB sources RELATIVE ${FOLDER} ${FOLDER}/${PREFIX}*.cpp)
list(REMOVE_ITEM sources ${PREFIX}__ALL.cpp)
list(SORT sources)
set(text "")
foreach(source ${sources})
  string(APPEND text "#include \"${source}\"\n")
endforeach()
file(WRITE ${FOLDER}/${PREFIX}__ALL.cpp "${text}")
