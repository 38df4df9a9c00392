package io.weir.gateway.sparkplug;

import com.google.protobuf.CodedOutputStream;
import io.weir.gateway.intake.count.ReasonCounts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Asks edge nodes to send their births again. */
final class Rebirths {
    /** Warning: a node was asked for its births. */
    static final String ASKED = "sparkplug-rebirth";

    private static final String COMMAND = "Node Control/Rebirth";
    private static final int BOOLEAN_VALUE = 14;

    private final Commands commands;
    private final ReasonCounts warnings;

    /** Sends commands to nodes. */
    @FunctionalInterface
    interface Commands {
        void send(String topic, byte[] payload);
    }

    Rebirths(Commands commands, ReasonCounts warnings) {
        this.commands = commands;
        this.warnings = warnings;
    }

    /** Asks the node of a topic, unless it was asked a moment ago. */
    void ask(EdgeNode node, SparkplugTopic topic, long nowNanos) {
        if (node.mayAsk(nowNanos)) {
            warnings.add(ASKED, 1);
            commands.send(topic.commands(), command(nowNanos / 1_000_000));
        }
    }

    private static byte[] command(long millis) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream payload = CodedOutputStream.newInstance(bytes);
        ByteArrayOutputStream metricBytes = new ByteArrayOutputStream();
        CodedOutputStream metric = CodedOutputStream.newInstance(metricBytes);
        try {
            metric.writeString(1, COMMAND);
            metric.writeUInt64(3, millis);
            metric.writeUInt32(4, MetricType.BOOLEAN);
            metric.writeBool(BOOLEAN_VALUE, true);
            metric.flush();
            payload.writeUInt64(1, millis);
            payload.writeByteArray(2, metricBytes.toByteArray());
            payload.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
