loom_library(loom_test_examples
    SOURCES example_data.cpp
    LINK loom_data)
