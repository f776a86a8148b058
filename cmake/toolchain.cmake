# How every target of the project is compiled and linked.
add_compile_options(-Wall -Wextra -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough)
# A designated initialiser leaves out what has a default: that is its point.
add_compile_options(-Wno-missing-field-initializers)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 sees overlapping or endless copies in inlined std::string concatenation where there are none (GCC bugs 105329, 105651).
  add_compile_options(-Wno-restrict -Wno-stringop-overflow)
  if(NOT PARLEY_UNITY EQUAL 0)
    # The compiler collects garbage less often: 7 % of its time, for at most half a gigabyte. clang-tidy, which reads the flags of
    # builds without unity files, does not know it.
    add_compile_options(--param=ggc-min-heapsize=524288)
  endif()
endif()
if(PARLEY_WERROR)
  add_compile_options(-Werror)
endif()

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

# The system's own linker, not lld: of two functions at one address, one of them empty (g++ 12 makes such parts of std::visit), lld 14 keeps the unwinding table of the
# empty one only, and an exception thrown from the other ends the program. The difference is a tenth of a second a program.

if(PARLEY_SANITIZE)
  add_compile_options(-fsanitize=${PARLEY_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${PARLEY_SANITIZE})
  add_compile_definitions(PARLEY_SANITIZED=1)
endif()

if(PARLEY_COVERAGE)
  add_compile_options(--coverage)
  add_link_options(--coverage)
endif()
