package io.weir.alarming.lifecycle;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.ConditionChange;
import io.weir.contract.alarm.Severity;
import io.weir.contract.alarm.Swing;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/** Serializes an {@link Alarm} for its store and changelog; times to the millisecond. */
final class AlarmSerde implements Serde<Alarm> {

    /** A version that does not know what follows the last field ignores it. So alarming can be upgraded, and downgraded. */
    private static final byte FORMAT = 6;

    private static final long NEVER = Long.MIN_VALUE;

    @Override
    public Serializer<Alarm> serializer() {
        return (topic, alarm) -> alarm == null ? null : write(alarm);
    }

    @Override
    public Deserializer<Alarm> deserializer() {
        return (topic, bytes) -> bytes == null ? null : read(bytes);
    }

    /** Writes states and severities by name: names are part of the contract, their order is not. */
    private static byte[] write(Alarm alarm) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
        DataOutputStream out = new DataOutputStream(bytes);
        try {
            out.writeByte(FORMAT);
            write(AlarmJson.write(alarm.condition()), out);
            out.writeUTF(alarm.severity().name());
            out.writeUTF(alarm.worst().name());
            out.writeUTF(alarm.state().name());
            out.writeLong(alarm.transitions());
            out.writeLong(alarm.since().toEpochMilli());
            write(alarm.commandDetails(), out);
            out.writeLong(alarm.lastCommand().toEpochMilli());
            out.writeBoolean(alarm.isUnseen());
            out.writeLong(alarm.lastRaise().toEpochMilli());
            out.writeLong(alarm.lastNews());
            write(alarm.flips(), out);
            out.writeUTF(alarm.escalated() == null ? "" : alarm.escalated().name());
            out.writeBoolean(alarm.suppressedBy() != null);
            if (alarm.suppressedBy() != null) {
                write(alarm.suppressedBy().getBytes(UTF_8), out);
            }
            out.writeLong(alarm.raisedAt() == null ? NEVER : alarm.raisedAt().toEpochMilli());
            out.writeLong(alarm.lastComment().toEpochMilli());
        } catch (IOException e) {
            throw new UncheckedIOException("memory streams do not fail", e);
        }
        return bytes.toByteArray();
    }

    private static void write(Flips flips, DataOutputStream out) throws IOException {
        out.writeInt(flips.raises().size());
        for (Instant raise : flips.raises()) {
            out.writeLong(raise.toEpochMilli());
        }
        out.writeLong(flips.count());
        out.writeBoolean(flips.swing() != null);
        if (flips.swing() != null) {
            out.writeDouble(flips.swing().low());
            out.writeDouble(flips.swing().high());
        }
        out.writeBoolean(flips.held() != null);
        if (flips.held() != null) {
            write(AlarmJson.write(flips.held()), out);
        }
    }

    private static void write(Alarm.@Nullable CommandDetails details, DataOutputStream out) throws IOException {
        out.writeBoolean(details != null);
        if (details != null) {
            write(details.user().getBytes(UTF_8), out);
            out.writeBoolean(details.reason() != null);
            if (details.reason() != null) {
                write(details.reason().getBytes(UTF_8), out);
            }
            out.writeBoolean(details.expiry() != null);
            if (details.expiry() != null) {
                out.writeLong(details.expiry().toEpochMilli());
            }
        }
    }

    private static void write(byte[] bytes, DataOutputStream out) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static Alarm read(byte[] bytes) {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        try {
            int format = in.readByte();
            if (format != FORMAT) {
                throw new IOException("unknown format " + format);
            }
            ConditionChange condition = AlarmJson.readConditionChange(readBytes(in));
            return new Alarm(
                    condition,
                    Severity.valueOf(in.readUTF()),
                    Severity.valueOf(in.readUTF()),
                    AlarmState.valueOf(in.readUTF()),
                    in.readLong(),
                    Instant.ofEpochMilli(in.readLong()),
                    readCommandDetails(in),
                    Instant.ofEpochMilli(in.readLong()),
                    in.readBoolean(),
                    Instant.ofEpochMilli(in.readLong()),
                    in.readLong(),
                    readFlips(in),
                    readEscalated(in),
                    in.readBoolean() ? new String(readBytes(in), UTF_8) : null,
                    readTime(in),
                    Objects.requireNonNullElse(readTime(in), Instant.EPOCH));
        } catch (IOException e) {
            throw new UncheckedIOException("the changelog of alarms is not in the format of this version", e);
        }
    }

    private static Flips readFlips(DataInputStream in) throws IOException {
        List<Instant> raises = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            raises.add(Instant.ofEpochMilli(in.readLong()));
        }
        long count = in.readLong();
        Swing swing = in.readBoolean() ? new Swing(in.readDouble(), in.readDouble()) : null;
        return new Flips(raises, count, swing, in.readBoolean() ? AlarmJson.readConditionChange(readBytes(in)) : null);
    }

    /** Older versions do not write it. */
    private static @Nullable Instant readTime(DataInputStream in) throws IOException {
        if (in.available() < Long.BYTES) {
            return null;
        }
        long millis = in.readLong();
        return millis == NEVER ? null : Instant.ofEpochMilli(millis);
    }

    private static @Nullable Severity readEscalated(DataInputStream in) throws IOException {
        String name = in.readUTF();
        return name.isEmpty() ? null : Severity.valueOf(name);
    }

    private static Alarm.@Nullable CommandDetails readCommandDetails(DataInputStream in) throws IOException {
        if (!in.readBoolean()) {
            return null;
        }
        String user = new String(readBytes(in), UTF_8);
        String reason = in.readBoolean() ? new String(readBytes(in), UTF_8) : null;
        Instant expiry = in.readBoolean() ? Instant.ofEpochMilli(in.readLong()) : null;
        return new Alarm.CommandDetails(user, reason, expiry);
    }

    private static byte[] readBytes(DataInputStream in) throws IOException {
        return in.readNBytes(in.readInt());
    }
}
