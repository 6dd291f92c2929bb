// SPDX-License-Identifier: GPL-3.0-or-later
// Lays graphs out without ever blocking: `dot` in a child process, or the built-in layout on a pool thread.
#pragma once

#include "viz/core/graph_layout.h"
#include "viz/core/picture_graph.h"

#include <QObject>
#include <QString>

#include <chrono>
#include <memory>

namespace loomscope {

enum class LayoutEngine : std::uint8_t {
    kAutomatic,  ///< `dot` where it is quick enough, else the built-in layout
    kBuiltIn,
};

struct LayoutOptions {
    LayoutDirection direction = LayoutDirection::kBottomToTop;
    LayoutEngine engine = LayoutEngine::kAutomatic;
    std::chrono::milliseconds timeout{5000};
    QString dotProgram = QStringLiteral("dot");  ///< name on the PATH, or a path
};

/// A finished layout with the graph it belongs to.
struct LayoutResult {
    std::shared_ptr<const PictureGraph> graph;
    GraphLayout layout;
    LayoutEngine engine = LayoutEngine::kBuiltIn;  ///< which one made it: kAutomatic stands for Graphviz
    QString
        note;  ///< empty, or why the built-in layout took over and what can be done; to be shown as a badge
    std::chrono::milliseconds elapsed{0};
};

/// One request at a time: a new one drops the one before, whose signals never arrive.
/// Threads: lives in the GUI thread, which it never blocks.
class GraphLayouter final : public QObject {
    Q_OBJECT

public:
    explicit GraphLayouter(QObject* parent = nullptr);
    ~GraphLayouter() override;

    /// Starts a layout. Emits started() at once and later laidOut() exactly once, unless cancelled or
    /// superseded.
    void request(PictureGraph graph, const LayoutOptions& options = {});
    /// Stops the running request, if there is one, and kills its process. Emits cancelled().
    void cancel();
    [[nodiscard]] bool isRunning() const;

signals:
    /// For "laying out n nodes …".
    void started(int numNodes, int numEdges);
    void laidOut(const loomscope::LayoutResult& result);
    void cancelled();

private:
    class Job;
    std::shared_ptr<Job> job_;
};

/// The same, blocking, for commands and exports. Needs a QGuiApplication (any platform) for font metrics.
[[nodiscard]] LayoutResult layoutNow(PictureGraph graph, const LayoutOptions& options = {});

}  // namespace loomscope

Q_DECLARE_METATYPE(loomscope::LayoutResult)
