// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/export/schedule_trace.h"

#include "engine/graph/graph_text.h"

#include <nlohmann/json.hpp>

#include <map>
#include <utility>

namespace loomscope {
namespace {

using Json = nlohmann::ordered_json;

Json nameEvent(std::string_view what, std::size_t process, std::size_t thread, const std::string& name) {
    return {{"name", what}, {"ph", "M"}, {"pid", process}, {"tid", thread}, {"args", {{"name", name}}}};
}

Json batchEvent(const Graph& graph, const Schedule& schedule, std::size_t number, std::int64_t start) {
    const std::span<const NodeId> nodes = schedule.nodesOf(schedule.batches[number]);
    Json members = Json::array();
    for (const NodeId node : nodes) {
        members.push_back(node.index());
    }
    return {{"name", graph.name(nodes.front())},
            {"cat", "batch"},
            {"ph", "X"},
            {"ts", start},
            {"dur", nodes.size()},
            {"args", {{"batch", number}, {"rows", nodes.size()}, {"nodes", std::move(members)}}}};
}

}  // namespace

std::string scheduleTrace(const Graph& graph, std::span<const TracedSchedule> schedules) {
    Json events = Json::array();
    for (std::size_t i = 0; i < schedules.size(); ++i) {
        const std::size_t process = i + 1;
        const Schedule& schedule = *schedules[i].schedule;
        events.push_back(nameEvent("process_name", process, 0, schedules[i].policy));
        std::map<SignatureId, std::size_t> threads;
        std::int64_t time = 0;
        for (std::size_t number = 0; number < schedule.batches.size(); ++number) {
            const SignatureId signature = schedule.batches[number].signature;
            const auto [thread, isNew] = threads.emplace(signature, threads.size() + 1);
            if (isNew) {
                events.push_back(nameEvent("thread_name", process, thread->second,
                                           toText(*graph.signatures(), signature)));
            }
            Json event = batchEvent(graph, schedule, number, time);
            event["pid"] = process;
            event["tid"] = thread->second;
            events.push_back(std::move(event));
            time += schedule.batches[number].size;
        }
    }
    return Json{{"traceEvents", std::move(events)}, {"displayTimeUnit", "ms"}}.dump(1) + "\n";
}

}  // namespace loomscope
