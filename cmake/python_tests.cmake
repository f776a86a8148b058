# parley_python_tests(PREFIX FILE [SERIAL] [TIMEOUT seconds])
#
# Registers each TestCase of a Python unittest file as one test PREFIX.Class, so that they run in parallel and are counted one by one.
# Debian's own interpreter runs them: another python3 in the PATH would not have Debian's jsonschema. A class whose
# tests are all skipped (third-party models that are not there) answers 77 and is counted as skipped.
function(parley_python_tests prefix file)
  cmake_parse_arguments(PYTHON "SERIAL" "TIMEOUT" "" ${ARGN})
  if(NOT PYTHON_TIMEOUT)
    set(PYTHON_TIMEOUT 300)
  endif()
  set(path ${CMAKE_CURRENT_SOURCE_DIR}/${file})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
  file(STRINGS ${path} lines REGEX "^class [A-Za-z0-9]+\\(.*TestCase\\):")
  foreach(line ${lines})
    string(REGEX REPLACE "^class ([A-Za-z0-9]+).*" "\\1" class ${line})
    if(class MATCHES "TestCase$")   # a base of others, without tests of its own
      continue()
    endif()
    set(name ${prefix}.${class})
    add_test(NAME ${name} COMMAND /usr/bin/python3 -B ${CMAKE_SOURCE_DIR}/tests/harness.py ${path} ${class})
    set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT ${PYTHON_TIMEOUT}
      ENVIRONMENT "PARLEY_SOURCE=${CMAKE_SOURCE_DIR};PARLEY_BINARY=${CMAKE_BINARY_DIR};PARLEY_SANITIZE=${PARLEY_SANITIZE}")
    if(PYTHON_SERIAL)
      set_tests_properties(${name} PROPERTIES RUN_SERIAL ON)
    endif()
  endforeach()
endfunction()
