// SPDX-License-Identifier: GPL-3.0-or-later
// The policy of resources/docs/how_to/add_a_policy.md works as the page has it. The build cuts it out of the
// page and includes it first.

#include "tests/support/random_graph.h"

#include <QTest>

#include <array>

namespace loomscope {

class GuidePolicyTest : public QObject {
    Q_OBJECT

private slots:
    void choosesTheMost();
    void schedulesAreValid();
};

void GuidePolicyTest::choosesTheMost() {
    const std::array<GroupState, 3> ready{GroupState{.group = GroupId(2), .numReady = 4},
                                          GroupState{.group = GroupId(0), .numReady = 3},
                                          GroupState{.group = GroupId(1), .numReady = 4}};
    QCOMPARE(MostReadyPolicy().choose(Graph(), ready), std::size_t{2});
}

void GuidePolicyTest::schedulesAreValid() {
    Rng rng(6);
    for (int i = 0; i < 100; ++i) {
        const Graph graph = randomGraph(rng, 1 + rng.below(60));
        const Schedule schedule = plan(graph, MostReadyPolicy());
        QVERIFY(checkSchedule(graph, schedule).has_value());
        QVERIFY(statistics(schedule).batches >= lowerBound(graph));
    }
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::GuidePolicyTest)
#include "guide_policy_test.moc"
