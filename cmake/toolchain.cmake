# How every target of the project is compiled and linked.
add_compile_options(-Wall -Wextra -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough)
# A designated initialiser leaves out what has a default: that is its point.
add_compile_options(-Wno-missing-field-initializers)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 sees overlapping copies in inlined std::string concatenation where there are none (GCC bug 105329).
  add_compile_options(-Wno-restrict)
endif()
if(PARLEY_WERROR)
  add_compile_options(-Werror)
endif()

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

find_program(LLD ld.lld)
if(LLD)
  add_link_options(-fuse-ld=lld)
endif()

if(PARLEY_SANITIZE)
  add_compile_options(-fsanitize=${PARLEY_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${PARLEY_SANITIZE})
  add_compile_definitions(PARLEY_SANITIZED=1)
endif()

if(PARLEY_COVERAGE)
  add_compile_options(--coverage)
  add_link_options(--coverage)
endif()
