# parley_compile_together(TARGET SOURCE...)
#
# Two thirds of the time that a source takes to compile go into the headers. With PARLEY_UNITY=N the compiler gets the sources of a room
# N at a time, as one file, so that they are read once; with PARLEY_PCH the standard headers come precompiled. Names in unnamed namespaces
# must differ within a room (src/LAYER/ROOM) then. The presets 'dev', 'asan' and 'tsan' compile every source by itself: a missing include is still found.
function(parley_compile_together target)
  if(PARLEY_PCH)
    if(TARGET parley_headers)
      target_precompile_headers(${target} REUSE_FROM parley_headers)
    endif()
  endif()
  if(PARLEY_UNITY EQUAL 0)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # In a unity file a class of one source and a type of its unnamed namespace seem to come from different files.
  target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  set(last "")
  foreach(source ${ARGN})
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${CMAKE_SOURCE_DIR}/src OUTPUT_VARIABLE relative)
    string(REGEX MATCH "^[^/]+(/[^/]+/)?" room ${relative})   # src/engine/synchro/prove/... is in the room engine/synchro
    if(NOT room STREQUAL last)
      set(last ${room})
      set(count 0)
      string(MAKE_C_IDENTIFIER ${room} group)
    endif()
    math(EXPR number "${count} / ${PARLEY_UNITY}")
    math(EXPR count "${count} + 1")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group}_${number})
  endforeach()
endfunction()

# The owner of the precompiled header; every other target uses what it compiled, so all must be compiled with the same flags.
function(parley_precompile_headers)
  if(PARLEY_PCH)
    file(WRITE ${CMAKE_BINARY_DIR}/generated/headers.cc "")
    add_library(parley_headers OBJECT ${CMAKE_BINARY_DIR}/generated/headers.cc)
    target_precompile_headers(parley_headers PRIVATE ${CMAKE_SOURCE_DIR}/cmake/common_headers.h)
    target_link_libraries(parley_headers PRIVATE fmt::fmt)
  endif()
endfunction()
