package io.weir.gateway.sparkplug;

import io.weir.gateway.consume.Message;
import io.weir.gateway.consume.MessageMapping;
import io.weir.gateway.exposition.HeldBytes;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.sparkplug.Publisher.Announced;
import io.weir.gateway.sparkplug.SparkplugTopic.Kind;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.Set;

/** Turns messages of Sparkplug B into lines. Belongs to one thread. */
final class SparkplugMapping implements MessageMapping {
    /** Warning: the death of a session that had ended before. */
    static final String OLD_DEATH = "sparkplug-old-death";
    /** Warning: a birth whose number does not follow that of the birth before. */
    static final String MISSED_SESSION = "sparkplug-missed-session";

    private static final String CONTROL = "Node Control/";
    private static final String DEVICE_CONTROL = "Device Control/";
    private static final String SESSION = "bdSeq";
    private static final byte[] NOTHING = {};

    private final MetricLines lines;
    private final Set<String> groups;
    private final EdgeNodes nodes;
    private final Rebirths rebirths;
    private final Payload payload = new Payload();

    /** @param groups whose messages are read; empty for all */
    SparkplugMapping(
            LineIntake lines, Set<String> groups, String measurement, HeldBytes memory, Rebirths.Commands commands) {
        this.lines = new MetricLines(lines);
        this.groups = Set.copyOf(groups);
        this.nodes = new EdgeNodes(measurement, memory);
        this.rebirths = new Rebirths(commands, lines.counts().warnings);
    }

    @Override
    public void message(Message message, SocketAddress broker, long receivedNanos) {
        byte[] body = message.body();
        if (body.length == 0) { // A retained message, which may be older than the node's session.
            return;
        }
        lines.begin(broker, receivedNanos);
        SparkplugError error = read(message, receivedNanos);
        if (error != SparkplugError.NONE) {
            lines.refuse(error, message.topic(), body, 0, body.length);
        }
        lines.handOver();
    }

    /** Returns why the message is refused as a whole. */
    private SparkplugError read(Message message, long receivedNanos) {
        SparkplugTopic topic = SparkplugTopic.of(message.topic());
        byte[] series = topic == null || !isRead(topic) ? null : nodes.series(topic);
        if (topic == null || series == null) {
            return SparkplugError.BAD_TOPIC;
        }
        try {
            payload.read(message.body(), topic.isOfNode() && topic.kind() != Kind.DATA);
        } catch (IOException e) {
            return SparkplugError.BROKEN;
        }
        if (payload.isCompressed()) {
            return SparkplugError.COMPRESSED;
        }
        EdgeNode node = nodes.node(topic);
        Publisher publisher = node == null ? null : nodes.publisher(node, topic, series);
        if (node == null || publisher == null) {
            return SparkplugError.NO_MEMORY;
        }
        if (topic.kind() == Kind.DEATH && topic.isOfNode()) {
            endNode(node, publisher, receivedNanos);
            return SparkplugError.NONE;
        }
        begin(node, topic, publisher, receivedNanos);
        long sentMillis = payload.millis() == Metric.NO_TIME ? receivedNanos / 1_000_000 : payload.millis();
        if (topic.kind() == Kind.DEATH) {
            node.forget(publisher);
            lines.end(publisher.series(), publisher.end(sentMillis));
        } else {
            payload.metrics(new Metrics(message, topic, node, publisher, sentMillis, receivedNanos));
        }
        return SparkplugError.NONE;
    }

    /** A session of the broker keeps the subscription to a group that left the settings. */
    private boolean isRead(SparkplugTopic topic) {
        return groups.isEmpty() || groups.contains(topic.group());
    }

    private void begin(EdgeNode node, SparkplugTopic topic, Publisher publisher, long receivedNanos) {
        if (topic.kind() == Kind.BIRTH && topic.isOfNode()) {
            if (node.begin(payload.session(), payload.sequence())) {
                lines.intake().counts().warnings.add(MISSED_SESSION, 1);
            }
            return;
        }
        int missing = node.missing(payload.sequence());
        if (missing > 0) {
            lines.missing(missing);
            rebirths.ask(node, topic, receivedNanos);
        }
        if (topic.kind() == Kind.BIRTH) {
            node.forget(publisher);
        }
    }

    /** The death of a node is that of its devices. Its payload has the time of its birth. */
    private void endNode(EdgeNode node, Publisher ofNode, long receivedNanos) {
        if (!node.end(payload.session())) {
            lines.intake().counts().warnings.add(OLD_DEATH, 1);
            return;
        }
        for (Publisher publisher : node.publishers()) {
            if (publisher == ofNode || publisher.isLive()) {
                lines.end(publisher.series(), publisher.end(receivedNanos / 1_000_000));
            }
        }
    }

    /** The metrics of a birth or of data. */
    private final class Metrics implements Payload.Target {
        private final Message message;
        private final SparkplugTopic topic;
        private final EdgeNode node;
        private final Publisher publisher;
        private final long sentMillis;
        private final long receivedNanos;

        Metrics(
                Message message,
                SparkplugTopic topic,
                EdgeNode node,
                Publisher publisher,
                long sentMillis,
                long receivedNanos) {
            this.message = message;
            this.topic = topic;
            this.node = node;
            this.publisher = publisher;
            this.sentMillis = sentMillis;
            this.receivedNanos = receivedNanos;
        }

        @Override
        public void metric(Metric metric) {
            SparkplugError error = topic.kind() == Kind.BIRTH ? born(metric) : changed(metric);
            if (error == SparkplugError.UNKNOWN_METRIC) {
                rebirths.ask(node, topic, receivedNanos);
            }
            if (error != SparkplugError.NONE) {
                String name = metric.hasName() ? metric.name() : metric.hasAlias() ? "alias " + metric.alias() : "";
                lines.refuse(error, message.topic() + ' ' + name, NOTHING, 0, 0);
            }
        }

        @Override
        public void broken(int from, int to) {
            lines.refuse(SparkplugError.BROKEN, message.topic(), message.body(), from, to);
        }

        private SparkplugError born(Metric metric) {
            String name = metric.name();
            if (name.isEmpty()) {
                return SparkplugError.BAD_NAME;
            }
            if (!node.announce(publisher, metric, name)) {
                lines.intake().counts().warnings.add(SparkplugError.NO_MEMORY.code(), 1);
            }
            return write(metric, name, metric.type());
        }

        private SparkplugError changed(Metric metric) {
            if (!metric.hasName() && !metric.hasAlias()) {
                return SparkplugError.BAD_NAME;
            }
            Announced announced =
                    metric.hasName() ? publisher.find(metric.name()) : node.find(publisher, metric.alias());
            if (announced != null) {
                int type = metric.type() == MetricType.UNKNOWN ? announced.type() : metric.type();
                return write(metric, announced.name(), type);
            }
            return metric.hasName() && metric.type() != MetricType.UNKNOWN
                    ? write(metric, metric.name(), metric.type())
                    : SparkplugError.UNKNOWN_METRIC;
        }

        private SparkplugError write(Metric metric, String name, int type) {
            if (metric.isNull() || name.equals(SESSION) || isControl(name)) {
                return SparkplugError.NONE;
            }
            long millis = metric.millis() == Metric.NO_TIME ? sentMillis : metric.millis();
            return lines.write(publisher, name, type, metric, millis);
        }
    }

    private static boolean isControl(String name) {
        return name.startsWith(CONTROL) || name.startsWith(DEVICE_CONTROL);
    }
}
