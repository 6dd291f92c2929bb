# Switches of the build, compiler flags, and the compiler cache.

option(LOOMSCOPE_NATIVE "Build for this machine's processor; OFF builds for x86-64-v3" ON)
option(LOOMSCOPE_TESTS "Build the tests" ON)
option(LOOMSCOPE_WERROR "Treat warnings as errors" ON)
set(LOOMSCOPE_CUDA AUTO CACHE STRING "Build the CUDA device: AUTO, ON or OFF")
set_property(CACHE LOOMSCOPE_CUDA PROPERTY STRINGS AUTO ON OFF)
set(LOOMSCOPE_SANITIZE "" CACHE STRING "Sanitisers, for example address,undefined")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_FLAGS_RELEASE "-O3")
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_SOURCE_DIR}/resources/cmake/ccache_compiler)
endif()

# Flags that every target of ours takes. GCC 12 sees overlapping copies in plain string concatenation (its bug 105651).
add_library(loom_flags INTERFACE)
target_include_directories(loom_flags INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(loom_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
                                            -Wno-missing-field-initializers -Wno-restrict -fno-math-errno -fpch-preprocess)
if(LOOMSCOPE_WERROR)
    target_compile_options(loom_flags INTERFACE -Werror)
endif()
if(LOOMSCOPE_NATIVE)
    target_compile_options(loom_flags INTERFACE -march=native)
else()
    target_compile_options(loom_flags INTERFACE -march=x86-64-v3)
endif()
if(LOOMSCOPE_SANITIZE)
    # GCC 12 warns of instrumented library code: of buffers in fmt, of functions in <regex>. -O1 builds in half the time.
    target_compile_options(loom_flags INTERFACE -fsanitize=${LOOMSCOPE_SANITIZE} -fno-omit-frame-pointer -g1 -O1
        -Wno-stringop-overflow -Wno-maybe-uninitialized)
    target_link_options(loom_flags INTERFACE -fsanitize=${LOOMSCOPE_SANITIZE})
    target_compile_definitions(loom_flags INTERFACE _GLIBCXX_ASSERTIONS)
    set(sanitizers ${CMAKE_SOURCE_DIR}/resources/sanitizers)
    set(LOOMSCOPE_SANITIZER_ENVIRONMENT
        TSAN_OPTIONS=suppressions=${sanitizers}/thread.txt:die_after_fork=0 LSAN_OPTIONS=suppressions=${sanitizers}/leak.txt
        ASAN_OPTIONS=detect_stack_use_after_return=1 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
        QTEST_FUNCTION_TIMEOUT=1500000)
endif()

# AUTO uses CUDA where nvcc is found, and says which of the two it chose.
include(CheckLanguage)
set(LOOMSCOPE_HAS_CUDA OFF)
if(NOT LOOMSCOPE_CUDA STREQUAL "OFF")
    check_language(CUDA)
    if(CMAKE_CUDA_COMPILER)
        set(LOOMSCOPE_HAS_CUDA ON)
        if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
            set(CMAKE_CUDA_ARCHITECTURES 75 80 90)
        endif()
    elseif(LOOMSCOPE_CUDA STREQUAL "ON")
        message(FATAL_ERROR "LOOMSCOPE_CUDA=ON, but no nvcc was found. Install the CUDA Toolkit, put nvcc on the "
                            "path, or configure with LOOMSCOPE_CUDA=AUTO.")
    endif()
endif()
message(STATUS "CUDA device: ${LOOMSCOPE_HAS_CUDA} (LOOMSCOPE_CUDA=${LOOMSCOPE_CUDA})")
