# parley_layer(NAME [DEPENDS layer...] [LIBRARIES lib...])
#
# One folder of src/ is one static library 'parley_NAME'. The folder's sources are all its .cc files
# but the tests beside them; a folder of headers alone is an interface library. What a layer may depend on is the
# table of ARCHITECTURE.md; the test tests/sanity/layering checks the includes against it, the linker the symbols.
function(parley_layer name)
  cmake_parse_arguments(LAYER "" "" "DEPENDS;LIBRARIES" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cc)
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$")
  if(sources)
    set(reach PUBLIC)
    add_library(parley_${name} STATIC ${sources})
    parley_compile_together(parley_${name} ${sources})
  else()
    set(reach INTERFACE)
    add_library(parley_${name} INTERFACE)
  endif()
  target_include_directories(parley_${name} ${reach} ${CMAKE_SOURCE_DIR}/src)
  list(TRANSFORM LAYER_DEPENDS PREPEND parley_)
  target_link_libraries(parley_${name} ${reach} ${LAYER_DEPENDS} ${LAYER_LIBRARIES})
endfunction()
