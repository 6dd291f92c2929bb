# loom_library(NAME SOURCES a.cpp … LINK target … [PCH header …])
# One static library a folder; what it links is what it may include.
function(loom_library name)
    cmake_parse_arguments(ARG "" "" "SOURCES;LINK;PRIVATE_LINK;PCH" ${ARGN})
    add_library(${name} STATIC ${ARG_SOURCES})
    target_link_libraries(${name} PUBLIC loom_flags ${ARG_LINK} PRIVATE ${ARG_PRIVATE_LINK})
    if(ARG_PCH)
        target_precompile_headers(${name} PRIVATE ${ARG_PCH})
    endif()
endfunction()

# loom_test(NAME SOURCES a_test.cpp … LINK target … [LABELS unit|slow|gui])
# One Qt Test program. Its result file is what `dev test` counts.
function(loom_test name)
    cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;LINK;LABELS" ${ARGN})
    if(NOT ARG_TIMEOUT)
        set(ARG_TIMEOUT 300)
    endif()
    if(LOOMSCOPE_SANITIZE)
        math(EXPR ARG_TIMEOUT "5 * ${ARG_TIMEOUT}")
    endif()
    add_executable(${name} ${ARG_SOURCES})
    set_target_properties(${name} PROPERTIES AUTOMOC ON RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
    target_link_libraries(${name} PRIVATE loom_flags ${ARG_LINK} Qt6::Test)
    add_test(NAME ${name} COMMAND ${name} -o ${CMAKE_BINARY_DIR}/tests/${name}.txt,txt -o -,txt)
    set_tests_properties(${name} PROPERTIES
        TIMEOUT ${ARG_TIMEOUT}
        LABELS "${ARG_LABELS}"
        ENVIRONMENT "${LOOMSCOPE_SANITIZER_ENVIRONMENT};QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8;LOOMSCOPE_SOURCE_DIR=${CMAKE_SOURCE_DIR};LOOMSCOPE_BINARY=${CMAKE_BINARY_DIR}/bin/loomscope")
endfunction()
