package io.weir.alarming.life;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;

/** The bytes of an {@link Alarm} in its store and changelog. */
final class AlarmSerde implements Serde<Alarm> {

    @Override
    public Serializer<Alarm> serializer() {
        return (topic, alarm) -> alarm == null ? null : write(alarm);
    }

    @Override
    public Deserializer<Alarm> deserializer() {
        return (topic, bytes) -> bytes == null ? null : read(bytes);
    }

    /** Names of states and severities are part of the contract; their order is not. */
    private static byte[] write(Alarm alarm) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        byte[] series = alarm.series().getBytes(UTF_8);
        try {
            out.writeUTF(alarm.state().name());
            out.writeUTF(alarm.severity().name());
            out.writeLong(alarm.transitions());
            out.write(series);
        } catch (IOException e) {
            throw new UncheckedIOException("memory streams do not fail", e);
        }
        return bytes.toByteArray();
    }

    private static Alarm read(byte[] bytes) {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        try {
            AlarmState state = AlarmState.valueOf(in.readUTF());
            Severity severity = Severity.valueOf(in.readUTF());
            long transitions = in.readLong();
            return new Alarm(state, severity, transitions, new String(in.readAllBytes(), UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("changelog of alarms: not what Weir wrote", e);
        }
    }
}
