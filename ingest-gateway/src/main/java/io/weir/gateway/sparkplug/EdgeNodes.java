package io.weir.gateway.sparkplug;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.gateway.exposition.HeldBytes;
import io.weir.gateway.intake.spelling.LineSpeller;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All edge nodes that sent a message. Belongs to one thread. */
final class EdgeNodes {
    /** Estimated memory of a node or device, without its names. */
    private static final int PUBLISHER_BYTES = 500;

    private static final byte[] GROUP = NumberArray.ascii("group");
    private static final byte[] NODE = NumberArray.ascii("node");
    private static final byte[] DEVICE = NumberArray.ascii("device");

    private final byte[] measurement;
    private final HeldBytes memory;
    private final Map<String, EdgeNode> nodes = new HashMap<>();
    private final LineSpeller spelled = new LineSpeller(256);

    /**
     * @param measurement of their lines
     * @param memory limits the memory of all nodes
     */
    EdgeNodes(String measurement, HeldBytes memory) {
        this.measurement = measurement.getBytes(UTF_8);
        this.memory = memory;
    }

    /** The node of a topic; null if the memory is full. */
    @Nullable
    EdgeNode node(SparkplugTopic topic) {
        EdgeNode known = nodes.get(topic.nodeKey());
        if (known == null && memory.take(PUBLISHER_BYTES + topic.nodeKey().length())) {
            known = new EdgeNode(memory);
            nodes.put(topic.nodeKey(), known);
        }
        return known;
    }

    /** The publisher of a topic; null if the memory is full. */
    @Nullable
    Publisher publisher(EdgeNode node, SparkplugTopic topic, byte[] series) {
        Publisher known = node.publisher(topic.device());
        if (known == null && memory.take(PUBLISHER_BYTES + topic.device().length() + series.length)) {
            known = new Publisher(series);
            node.add(topic.device(), known);
        }
        return known;
    }

    /** The beginning of the lines of a topic; null if line protocol cannot express it. */
    byte @Nullable [] series(SparkplugTopic topic) {
        spelled.clear();
        boolean isRight = spelled.measurement(measurement, 0, measurement.length)
                && isTag(GROUP, topic.group())
                && isTag(NODE, topic.node())
                && (topic.isOfNode() || isTag(DEVICE, topic.device()));
        return isRight ? Arrays.copyOf(spelled.array(), spelled.length()) : null;
    }

    private boolean isTag(byte[] key, String value) {
        byte[] text = value.getBytes(UTF_8);
        return spelled.tagKey(key, 0, key.length) && spelled.tagValue(text, 0, text.length);
    }
}
