# Includes all sources that Verilator has just written in one, whose name is known before. It depends on what they were
# made of, included files too.
set(unit ${FOLDER}/${PREFIX}__ALL.cpp)
file(READ ${FOLDER}/${PREFIX}__ver.d made)  # outputs: inputs
string(FIND "${made}" ": " colon)
string(SUBSTRING "${made}" 0 ${colon} outputs)
string(SUBSTRING "${made}" ${colon} -1 inputs)
string(REGEX MATCHALL "${PREFIX}[A-Za-z0-9_]*\\.cpp" sources "${outputs}")
list(SORT sources)
set(text "")
foreach(source ${sources})
  string(APPEND text "#include \"${source}\"\n")
endforeach()
file(WRITE ${unit} "${text}")
file(WRITE ${unit}.d "${unit}${inputs}")
