# parley_version.h: the version and the commit, for --version and the JSON report.
find_package(Git QUIET)
set(PARLEY_COMMIT "unknown")
if(GIT_FOUND AND EXISTS ${CMAKE_SOURCE_DIR}/.git)
  execute_process(COMMAND ${GIT_EXECUTABLE} rev-parse --short=12 HEAD
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} OUTPUT_VARIABLE PARLEY_COMMIT
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE git_failed)
  if(git_failed)
    set(PARLEY_COMMIT "unknown")
  endif()
  if(EXISTS ${CMAKE_SOURCE_DIR}/.git/logs/HEAD)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/.git/logs/HEAD)
  endif()
endif()
configure_file(${CMAKE_SOURCE_DIR}/cmake/parley_version.h.in ${CMAKE_BINARY_DIR}/generated/parley_version.h @ONLY)
