loom_library(loom_test_graphs
    SOURCES random_graph.cpp tree_graph.cpp
    LINK loom_graph)
