package io.weir.gateway.sparkplug;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.gateway.consume.Message;
import io.weir.gateway.exposition.HeldBytes;
import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.intake.count.InputCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A mapping, the messages that it gets, and what becomes of them. */
final class MappedMessages {
    /** The time of receipt of the first messages, in milliseconds. */
    static final long T = Intake.NOW_NANOS / 1_000_000;

    static final String OF_NODE = "sparkplug,group=g,node=n ";
    static final String OF_DEVICE = "sparkplug,device=d,group=g,node=n ";
    static final String AT = " " + T + "000000";

    private final Intake intake = new Intake();
    private final List<Parcel> queued = new ArrayList<>();
    private final List<String> commands = new ArrayList<>();
    private final List<byte[]> sent = new ArrayList<>();
    private final HeldBytes memory = new HeldBytes(1 << 20);
    private final SparkplugMapping all = mapping(Set.of());
    private long nowNanos = Intake.NOW_NANOS;

    /** Creates another mapping that shares the intake. */
    SparkplugMapping mapping(Set<String> groups) {
        return mapping(groups, memory);
    }

    SparkplugMapping mapping(Set<String> groups, HeldBytes held) {
        return new SparkplugMapping(intake.lines, groups, "sparkplug", held, (topic, payload) -> {
            commands.add(topic);
            sent.add(payload);
        });
    }

    /** @param topic without namespace and group */
    void send(String topic, byte[] payload) {
        take("spBv1.0/g/" + topic, payload);
    }

    void take(String topic, byte[] payload) {
        take(all, topic, payload);
    }

    void take(SparkplugMapping by, String topic, byte[] payload) {
        by.message(new Message(1, payload, Message.NO_TIME, topic, topic), Intake.SOURCE, nowNanos);
        intake.lines.flush();
        queued.addAll(intake.queued());
    }

    /** Lets time pass. */
    void pass(long nanos) {
        nowNanos += nanos;
    }

    /** The topics of the commands to nodes. */
    List<String> commands() {
        return commands;
    }

    /** The payloads of the commands. */
    List<byte[]> sent() {
        return sent;
    }

    InputCounts counts() {
        return intake.counts;
    }

    /** The new lines. */
    List<String> lines() {
        List<String> lines = Intake.lineTexts(queued);
        queued.removeIf(Parcel.Batch.class::isInstance);
        return lines;
    }

    /** The new refusals. */
    List<String> refused() {
        List<String> refused = Intake.only(Parcel.Refused.class, queued).stream()
                .map(one -> one.reason() + ": " + new String(one.bytes(), UTF_8))
                .toList();
        queued.removeIf(Parcel.Refused.class::isInstance);
        return refused;
    }
}
