package io.weir.alarming;

import io.weir.alarming.action.ActionNodeNames;
import io.weir.alarming.action.ActionProcessor;
import io.weir.alarming.action.ActionReplyProcessor;
import io.weir.alarming.condition.ConditionStates;
import io.weir.alarming.lifecycle.CommandProcessor;
import io.weir.alarming.lifecycle.FarmProcessor;
import io.weir.alarming.lifecycle.GapProcessor;
import io.weir.alarming.lifecycle.IndicatorProcessor;
import io.weir.alarming.lifecycle.LifecycleProcessor;
import io.weir.alarming.lifecycle.NodeNames;
import io.weir.alarming.meter.AlarmingMeters;
import io.weir.alarming.watch.WatchProcessor;
import io.weir.alarming.watch.WatchTimes;
import io.weir.contract.rule.Rules;
import io.weir.contract.state.BlockStoreBuilder;
import io.weir.contract.state.InputMarks;
import io.weir.contract.streams.BoundedProcessor;
import io.weir.contract.streams.GuardedProcessor;
import io.weir.contract.topic.Topics;
import java.util.List;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.WallclockTimestampExtractor;

/**
 * The complete topology of alarming.
 *
 * <pre>
 * metrics.alarming  → watch      → alarms.conditions                             per series: conditions
 * alarms.conditions → life-cycle → alarms.events, alarms.state                   one task: alarms
 * alarms.commands   → operate    → alarms.events, alarms.state, alarms.replies   same task: commands
 *                   → act        → control.actions, alarms.conditions            same task: actions
 * control.state     → farm       → alarms.events, alarms.state                   same task: masks
 * control.replies   → confirm    → alarms.conditions                             same task
 *                   → indicate                                                   same task: indicators
 * metrics.rejected  → gaps       → alarms.conditions                             per partition: no state
 * </pre>
 */
public final class AlarmingTopology {

    static final String CONDITIONS = "conditions-state";
    static final String ALARMS = "alarms-life";
    static final String MARKS = "alarms-marks";
    static final String KEYS = "alarms-keys";
    static final String TIMES = "alarms-times";
    static final String ACTIONS = "alarms-actions";
    static final String INDICATORS = "alarms-indicators";
    static final String GROUPS = "alarms-groups";
    static final String INPUTS = "alarms-inputs";
    private static final NodeNames LIFECYCLE_NODES = new NodeNames(
            ALARMS, MARKS, GROUPS, KEYS, TIMES, "to-events", "to-state", "to-replies", List.of("act", "indicate"));
    private static final ActionNodeNames ACTION_NODES =
            new ActionNodeNames(ACTIONS, "to-actions", "to-conditions-again");

    /** Processors that change alarms; all share the same stores. */
    private static final String[] TRANSITIONS = {"life-cycle", "operate", "farm"};

    private AlarmingTopology() {}

    /**
     * Builds the topology.
     *
     * @param rules may change while the topology runs; must be ready before it starts
     * @param partitions number of partitions of metrics.alarming
     */
    public static Topology build(
            Rules rules, Topics topics, int partitions, AlarmingConfig config, AlarmingMeters meters) {
        Topology topology = new Topology();
        addSource(topology, "metrics", topics.alarming());
        topology.addProcessor(
                        "watch",
                        GuardedProcessor.of(
                                CONDITIONS,
                                () -> new WatchProcessor(
                                        CONDITIONS,
                                        WatchTimes.of(config.seriesExpiry(), config.ahead()),
                                        topics.raw(),
                                        rules,
                                        meters)),
                        "metrics")
                .addStateStore(
                        new BlockStoreBuilder<>(
                                CONDITIONS, () -> new ConditionStates(rules, config.stateBytes() / partitions)),
                        "watch");
        addSink(topology, "to-conditions", topics.conditions(), "watch");
        addSource(topology, "conditions", topics.conditions());
        addForeignSource(topology, "commands", topics.commands());
        addForeignSource(topology, "state", topics.farmState());
        topology.addProcessor(
                        "life-cycle",
                        GuardedProcessor.marked(
                                INPUTS,
                                () -> new LifecycleProcessor(
                                        LIFECYCLE_NODES, rules, config.intakeTimeout(), config.stateBytes(), meters)),
                        "conditions")
                .addProcessor(
                        "operate",
                        GuardedProcessor.marked(
                                INPUTS,
                                () -> new CommandProcessor(LIFECYCLE_NODES, rules, config.alarmExpiry(), meters)),
                        "commands")
                .addProcessor(
                        "farm",
                        GuardedProcessor.marked(INPUTS, () -> new FarmProcessor(LIFECYCLE_NODES, rules, meters)),
                        "state");
        LIFECYCLE_NODES.stores().forEach(store -> topology.addStateStore(store, TRANSITIONS));
        LIFECYCLE_NODES.lifecycleStores().forEach(store -> topology.addStateStore(store, "life-cycle"));
        topology.addProcessor("indicate", () -> new IndicatorProcessor(INDICATORS, meters), TRANSITIONS)
                .addStateStore(IndicatorProcessor.builder(INDICATORS), "indicate");
        addSink(topology, LIFECYCLE_NODES.events(), topics.events(), TRANSITIONS);
        addSink(topology, LIFECYCLE_NODES.states(), topics.state(), TRANSITIONS);
        addSink(topology, LIFECYCLE_NODES.replies(), topics.replies(), "operate");
        addActions(topology, rules, topics, meters);
        addForeignSource(topology, "rejected", topics.rejected());
        topology.addProcessor("gaps", GuardedProcessor.of(() -> new GapProcessor(rules)), "rejected");
        addSink(topology, "gaps-to-conditions", topics.conditions(), "gaps");
        return topology;
    }

    /**
     * Adds the processors that follow alarm transitions and send actions to the control system.
     * Alarms about actions return to the lifecycle through {@code alarms.conditions}.
     */
    private static void addActions(Topology topology, Rules rules, Topics topics, AlarmingMeters meters) {
        addForeignSource(topology, "action-replies", topics.actionReplies());
        topology.addProcessor("act", () -> new ActionProcessor(ACTION_NODES, rules, meters), TRANSITIONS)
                .addProcessor(
                        "confirm",
                        GuardedProcessor.marked(INPUTS, () -> new ActionReplyProcessor(ACTION_NODES, meters)),
                        "action-replies")
                .addStateStore(ACTION_NODES.builder(), "act", "confirm");
        topology.addStateStore(InputMarks.builder(INPUTS), "life-cycle", "operate", "farm", "confirm");
        addSink(topology, ACTION_NODES.actions(), topics.actions(), "act");
        addSink(topology, ACTION_NODES.conditions(), topics.conditions(), "act", "confirm");
    }

    private static void addSource(Topology topology, String name, String topic) {
        topology.addSource(name, new ByteArrayDeserializer(), new ByteArrayDeserializer(), topic);
    }

    /**
     * Adds a topic that programs outside Weir write, or services with clocks of their own. Their record
     * timestamps are unreliable or missing, so the output gets alarming's wall-clock time.
     */
    private static void addForeignSource(Topology topology, String name, String topic) {
        topology.addSource(
                AutoOffsetReset.earliest(),
                name,
                new WallclockTimestampExtractor(),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer(),
                topic);
    }

    /** Adds a node of this name after the parents, and a sink after the node. */
    private static void addSink(Topology topology, String name, String topic, String... parents) {
        topology.addProcessor(name, () -> new BoundedProcessor<byte[]>(topic), parents)
                .addSink(name + "-sink", topic, new ByteArraySerializer(), new ByteArraySerializer(), name);
    }
}
