# find_package(lagrad) for CMake projects: derivatives of MLIR programs as libraries.
#
#   lagrad_add_derivative(<target> <file.mlir> [OPTIONS <flags of lagrad-opt>...])
#
# makes a static library <target> of the functions of the file and the derivatives that it asks for, and headers
# <target>.h and <target>.hpp, which targets that link with it find. All are made anew when the file or lagrad-opt
# changes, or a file that the flags name, as --load does (with Make from CMake 3.20 on). What a linker needs besides
# (libm, BLAS, OpenMP) comes along.

# In an environment the package lies in lib/pythonX.Y/site-packages/lagrad_cli/cmake, and the commands in bin.
find_program(LAGRAD_OPT lagrad-opt HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../../../bin" REQUIRED)

if(POLICY CMP0116)
  cmake_policy(SET CMP0116 NEW)  # paths in a depfile are taken as they are meant
endif()

function(lagrad_add_derivative target file)
  cmake_parse_arguments(PARSE_ARGV 2 ARG "" "" "OPTIONS")
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "lagrad_add_derivative(${target}): unknown arguments: ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  get_filename_component(source "${file}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}.lagrad")
  set(object "${folder}/${target}${CMAKE_C_OUTPUT_EXTENSION}")
  set(header "${folder}/${target}.h")
  file(MAKE_DIRECTORY "${folder}")

  foreach(kind obj header cpp-header)
    set(output "${object}")
    if(kind STREQUAL "header")
      set(output "${header}")
    elseif(kind STREQUAL "cpp-header")
      set(output "${header}pp")
    endif()
    set(depfile)
    if(CMAKE_GENERATOR MATCHES "Ninja" OR CMAKE_VERSION VERSION_GREATER_EQUAL 3.20)
      set(depfile DEPFILE "${output}.d")
    endif()
    add_custom_command(
      OUTPUT "${output}"
      COMMAND "${LAGRAD_OPT}" "${source}" ${ARG_OPTIONS} --emit=${kind} -o "${output}" --dependency-file "${output}.d"
      DEPENDS "${source}" "${LAGRAD_OPT}"
      ${depfile}
      COMMENT "Differentiating ${file} (${kind})"
      VERBATIM)
  endforeach()

  # The program decides which libraries it calls, so the file is asked when the project is configured.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${source}")
  execute_process(
    COMMAND "${LAGRAD_OPT}" "${source}" ${ARG_OPTIONS} --emit=link-flags
    OUTPUT_VARIABLE flags
    ERROR_VARIABLE problem
    RESULT_VARIABLE status
    OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "lagrad_add_derivative(${target}):\n${problem}")
  endif()
  separate_arguments(flags UNIX_COMMAND "${flags}")

  add_library(${target} STATIC "${object}" "${header}" "${header}pp")
  set_source_files_properties("${object}" PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE C)
  target_include_directories(${target} INTERFACE "${folder}")
  target_link_libraries(${target} INTERFACE ${flags})
endfunction()
